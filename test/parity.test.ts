// Every decision fixture goes through each way in: the hook, `hooklaw serve`, the library, the Agent SDK's callbacks and a guarded
// dispatcher; with HOOKLAW_EXECUTABLE through the executable's hook and server, too. The hook of the Node build is what the
// others are compared with: verdict, text and records.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventInfo } from '../src/core/event/catalogue.ts';
import { createEngine, type Engine, guardDispatcher, hooklaw, type Law, loadLaw } from '../src/shells/library/main.ts';
import { cleanEnv, type ProcessResult, runProcess, Sandbox } from './support/hook-process.ts';
import { type ParityEvent, type ParityFixture, parityFixtures, projectMark } from './support/parity-fixtures.ts';
import { type HttpAnswer, ServeProcess } from './support/serve-process.ts';

type Json = Record<string, unknown>;

const executable = process.env['HOOKLAW_EXECUTABLE'];

/** What no program can ask the library: it is about bytes that are no event, or about a law that the library does not even load. */
type Reason = 'bytes' | 'no law that compiles';

interface Reference {
  readonly answers: readonly ProcessResult[];
  readonly audit: readonly Json[];
  readonly errors: readonly unknown[];
}

const sandboxes = new Map<string, Sandbox>();
let server: ServeProcess;
let shared: Sandbox;

function sandboxOf({ id }: ParityFixture): Sandbox {
  const sandbox = sandboxes.get(id) ?? new Sandbox();
  sandboxes.set(id, sandbox);
  return sandbox;
}

const projectOf = (fixture: ParityFixture): string => path.join(sandboxOf(fixture).dir, 'project');
const stateOf = (fixture: ParityFixture, way: string): string => path.join(sandboxOf(fixture).dir, `state-${way}`);
const homeOf = (): string => shared.home;

function lawOf(fixture: ParityFixture): string {
  return fixture.law === undefined
    ? (fixture.missingLaw ?? '')
    : sandboxOf(fixture).write(fixture.lawName, fixture.law);
}

function readLines(file: string): Json[] {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Json);
}

/** Each way in has a state folder of its own, which a reason may name. */
function sameFolder<T>(value: T): T {
  if (value === undefined) return value;
  return JSON.parse(
    JSON.stringify(value).replaceAll(/\bstate-(?:hook|exe|serve|library|sdk|dispatcher)\b/g, 'state'),
  ) as T;
}

/** What of a record does not depend on the run. */
function steady({ id: _id, time: _time, ...rest }: Json): Json {
  return sameFolder(rest);
}

const auditOf = (folder: string): Json[] => readLines(path.join(folder, 'audit_log.jsonl')).map(steady);

function faultsOf(folder: string): unknown[] {
  return readLines(path.join(folder, 'errors.jsonl')).map(({ event, session_id, step, error }) => ({
    event,
    session_id,
    step,
    error: sameFolder(error),
  }));
}

beforeAll(async () => {
  shared = new Sandbox();
  const projects = parityFixtures.map(fixture => {
    fs.mkdirSync(projectOf(fixture));
    const place = { project: projectOf(fixture), law: lawOf(fixture), state_dir: stateOf(fixture, 'serve') };
    return [fixture.id, place];
  });
  const file = shared.write('projects.json', JSON.stringify(Object.fromEntries(projects)));
  fs.chmodSync(file, 0o644);
  server = await ServeProcess.start(['--projects', file], {
    home: homeOf(),
    ...(executable === undefined ? {} : { command: [executable] }),
  });
});

afterAll(async () => {
  expect(await server.stop()).toBe(0);
  for (const sandbox of [shared, ...sandboxes.values()]) sandbox.remove();
});

/** The events as they are sent: with the project of the fixture. */
function eventsOf(fixture: ParityFixture): readonly ParityEvent[] {
  const project = JSON.stringify(projectOf(fixture)).slice(1, -1);
  return fixture.events.map(({ named, input }) => ({
    named,
    input: typeof input === 'string' ? input.replaceAll(projectMark, project) : input,
  }));
}

async function askHook(fixture: ParityFixture, way: string, command?: string): Promise<Reference> {
  const sandbox = sandboxOf(fixture);
  const answers: ProcessResult[] = [];
  for (const { named, input } of eventsOf(fixture)) {
    const words = ['hook', ...(named === undefined ? [] : [named]), '--law', lawOf(fixture)];
    const env = { HOME: homeOf(), CLAUDE_PROJECT_DIR: projectOf(fixture) };
    const more = ['--state-dir', stateOf(fixture, way)];
    const result =
      command === undefined
        ? await sandbox.run([...words, ...more], { stdin: input, env })
        : await runProcess(command, [...words, ...more], {
            stdin: input,
            cwd: sandbox.dir,
            env: { ...cleanEnv(homeOf()), ...env },
          });
    answers.push(sameFolder(result));
  }
  return { answers, audit: auditOf(stateOf(fixture, way)), errors: faultsOf(stateOf(fixture, way)) };
}

function fieldsOf({ input }: ParityEvent): Json | undefined {
  if (typeof input !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Objects that JSON cannot hold, or that a process does not even read. */
const beyondReading: readonly string[] = ['inputs-huge-number', 'inputs-deep', 'inputs-too-large'];

/** Why the library cannot be asked; undefined where it can. */
async function notForPrograms(fixture: ParityFixture): Promise<Reason | undefined> {
  if (fixture.law === undefined || (await openLaw(fixture)) === undefined) return 'no law that compiles';
  if (beyondReading.includes(fixture.id)) return 'bytes';
  for (const event of eventsOf(fixture)) {
    const fields = fieldsOf(event);
    if (fields === undefined || saysMore(String(event.input), fields)) return 'bytes';
    expect(event.named ?? fields['hook_event_name']).toBe(fields['hook_event_name']);
  }
  return undefined;
}

/** Whether the text says more than its object holds, such as a key twice. */
function saysMore(text: string, fields: Json): boolean {
  const quotes = (written: string): number => written.split('"').length;
  return quotes(JSON.stringify(fields)) !== quotes(text);
}

async function openLaw(fixture: ParityFixture): Promise<Law | undefined> {
  try {
    return await loadLaw(lawOf(fixture));
  } catch {
    return undefined;
  }
}

async function engineFor(fixture: ParityFixture, way: string): Promise<Engine> {
  const law = await openLaw(fixture);
  if (law === undefined) throw new Error(`${fixture.id} has no law`);
  const session = fieldsOf(fixture.events[0] as ParityEvent)?.['session_id'];
  return createEngine({
    law,
    project: projectOf(fixture),
    stateDir: stateOf(fixture, way),
    env: cleanEnv(homeOf()),
    ...(typeof session === 'string' && session !== '' ? { sessionId: session } : {}),
  });
}

/** An engine gives each event a session; the hook knows only what the event says. */
function withoutGivenSession(lines: readonly unknown[], fixture: ParityFixture): unknown[] {
  const named = fixture.events.every(event => typeof fieldsOf(event)?.['session_id'] === 'string');
  return named ? [...lines] : lines.map(line => ({ ...(line as Json), session_id: undefined }));
}

function outputOf({ stdout }: ProcessResult): Json {
  return stdout === '' ? {} : (JSON.parse(stdout) as Json);
}

function checkAnswer(answer: HttpAnswer, hook: ProcessResult, unjudged: boolean): void {
  expect(answer.status).toBe(200);
  const body = JSON.parse(sameFolder(answer.body)) as Json;
  expect(answer.verdict).toMatch(hook.exit === 2 ? /^(?:deny|block)$/ : /^(?:silent|ask|allow)$/);
  if (hook.stdout !== '') expect(body).toEqual(JSON.parse(hook.stdout));
  else if (hook.exit === 2) expect(body).toEqual({ decision: 'block', reason: hook.stderr.trimEnd() });
  // A server has no exit code that could tell of it.
  else if (unjudged) expect(String(body['systemMessage'])).toMatch(/^hooklaw: this event could not be judged/);
  else expect(body).toEqual({});
}

async function askServer(fixture: ParityFixture, reference: Reference): Promise<void> {
  for (const [at, { named, input }] of eventsOf(fixture).entries()) {
    const event = named === undefined ? '' : `/${named}`;
    const answer = await server.post(`/projects/${fixture.id}/hook${event}`, input);
    const stoppable = named !== undefined && eventInfo(named).role === 'stoppable';
    checkAnswer(answer, reference.answers[at] as ProcessResult, stoppable && reference.errors.length > 0);
  }
  expect(auditOf(stateOf(fixture, 'serve'))).toEqual(reference.audit);
  expect(faultsOf(stateOf(fixture, 'serve'))).toEqual(reference.errors);
}

async function askLibrary(fixture: ParityFixture, reference: Reference): Promise<void> {
  const engine = await engineFor(fixture, 'library');
  for (const [at, event] of eventsOf(fixture).entries()) {
    const hook = reference.answers[at] as ProcessResult;
    const fields = fieldsOf(event) as Json & { hook_event_name: string };
    const judged = await engine.judge(fields);
    const refused = judged.verdict === 'deny' || judged.verdict === 'block';
    expect(refused).toBe(hook.exit === 2);
    if (refused) expect(sameFolder(judged.message)).toBe(hook.stderr.trimEnd());
    const specific = outputOf(hook)['hookSpecificOutput'] as Json | undefined;
    if (!refused) {
      expect(judged.verdict).toBe(specific?.['permissionDecision'] ?? 'silent');
      expect(judged.rewrittenInput).toEqual(specific?.['updatedInput']);
    }
  }
  checkRecords(fixture, 'library', reference);
}

async function askSdk(fixture: ParityFixture, reference: Reference): Promise<void> {
  const hooks = hooklaw({ engine: await engineFor(fixture, 'sdk') });
  for (const [at, event] of eventsOf(fixture).entries()) {
    const hook = reference.answers[at] as ProcessResult;
    const fields = fieldsOf(event) as Json & { hook_event_name: string };
    const callback = hooks[fields.hook_event_name as keyof typeof hooks]?.[0]?.hooks[0];
    if (callback === undefined) {
      // An event that the law has no rules on is not listened to; the hook finds nothing against it.
      expect(outputOf(hook)).toEqual({});
      continue;
    }
    let output: unknown;
    try {
      output = sameFolder(await callback(fields, undefined, { signal: new AbortController().signal }));
    } catch (error) {
      // Thrown is blocked: `onFailure`.
      expect(hook.exit).toBe(2);
      expect(sameFolder((error as Error).message)).toBe(hook.stderr.trimEnd());
      continue;
    }
    if (hook.exit === 2 && hook.stdout === '')
      expect(output).toEqual({ decision: 'block', reason: hook.stderr.trimEnd() });
    else expect(output).toEqual(outputOf(hook));
  }
  checkRecords(fixture, 'sdk', reference);
}

/** Whether these are calls of tools and what became of them, as a dispatcher has them. */
function areCalls(fixture: ParityFixture): boolean {
  return fixture.events.every(event => {
    const fields = fieldsOf(event);
    const name = fields?.['hook_event_name'];
    const input = fields?.['tool_input'];
    if (typeof fields?.['tool_name'] !== 'string' || fields['tool_name'] === '') return false;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return false;
    // Who acts is said by `engine.subagent`, and the mode of permissions is the client's.
    if ('agent_type' in fields || 'agent_id' in fields) return false;
    return name === 'PreToolUse' || name === 'PostToolUse' || name === 'PostToolUseFailure';
  });
}

async function askDispatcher(fixture: ParityFixture, reference: Reference): Promise<void> {
  const engine = await engineFor(fixture, 'dispatcher');
  const events = eventsOf(fixture).map(event => fieldsOf(event) as Json);
  let ending: Json | undefined;
  const ran: unknown[] = [];
  const callTool = guardDispatcher(
    async (_name: string, input: Record<string, unknown>): Promise<unknown> => {
      ran.push(input);
      if (ending?.['hook_event_name'] === 'PostToolUseFailure') throw new Error(String(ending['error']));
      return ending?.['tool_response'] ?? 'done';
    },
    { engine },
  ) as (name: string, input: unknown) => Promise<unknown>;
  for (const [at, fields] of events.entries()) {
    if (fields['hook_event_name'] !== 'PreToolUse') continue;
    const hook = reference.answers[at] as ProcessResult;
    const specific = outputOf(hook)['hookSpecificOutput'] as Json | undefined;
    ending = events[at + 1]?.['hook_event_name'] === 'PreToolUse' ? undefined : events[at + 1];
    const before = ran.length;
    const answer = await callTool(String(fields['tool_name']), structuredClone(fields['tool_input'])).catch(
      (error: Error) => error,
    );
    if (hook.exit === 2) {
      expect(ran.length).toBe(before);
      expect(sameFolder(answer)).toMatchObject({ is_error: true, content: hook.stderr.trimEnd() });
    } else if (specific?.['permissionDecision'] === 'ask') {
      expect(ran.length).toBe(before);
      const question = String(specific['permissionDecisionReason']);
      expect(sameFolder((answer as { content: string }).content)).toBe(
        `BLOCKED: This call needs the approval of a person, and nobody gave it. ${question}`,
      );
    } else {
      expect(ran.slice(before)).toEqual([specific?.['updatedInput'] ?? fields['tool_input']]);
    }
  }
  const denials = (lines: readonly Json[]): unknown[] =>
    lines
      .filter(({ outcome }) => outcome === 'denied')
      .map(({ event, tool, input, rule, reason, failure, decided_by }) => ({
        event,
        tool,
        input,
        rule,
        reason,
        failure,
        decided_by,
      }));
  expect(denials(auditOf(stateOf(fixture, 'dispatcher')))).toEqual(denials(reference.audit));
}

function checkRecords(fixture: ParityFixture, way: string, reference: Reference): void {
  const folder = stateOf(fixture, way);
  expect(withoutGivenSession(auditOf(folder), fixture)).toEqual(withoutGivenSession(reference.audit, fixture));
  expect(withoutGivenSession(faultsOf(folder), fixture)).toEqual(withoutGivenSession(reference.errors, fixture));
}

/** How many fixtures each way in has been asked. */
const asked = { hook: 0, library: 0, dispatcher: 0 };
const left = new Map<Reason, string[]>();

describe('every way in', () => {
  it.concurrent.each(parityFixtures.map(fixture => [fixture.id, fixture] as const))('%s', async (_id, fixture) => {
    const reference = await askHook(fixture, 'hook');
    asked.hook += 1;
    if (executable !== undefined) expect(await askHook(fixture, 'exe', executable)).toEqual(reference);
    await askServer(fixture, reference);
    const reason = await notForPrograms(fixture);
    if (reason !== undefined) {
      left.set(reason, [...(left.get(reason) ?? []), fixture.id]);
      return;
    }
    asked.library += 1;
    await askLibrary(fixture, reference);
    await askSdk(fixture, reference);
    if (!areCalls(fixture)) return;
    asked.dispatcher += 1;
    await askDispatcher(fixture, reference);
  });

  it('has been asked all that it can be asked', () => {
    expect(asked.hook).toBe(parityFixtures.length);
    expect(Object.fromEntries([...left].map(([reason, ids]) => [reason, ids.length]))).toEqual({
      bytes: 19,
      'no law that compiles': 14,
    });
    expect(asked.library).toBe(parityFixtures.length - 33);
    expect(asked.dispatcher).toBeGreaterThan(140);
  });
});
