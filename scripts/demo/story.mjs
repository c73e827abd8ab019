import { isDeepStrictEqual } from 'node:util';
import { findHandover } from './handover.mjs';
import { showCall, showOutcome, showStep } from './transcript.mjs';

const tool = name => `mcp__support__${name}`;
const refund = (order_id, amount) => ({ user_id: 'u_004', order_id, amount });
const verification = { customer_id: 'u_004', code: '1234' };

/** Plays the refund story in a session; gives what the hand-over call was, as read from the denial. */
export async function playStory(session) {
  let step = 0;
  const play = async (title, name, input) => {
    step += 1;
    showStep(step, title);
    showCall(name, input);
    const outcome = await session.call(name, input);
    showOutcome(outcome);
    return outcome;
  };

  await play('The agent reads the order.', tool('lookup_order'), { order_id: 'A-1042' });
  const denial = await play('It tries to refund $2,000.', tool('refund_customer'), refund('A-1042', 2000));
  const handover = findHandover(denial.verdict.reason ?? '');
  if (handover !== undefined) {
    await play('It makes the call that the denial holds ready.', handover.tool, handover.input);
  }
  const small = refund('A-1043', 200);
  await play('A refund of $200 is within the limit, but who is asking?', tool('refund_customer'), small);
  await play('The customer tells the code that they were sent.', tool('verify_identity'), verification);
  await play('Now the refund is within the law.', tool('refund_customer'), small);
  await play('The customer asks for it once more.', tool('refund_customer'), small);
  return { denial, handover };
}

const expectedHandover = {
  tool: tool('escalate_to_human'),
  input: {
    customer_id: 'u_004',
    cause: 'refund over the limit',
    amount: 2000,
    recommended_action: 'review the order and decide on the refund',
  },
};

const expectedLedger = [
  { tool: 'lookup_order', input: { order_id: 'A-1042' } },
  { tool: 'escalate_to_human', input: expectedHandover.input },
  { tool: 'verify_identity', input: verification },
  { tool: 'refund_customer', input: refund('A-1043', 200) },
];

const expectedAudit = [
  ['executed', tool('lookup_order')],
  ['denied', tool('refund_customer')],
  ['executed', tool('escalate_to_human')],
  ['denied', tool('refund_customer')],
  ['executed', tool('verify_identity')],
  ['executed', tool('refund_customer')],
  ['denied', tool('refund_customer')],
];

/** Where a played story differs from what must happen, one line each. */
export function findDifferences({ denial, handover, ledger, audit, summaries, errors, sessionId }) {
  const counts = summaries.map(row => [row.session_id, row.executed, row.failed, row.denied]);
  return [
    ...expectEqual('the hand-over call', expectedHandover, handover),
    ...expectEqual('the ledger', expectedLedger, ledger),
    ...expectEqual(
      'the audit log',
      expectedAudit,
      audit.map(row => [row.outcome, row.tool]),
    ),
    ...expectEqual('the session summaries', [[sessionId, 4, 0, 3]], counts),
    ...expectEqual('the errors', [], errors),
    ...(denial.verdict.reason?.startsWith('BLOCKED: Over $500.')
      ? []
      : ['the denial does not read `BLOCKED: Over $500.`']),
  ];
}

function expectEqual(what, wanted, got) {
  if (isDeepStrictEqual(got, wanted)) return [];
  return [`${what}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`];
}
