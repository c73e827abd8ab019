// The model of the client against what the real client did: test/claude/model holds scenarios and what was observed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findHookSources } from '../src/adapters/client/find-hook-sources.ts';
import { clientFeatures, parseClientVersion } from '../src/core/client/client-version.ts';
import type { HookRun } from '../src/core/client/hook-run.ts';
import type { ConfiguredHook } from '../src/core/client/hook-source.ts';
import { type HooksInForce, hooksFor, resolveHooks } from '../src/core/client/hooks-in-force.ts';
import { judgeCall } from '../src/core/client/judge-call.ts';
import { judgeRun } from '../src/core/client/judge-run.ts';
import { readHooks } from '../src/core/client/read-hooks.ts';
import type { JsonObject } from '../src/core/json/json-value.ts';
import { type Observation, type ObservedHook, readObserved } from './claude/model/observed.mjs';
import { prepare } from './claude/model/place.mjs';
import { loadScenarios, type Scenario } from './claude/model/scenarios.mjs';

const scenarios = loadScenarios();

/** Scenarios that turn on more than hooks, and why; each is still played on the real client. */
const beyond: Readonly<Record<string, string>> = {
  'no-hook-default-mode': 'no hook decides: the permissions of the session do',
  'ev-notification': 'no hook decides: the permissions of the session do',
  'ev-permissiondenied': 'no hook decides: the permissions of the session do',
  'ev-pre-on-builtin-tools': 'it calls tools that this client does not offer',
  'ev-pre-on-invalid-input': 'the client refuses the input before any hook',
  'ev-pre-on-unknown-tool': 'the client refuses the tool before any hook',
  'ev-pre-on-old-name': 'the client refuses the tool before any hook',
  'env-shell-prefix': 'the prefix takes the place of the call as well',
  'env-shell-prefix-user': 'the prefix takes the place of the call as well',
  'http-proxy-env': 'without its proxy the client does not get to the call',
  'env-scrub': 'without credentials the client does not get to the call',
};

/** What the client reported of a hook's process as the model takes it. */
function runOf({ exit, outcome, stdout = '', stderr = '' }: ObservedHook, hook: ConfiguredHook): HookRun {
  if (outcome === 'cancelled') return { kind: 'timed-out', seconds: 1, stdout, stderr };
  if (hook.type === 'http') {
    return exit === null ? { kind: 'unanswered', cause: stderr } : { kind: 'answered', status: exit, body: stdout };
  }
  if (exit === null) return { kind: 'not-started', cause: stderr };
  return { kind: 'exited', exitCode: exit, stdout, stderr };
}

interface Prepared {
  readonly inForce: HooksInForce;
  readonly project: string;
  readonly fill: <T>(value: T) => T;
}

function withScenario<T>(scenario: Scenario, version: string, use: (prepared: Prepared) => T): T {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-model-')));
  try {
    const { place, fill, managed } = prepare(scenario, work);
    const managedFolder = path.join(work, 'managed');
    for (const [name, text] of Object.entries(managed ?? {})) {
      fs.mkdirSync(path.dirname(path.join(managedFolder, name)), { recursive: true });
      fs.writeFileSync(path.join(managedFolder, name), text);
    }
    const features = clientFeatures(versionOf(version));
    const sources = findHookSources({
      projectDir: place.project,
      env: { HOME: place.home, CLAUDE_CONFIG_DIR: path.join(place.home, '.claude') },
      platform: 'linux',
      home: place.home,
      flagSettings: fs.existsSync(place.flagFile) ? [place.flagFile] : [],
      managedFolders: [managedFolder],
    });
    const bare = scenario.env?.['CLAUDE_CODE_SIMPLE'] !== undefined || scenario.flags?.includes('--bare') === true;
    const inForce = resolveHooks(
      sources.map(source => readHooks(source, features)),
      bare,
    );
    return use({ inForce, project: place.project, fill });
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

function versionOf(text: string): NonNullable<ReturnType<typeof parseClientVersion>> {
  const version = parseClientVersion(text);
  if (version === undefined) throw new Error(`${text} is no version`);
  return version;
}

/** What the model says of each call, with the runs of hooks as they were observed. */
function predict(scenario: Scenario, { hooks: observed }: Observation, version: string): unknown[] {
  const features = clientFeatures(versionOf(version));
  const left = observed.filter(({ event }) => event === 'PreToolUse');
  return withScenario(scenario, version, ({ inForce, project, fill }) =>
    [scenario.turns, scenario.resume?.turns ?? [], ...Object.values(scenario.agents ?? {})].flat(2).map(call => {
      const { name, input } = fill(call);
      const event: JsonObject = {
        session_id: 's',
        transcript_path: '/dev/null',
        cwd: project,
        hook_event_name: 'PreToolUse',
        tool_name: name,
        tool_input: input,
        tool_use_id: 'u',
      };
      const fired = hooksFor('PreToolUse', event, inForce, features);
      const runs = fired.map(hook => {
        const at = left.findIndex(({ name: called }) => called === `PreToolUse:${name}`);
        const [seen] = at === -1 ? [] : left.splice(at, 1);
        return { hook, seen };
      });
      const verdicts = runs.flatMap(({ hook, seen }) =>
        seen === undefined ? [] : [judgeRun(hook, runOf(seen, hook), features)],
      );
      const { action, modelReads } = judgeCall({ event: 'PreToolUse', tool: name }, verdicts, features);
      const reads = (modelReads ?? '').replaceAll(project, '$P');
      return { ran: action === 'run', reads: action === 'run' ? undefined : reads, fired: fired.length };
    }),
  );
}

describe.each(['2.1.332', '2.1.197'])('client %s', version => {
  const observed = readObserved(version);
  const known = scenarios.filter(({ id }) => observed.has(id) && !Object.hasOwn(beyond, id));

  test('there is a record of most scenarios', () => {
    expect(known.length).toBeGreaterThan(100);
  });

  test.each(known)('$topic $id', scenario => {
    const seen = observed.get(scenario.id);
    if (seen === undefined) throw new Error('there is no record');
    const predicted = predict(scenario, seen, version) as { ran: boolean; reads?: string; fired: number }[];
    const total = predicted.reduce((sum, { fired: count }) => sum + count, 0);
    expect(total).toBe(seen.hooks.filter(({ event }) => event === 'PreToolUse').length);
    const calls = seen.calls.map(({ ran, modelRead }, index) => ({
      ran,
      read: modelRead?.text,
      said: predicted[index],
    }));
    // A turn that was ended before a call leaves nothing to compare.
    const judged = calls.filter(({ ran, read }) => ran !== null && (ran || read !== undefined));
    expect(judged.map(({ said }) => ({ ran: said?.ran, reads: firstLine(said?.reads) }))).toEqual(
      judged.map(({ ran, read }) => ({ ran, reads: ran === true ? undefined : firstLine(read) })),
    );
  });
});

/** What fails a schema is told in full by the client; the model says that it failed. */
function firstLine(text: string | undefined): string | undefined {
  return text?.includes('Hook JSON output validation failed') ||
    text?.includes('failed; blocking because') ||
    text?.includes('looks like a JSON object')
    ? text.split('\n')[0]
    : text;
}
