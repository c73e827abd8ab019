import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { hookWords, plainEnvironment, runProgram, temporaryFolder } from './run-hook.mjs';

const refund = 'mcp__support__refund_customer';
const verify = 'mcp__support__verify_identity';

const budgetLaw = `hooklaw: 1
rules:
  - id: budget
    kind: policy
    tool: ${refund}
    budget: { spend: input.amount, limit: 1000, window: day, zone: UTC }
    deny: The budget is spent.
`;

const wholeLaw = `${budgetLaw}
  - id: identity-first
    kind: policy
    tool: ${refund}
    requires: { tool: ${verify}, where: result.verified }
    deny: Verify first.
  - id: once
    kind: policy
    tool: ${refund}
    once: input.order_id
    deny: Refunded already.
`;

/** A desk whose state folder both programs use. */
function openDesk(lawText) {
  const folder = temporaryFolder();
  const law = path.join(folder, 'law.yaml');
  fs.writeFileSync(law, lawText);
  return { folder, law };
}

function asEvent(event, tool, input, id, more) {
  return { session_id: 's', hook_event_name: event, tool_name: tool, tool_input: input, tool_use_id: id, ...more };
}

function words({ folder, law }, event) {
  return hookWords(event, law, path.join(folder, 'state'));
}

/** Tells one program of an event; gives the rule that denied, or what else came of it. */
function tell(program, desk, event) {
  const result = runProgram(program, words(desk, event.hook_event_name), {
    input: JSON.stringify(event),
    cwd: desk.folder,
    env: plainEnvironment(desk.folder),
  });
  return verdictOf(result);
}

function verdictOf({ status, stdout, stderr }) {
  if (status === 0 && stdout === '') return 'silent';
  return /\[rule ([\w-]+)\]\s*$/.exec(stderr)?.[1] ?? `exit ${status}: ${stdout}${stderr}`;
}

/** The same as `tell`, without waiting for it. */
async function tellAtOnce(program, desk, event) {
  const child = spawn(program.command, [...program.args, ...words(desk, event.hook_event_name)], {
    cwd: desk.folder,
    env: plainEnvironment(desk.folder),
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', part => {
      output[name] += part;
    });
  }
  child.stdin.end(JSON.stringify(event));
  const [status] = await once(child, 'close');
  return verdictOf({ status, ...output });
}

const pay = (order_id, amount, id = order_id) => asEvent('PreToolUse', refund, { order_id, amount }, id);
const paid = (order_id, amount) =>
  asEvent('PostToolUse', refund, { order_id, amount }, order_id, { tool_response: [{ type: 'text', text: '{}' }] });
const refused = (order_id, amount) =>
  asEvent('PostToolUseFailure', refund, { order_id, amount }, order_id, { error: 'refused by the bank' });
const verified = asEvent('PostToolUse', verify, {}, 'v', {
  tool_response: [{ type: 'text', text: '{"verified":true}' }],
});
const stoppedByOther = (order_id, amount) => ({
  session_id: 's',
  hook_event_name: 'PostToolBatch',
  tool_calls: [
    {
      tool_name: refund,
      tool_input: { order_id, amount },
      tool_use_id: order_id,
      tool_response: `PreToolUse:${refund} hook error: no`,
    },
  ],
});

/** What is told to the two programs in turn, and what each has to say by what the other has written. */
const story = [
  [pay('o1', 400), 'identity-first'],
  [verified, 'silent'],
  [pay('o1', 400), 'silent'],
  [pay('o2', 400), 'silent'],
  [pay('o3', 201), 'budget'],
  [paid('o1', 400), 'silent'],
  [pay('o1', 1, 'again'), 'once'],
  [refused('o2', 400), 'silent'],
  [pay('o3', 600), 'silent'],
  [pay('o4', 1), 'budget'],
  [stoppedByOther('o3', 600), 'silent'],
  [pay('o3', 600, 'o3-2'), 'silent'],
];

function playInTurn(programs) {
  const desk = openDesk(wholeLaw);
  for (const [at, [event, expected]] of story.entries()) {
    const program = programs[at % programs.length];
    const said = tell(program, desk, event);
    if (said !== expected) return `step ${at + 1}, ${program.name}: ${said} instead of ${expected}`;
  }
  return undefined;
}

/** Twelve refunds of 250 at once from a budget of 1000, the first calls of all, by both programs: four are let through. */
async function playAtOnce(programs) {
  const desk = openDesk(budgetLaw);
  const said = await Promise.all(
    Array.from({ length: 12 }, (_, at) => tellAtOnce(programs[at % programs.length], desk, pay(`o${at}`, 250))),
  );
  const counts = Object.fromEntries(
    [...new Set(said)].map(word => [word, said.filter(other => other === word).length]),
  );
  return counts.silent === 4 && counts.budget === 8 ? undefined : JSON.stringify(counts);
}

/** Both programs keep one and the same memory, in turn and at once. */
export function sharedStateChecks({ executable, node }) {
  return [
    {
      name: 'goes on where the Node build left off, and the other way round',
      run: () => playInTurn([node, executable]),
    },
    { name: 'is followed by the Node build, and the other way round', run: () => playInTurn([executable, node]) },
    { name: 'spends no budget twice together with the Node build', run: () => playAtOnce([node, executable]) },
  ];
}
