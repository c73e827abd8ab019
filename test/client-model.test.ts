// The model of the client against what the real client did: test/claude/model holds scenarios and what was observed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findHookSources } from '../src/adapters/client/find-hook-sources.ts';
import { clientFeatures, parseClientVersion } from '../src/core/client/client-version.ts';
import type { HookRun } from '../src/core/client/hook-run.ts';
import type { ConfiguredHook } from '../src/core/client/hook-source.ts';
import { type HooksInForce, hooksFor, isBare, resolveHooks, stagesOf } from '../src/core/client/hooks-in-force.ts';
import { judgeCall } from '../src/core/client/judge-call.ts';
import { type HookVerdict, judgeRun } from '../src/core/client/judge-run.ts';
import { readHooks } from '../src/core/client/read-hooks.ts';
import type { JsonObject } from '../src/core/json/json-value.ts';
import { type Observation, type ObservedHook, readObserved } from './claude/model/observed.mjs';
import { prepare } from './claude/model/place.mjs';
import { loadScenarios, type Scenario } from './claude/model/scenarios.mjs';

const scenarios = loadScenarios();

const permissions = 'the permissions of the session decide, or a person who is asked';
const elsewhere = 'where its hooks or switches stand is no file that could be looked up';
const refused = 'the client refuses the call, or to start at all, before any hook';
const asksModel = 'its hook asks a model, which is not reported';
const otherwise = 'the call itself does not do what it is there for';
const used = 'its hook counts once its skill or agent is in use';
const changes = 'the settings change while the session runs';

/** Scenarios that turn on more than hooks, and why; each is still played on the real client. */
const beyond: Readonly<Record<string, string>> = Object.fromEntries([
  ...[
    ['no-hook-default-mode', 'ev-notification', 'ev-permissiondenied', 'ask-answer-allow', 'ask-answer-deny'],
    ['ask-default-mode-allow', 'ask-updated-input-allow', 'default-mode-asked-deny', 'allow-vs-permissions-deny'],
    ['allow-vs-permissions-deny-tool', 'allow-vs-permissions-ask', 'allow-vs-permissions-ask-bypass'],
    ['permissions-ask-bypass', 'permissions-deny-bypass', 'rewrite-into-denied', 'mode-plan-no-hook'],
    ['mode-plan-hook-allow', 'mode-dontAsk-no-hook', 'mode-default-no-hook', 'pr-exit2-answer-deny'],
    ['pr-exit1-answer-deny', 'pr-deny-answer-deny', 'pr-allow-answer-deny', 'pr-exit2-nobody', 'pr-deny-nobody'],
    ['several-rewrite-none-and-ask', 'several-rewrite-ask-answered', 'hooks-null', 'hooks-array', 'hooks-string'],
    [
      'pr-deny-answer-allow',
      'pr-onfailure-block',
      'bad-flag-permissions-kept',
      'pr-allow-updated-input',
      'pr-for-hook-ask',
      'pr-allow-for-hook-ask',
    ],
  ]
    .flat()
    .map(id => [id, permissions]),
  ...[
    ['plugin-hook', 'plugin-and-project', 'plugin-same-command', 'plugin-root-script', 'plugin-in-manifest'],
    ['plugin-onfailure', 'plugin-enabled-not-installed', 'flag-inline', 'setting-sources-user'],
    ['setting-sources-project', 'setting-sources-empty', 'safe-mode'],
  ]
    .flat()
    .map(id => [id, elsewhere]),
  ...[
    ['ev-pre-on-builtin-tools', 'ev-pre-on-invalid-input', 'ev-pre-on-unknown-tool', 'ev-pre-on-old-name'],
    ['managed-broken-json', 'managed-bad-hook', 'http-proxy-env', 'env-scrub'],
  ]
    .flat()
    .map(id => [id, refused]),
  ...['fail-prompt-type', 'fail-prompt-type-plain', 'fail-agent-type'].map(id => [id, asksModel]),
  ...[
    ['bad-pre-drops-env', 'env-shell-prefix', 'env-shell-prefix-user', 'proc-big-input-unread', 'proc-big-input-read'],
    [
      'proc-relative-after-cd-out',
      'proc-big-input-unread-exit2',
      'proc-big-input-closed',
      'proc-big-input-closed-block',
    ],
  ]
    .flat()
    .map(id => [id, otherwise]),
  ...['skill-hook-before-use', 'agent-hook-in-agent', 'agent-hook-in-trusted-folder'].map(id => [id, used]),
  ...[
    ['proc-settings-changed-by-agent', 'proc-settings-broken-by-agent', 'proc-settings-added-by-agent'],
    ['proc-settings-local-disables-by-agent'],
  ]
    .flat()
    .map(id => [id, changes]),
]);

/** Without a person the client waits for a hook with `asyncRewake`; the model is about sessions with one. */
const unattended = ['proc-asyncrewake-exit2', 'proc-asyncrewake-deny'];

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
      projectDir: path.join(place.project, scenario.cwd ?? ''),
      env: { HOME: place.home, CLAUDE_CONFIG_DIR: path.join(place.home, '.claude') },
      platform: 'linux',
      home: place.home,
      flagSettings: fs.existsSync(place.flagFile) ? [place.flagFile] : [],
      managedFolders: [managedFolder],
    });
    const bare = isBare(scenario.env?.['CLAUDE_CODE_SIMPLE']) || scenario.flags?.includes('--bare') === true;
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

/** Scenarios whose first hook takes longer than the second. */
const endsInReverse = ['two-deny-order', 'several-deny-slow-exit2', 'several-two-exit2-slow-first'];

interface Said {
  readonly ran: boolean;
  readonly reads: string | undefined;
  /** How many hooks were run for the call. */
  readonly fired: number;
  /** The turn ends with it. */
  readonly stops: boolean;
}

/** What the model says of each call, with the runs of hooks as they were observed. */
function predict(scenario: Scenario, { hooks: observed }: Observation, version: string): Said[] {
  const features = clientFeatures(versionOf(version));
  const left = observed.filter(({ event }) => event === 'PreToolUse');
  return withScenario(scenario, version, ({ inForce, project, fill }) => {
    const judge = (call: Scenario['turns'][number][number]): Said => {
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
      const verdicts: HookVerdict[] = [];
      let fired = 0;
      for (const stage of stagesOf(hooksFor('PreToolUse', event, inForce, features))) {
        fired += stage.length;
        for (const hook of stage) {
          const at = left.findIndex(({ name: called }) => called === `PreToolUse:${name}`);
          const [seen] = at === -1 ? [] : left.splice(at, 1);
          if (seen !== undefined) verdicts.push(judgeRun(hook, runOf(seen, hook), features));
        }
        if (verdicts.some(({ decision }) => decision === 'block')) break;
      }
      const ended = endsInReverse.includes(scenario.id) ? verdicts.toReversed() : verdicts;
      const { action, modelReads, stops } = judgeCall({ event: 'PreToolUse', tool: name }, ended, features);
      const ran = action === 'run';
      return { ran, reads: ran ? undefined : (modelReads ?? '').replaceAll(project, '$P'), fired, stops };
    };
    const said: Said[] = [];
    for (const turn of [scenario.turns, scenario.resume?.turns ?? [], ...Object.values(scenario.agents ?? {})].flat()) {
      if (said.some(({ stops }) => stops)) break;
      said.push(...turn.map(judge));
    }
    return said;
  });
}

describe.each(['2.1.332', '2.1.197'])('client %s', version => {
  const observed = readObserved(version);
  const known = scenarios.filter(
    ({ id }) => observed.has(id) && !Object.hasOwn(beyond, id) && !unattended.includes(id),
  );

  test('there is a record of most scenarios', () => {
    expect(known.length).toBeGreaterThan(100);
  });

  test.each(known)('$topic $id', scenario => {
    const seen = observed.get(scenario.id);
    if (seen === undefined) throw new Error('there is no record');
    const predicted = predict(scenario, seen, version);
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

/** What an administrator's hook says is wrapped by the client; what fails a schema is told in full by the client; the model says that it failed. */
function firstLine(said: string | undefined): string | undefined {
  const text = said?.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1');
  return text?.includes('Hook JSON output validation failed') ||
    text?.includes('failed; blocking because') ||
    text?.includes('looks like a JSON object')
    ? text.split('\n')[0]?.replace(/ and the hook got no usable.*$/, '')
    : text;
}
