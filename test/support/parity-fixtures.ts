import fs from 'node:fs';
import path from 'node:path';
import type { JsonValue } from '../../src/core/json/json-value.ts';
import { makeHookInput, readHookInputs, usualLaw } from './hook-inputs.ts';
import { packNames, readCalls } from './labelled-calls.ts';

/** Stands in an event for the project of the fixture. */
export const projectMark = '@project@';

/** An event that goes through every way in, and the event that the settings name. */
export interface ParityEvent {
  readonly named: string | undefined;
  readonly input: string | Uint8Array;
}

/** A law, and the events of one session in their order. */
export interface ParityFixture {
  readonly id: string;
  readonly law: string | Uint8Array | undefined;
  /** A law file that is named and not there. */
  readonly missingLaw?: string;
  readonly lawName: string;
  readonly events: readonly ParityEvent[];
}

interface DecisionRow {
  readonly id: string;
  readonly law: { readonly [key: string]: JsonValue };
  readonly event: { readonly [key: string]: unknown };
  readonly context?: { readonly [name: string]: JsonValue };
}

const corpus = path.join(import.meta.dirname, '..', 'corpus');

/** Rows about the hook's own command line, for which nothing else has a counterpart. */
const aboutOptions = ['bad-flag', 'bad-flag-value', 'bad-deadline', 'extra-word'];

/** Facts that a row gives are given by its law, since a process cannot be handed them. */
function literals(context: { readonly [name: string]: JsonValue }): JsonValue {
  return Object.fromEntries(Object.entries(context).map(([name, value]) => [name, { value }])) as JsonValue;
}

function decisionFixtures(): ParityFixture[] {
  const lines = fs.readFileSync(path.join(corpus, 'decisions.jsonl'), 'utf8').split('\n');
  return lines
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as DecisionRow)
    .map(({ id, law, event, context }) => ({
      id: `decisions-${id}`,
      law: JSON.stringify(context === undefined ? law : { ...law, context: literals(context) }),
      lawName: 'law.json',
      events: [
        {
          named: (event['hook_event_name'] as string | undefined) ?? 'PreToolUse',
          input: JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', ...event }),
        },
      ],
    }));
}

function inputFixtures(): ParityFixture[] {
  return readHookInputs()
    .filter(({ id }) => !aboutOptions.includes(id))
    .map(row => {
      const missing = row.args.indexOf('--law');
      const law = row.law_base64 === undefined ? (row.law ?? usualLaw) : Buffer.from(row.law_base64, 'base64');
      const named = row.args.find(word => !word.startsWith('-') && word !== row.args[missing + 1]);
      return {
        id: `inputs-${row.id}`,
        law: missing === -1 ? law : undefined,
        ...(missing === -1 ? {} : { missingLaw: row.args[missing + 1] ?? '' }),
        lawName: 'law.yaml',
        events: [{ named, input: makeHookInput(row) }],
      };
    });
}

/** One labelled call in so many goes through every way in, spread over all topics. */
const callsApart = 40;

/** Calls under all packs: what a call would do is found out in the same way everywhere. */
function packFixtures(): ParityFixture[] {
  const law = JSON.stringify({ hooklaw: 1, extends: packNames.map(name => `hooklaw:${name}`) });
  const files = fs.readdirSync(path.join(corpus, 'calls')).sort();
  const rows = files.flatMap(name => readCalls(path.join(corpus, 'calls', name)));
  return rows
    .filter(({ when, files: wanted, platform }) => when === undefined && wanted === undefined && platform === undefined)
    .filter((_row, at) => at % callsApart === 0)
    .map(({ id, tool, input }) => ({ id: `packs-${id}`, law, lawName: 'law.json', events: [toolEvent(tool, input)] }));
}

let calls = 0;

function toolEvent(tool: string, input: unknown, event = 'PreToolUse', more: object = {}): ParityEvent {
  calls += 1;
  const fields = {
    session_id: 's',
    cwd: projectMark,
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${calls}`,
  };
  return { named: event, input: JSON.stringify({ hook_event_name: event, ...fields, ...more }) };
}

/** A call that ran: judged before, reported after. */
function ran(tool: string, input: unknown, response: unknown = 'done'): ParityEvent[] {
  const before = toolEvent(tool, input);
  const fields = JSON.parse(String(before.input)) as object;
  const after = { ...fields, hook_event_name: 'PostToolUse', tool_response: response, duration_ms: 1 };
  return [before, { named: 'PostToolUse', input: JSON.stringify(after) }];
}

function failed(tool: string, input: unknown): ParityEvent[] {
  const before = toolEvent(tool, input);
  const fields = JSON.parse(String(before.input)) as object;
  const after = { ...fields, hook_event_name: 'PostToolUseFailure', error: 'no such order', is_interrupt: false };
  return [before, { named: 'PostToolUseFailure', input: JSON.stringify(after) }];
}

const plain = (event: string, more: object = {}): ParityEvent => ({
  named: event,
  input: JSON.stringify({ hook_event_name: event, session_id: 's', cwd: projectMark, ...more }),
});

const stateful = `
hooklaw: 1
context:
  user_id: { value: u_004 }
rules:
  - id: identity-first
    kind: authorization
    tool: refund
    requires: { tool: verify, where: call.customer_id == context.user_id }
    deny: The identity of the customer is not verified.
    instead: Call verify first.
  - id: weekly
    kind: policy
    tool: refund
    budget: { spend: input.amount, limit: 100, per: context.user_id, window: week, zone: UTC }
    deny: The budget of the week is spent.
    handoff: { tool: escalate, with: { customer_id: "{{ context.user_id }}", amount: "{{ input.amount }}" } }
  - id: once
    kind: policy
    tool: refund
    once: input.order
    deny: This order was refunded already.
  - id: cap
    kind: policy
    tool: search
    when: input.limit > 10
    rewrite: { limit: "10" }
  - id: publish
    kind: policy
    tool: publish
    when: "true"
    ask: Somebody has to look at it.
`;

function statefulFixtures(): ParityFixture[] {
  const verify = ran('verify', { customer_id: 'u_004' });
  const refund = (order: string, amount: number): ParityEvent[] => ran('refund', { order, amount });
  const stories: Record<string, readonly ParityEvent[]> = {
    'budget of several calls': [
      ...verify,
      ...refund('a', 60),
      ...refund('b', 30),
      toolEvent('refund', { order: 'c', amount: 11 }),
      ...refund('d', 10),
    ],
    'prerequisite that is missing': [toolEvent('refund', { order: 'a', amount: 1 }), ...verify, ...refund('a', 1)],
    'prerequisite for somebody else': [
      ...ran('verify', { customer_id: 'u_999' }),
      toolEvent('refund', { order: 'a', amount: 1 }),
    ],
    'once for an order': [...verify, ...refund('a', 5), toolEvent('refund', { order: 'a', amount: 5 })],
    'a failure gives back': [...verify, ...failed('refund', { order: 'a', amount: 100 }), ...refund('b', 100)],
    'an amount that is no number': [...verify, toolEvent('refund', { order: 'a', amount: 'all' })],
    'a changed input': ran('search', { query: 'x', limit: 50 }),
    'a question': [toolEvent('publish', { page: 'home' })],
    'a whole session': [
      plain('SessionStart', { source: 'startup' }),
      plain('UserPromptSubmit', { prompt: 'Refund me.' }),
      ...verify,
      ...refund('a', 10),
      plain('Stop', { stop_hook_active: false }),
      plain('SessionEnd', { reason: 'other' }),
    ],
  };
  return Object.entries(stories).map(([story, events]) => ({
    id: `state-${story.replaceAll(' ', '-')}`,
    law: stateful,
    lawName: 'law.yaml',
    events,
  }));
}

/** What goes through every way in. */
export const parityFixtures: readonly ParityFixture[] = [
  ...decisionFixtures(),
  ...inputFixtures(),
  ...packFixtures(),
  ...statefulFixtures(),
];
