// Every fixture of the shell hook goes through `hooklaw serve` as well, and comes to the same verdict, text and records.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventInfo } from '../src/core/event/catalogue.ts';
import type { JsonValue } from '../src/core/json/json-value.ts';
import { makeHookInput, readHookInputs, usualLaw } from './support/hook-inputs.ts';
import { Sandbox } from './support/hook-process.ts';
import { ServeProcess } from './support/serve-process.ts';

interface DecisionRow {
  readonly id: string;
  readonly law: { readonly [key: string]: JsonValue };
  readonly event: { readonly [key: string]: unknown };
  readonly context?: { readonly [name: string]: JsonValue };
}

/** One fixture: a law, an event, and the event that the settings name. */
interface Fixture {
  readonly id: string;
  readonly law: string | Uint8Array | undefined;
  /** A law file that is named and not there. */
  readonly missingLaw?: string;
  readonly lawName: string;
  readonly named: string | undefined;
  readonly input: string | Uint8Array;
}

const corpus = path.join(import.meta.dirname, 'corpus');

/** Rows about the hook's own command line, for which HTTP has no counterpart. */
const aboutOptions = ['bad-flag', 'bad-flag-value', 'bad-deadline', 'extra-word'];

function decisionFixtures(): Fixture[] {
  const lines = fs.readFileSync(path.join(corpus, 'decisions.jsonl'), 'utf8').split('\n');
  return lines
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as DecisionRow)
    .map(({ id, law, event, context }) => ({
      id: `decisions-${id}`,
      law: JSON.stringify(context === undefined ? law : { ...law, context: literals(context) }),
      lawName: 'law.json',
      named: (event['hook_event_name'] as string | undefined) ?? 'PreToolUse',
      input: JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', ...event }),
    }));
}

/** Facts that a row gives are given by its law, since a process cannot be handed them. */
function literals(context: { readonly [name: string]: JsonValue }): JsonValue {
  return Object.fromEntries(Object.entries(context).map(([name, value]) => [name, { value }])) as JsonValue;
}

function inputFixtures(): Fixture[] {
  return readHookInputs()
    .filter(({ id }) => !aboutOptions.includes(id))
    .map(row => {
      const missing = row.args.indexOf('--law');
      const law = row.law_base64 === undefined ? (row.law ?? usualLaw) : Buffer.from(row.law_base64, 'base64');
      return {
        id: `inputs-${row.id}`,
        law: missing === -1 ? law : undefined,
        ...(missing === -1 ? {} : { missingLaw: row.args[missing + 1] ?? '' }),
        lawName: 'law.yaml',
        named: row.args.find(word => !word.startsWith('-') && word !== row.args[missing + 1]),
        input: makeHookInput(row),
      };
    });
}

const fixtures = [...decisionFixtures(), ...inputFixtures()];

/** What of a record depends on the run. */
function steady(line: Record<string, unknown>): Record<string, unknown> {
  const { id: _id, time: _time, ...rest } = line;
  return rest;
}

const sandboxes = new Map<string, Sandbox>();
const stateOf = (fixture: Fixture): string => path.join(sandboxOf(fixture).dir, 'served');
let server: ServeProcess;
let home: Sandbox;

function sandboxOf({ id }: Fixture): Sandbox {
  const sandbox = sandboxes.get(id) ?? new Sandbox();
  sandboxes.set(id, sandbox);
  return sandbox;
}

function lawOf(fixture: Fixture): string {
  return fixture.law === undefined
    ? (fixture.missingLaw ?? '')
    : sandboxOf(fixture).write(fixture.lawName, fixture.law);
}

beforeAll(async () => {
  home = new Sandbox();
  const projects = fixtures.map(fixture => {
    const project = path.join(sandboxOf(fixture).dir, 'project');
    fs.mkdirSync(project);
    return [fixture.id, { project, law: lawOf(fixture), state_dir: stateOf(fixture) }];
  });
  const file = home.write('projects.json', JSON.stringify(Object.fromEntries(projects)));
  fs.chmodSync(file, 0o644);
  server = await ServeProcess.start(['--projects', file], { home: home.home });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
  for (const sandbox of [home, ...sandboxes.values()]) sandbox.remove();
});

describe('what comes by HTTP', () => {
  it('is every fixture of the hook', () => {
    expect(fixtures.length).toBeGreaterThan(125);
  });

  it.concurrent.each(fixtures.map(fixture => [fixture.id, fixture] as const))('%s', async (_id, fixture) => {
    const sandbox = sandboxOf(fixture);
    const event = fixture.named === undefined ? [] : [fixture.named];
    const hook = await sandbox.hook([...event, '--law', lawOf(fixture)], fixture.input, {
      env: { CLAUDE_PROJECT_DIR: path.join(sandbox.dir, 'project') },
    });
    const answer = await server.post(
      `/projects/${fixture.id}/hook${event.map(name => `/${name}`).join('')}`,
      fixture.input,
    );

    expect(answer.status).toBe(200);
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    const refused = hook.exit === 2;
    expect(answer.verdict).toMatch(refused ? /^(?:deny|block)$/ : /^(?:silent|ask|allow)$/);
    if (hook.stdout !== '') expect(body).toEqual(JSON.parse(hook.stdout));
    else if (fixture.named !== undefined && eventInfo(fixture.named).role === 'stoppable')
      expect(String(body['systemMessage'])).toMatch(/^hooklaw: this event could not be judged/);
    else expect(body).toEqual({});

    const served = { lines: (name: string) => readLines(path.join(stateOf(fixture), name)) };
    expect(served.lines('audit_log.jsonl').map(steady)).toEqual(sandbox.lines('audit_log.jsonl').map(steady));
    const faults = (lines: Record<string, unknown>[]): unknown[] =>
      lines.map(({ event: on, session_id, step, error }) => ({ on, session_id, step, error }));
    expect(faults(served.lines('errors.jsonl'))).toEqual(faults(sandbox.lines('errors.jsonl')));
  });
});

function readLines(file: string): Record<string, unknown>[] {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Record<string, unknown>);
}
