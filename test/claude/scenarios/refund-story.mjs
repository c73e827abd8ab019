import { delegate, effectOf, emptyCaseFile, escalate, lookup, refund, verify } from '../calls.mjs';
import { denied, failed, ran } from '../compare.mjs';
import { limitLaw, supportLaw } from '../laws.mjs';

const story = {
  law: supportLaw,
  turns: [[lookup], [refund(2000)], [escalate], [verify()], [refund(200)]],
  expect: {
    ledger: [lookup, escalate, verify(), refund(200)].map(effectOf),
    results: [
      ran('A-1042'),
      denied(/^BLOCKED: Over \$500\. Escalate to a human\./, 'mcp__support__escalate_to_human', 'u_004', '2000'),
      ran('T-31'),
      ran('verified'),
      ran('200'),
    ],
    audit: [
      { outcome: 'executed', tool: lookup.name, input: lookup.input, is_error: false },
      { outcome: 'denied', tool: refund(2000).name, input: refund(2000).input, rule: 'refund-limit' },
      { outcome: 'executed', tool: escalate.name, input: escalate.input, is_error: false },
      { outcome: 'executed', tool: verify().name, input: verify().input, is_error: false },
      { outcome: 'executed', tool: refund(200).name, input: refund(200).input, is_error: false },
    ],
    summary: { executed: 4, failed: 0, denied: 1 },
  },
};

const parallel = {
  law: limitLaw,
  turns: [[refund(2000), refund(200)]],
  expect: {
    ledger: [effectOf(refund(200))],
    results: [denied('Over $500'), ran('200')],
    audit: [
      { outcome: 'denied', input: refund(2000).input, rule: 'refund-limit' },
      { outcome: 'executed', input: refund(200).input },
    ],
    summary: { executed: 1, failed: 0, denied: 1 },
  },
};

export default [
  { name: 'the refund story, permissions bypassed', ...story },
  { name: 'the refund story, default permission mode', ...story, mode: 'default' },
  { name: 'the refund story, hooks in the project settings', ...story, scope: 'project' },
  { name: 'the refund story, hooks in the user settings', ...story, scope: 'user', mode: 'default' },
  { name: 'of two parallel refunds exactly the small one runs', ...parallel },
  { name: 'of two parallel refunds exactly the small one runs, default permission mode', ...parallel, mode: 'default' },
  {
    name: 'an amount given as text does not slip past the limit',
    law: supportLaw,
    turns: [[refund('2000')]],
    expect: {
      results: [denied()],
      audit: [{ outcome: 'denied', tool: refund('2000').name }],
      summary: { executed: 0, failed: 0, denied: 1 },
    },
  },
  {
    name: 'a tool that refuses by itself is recorded as failed, not as denied',
    law: supportLaw,
    turns: [[emptyCaseFile]],
    expect: {
      results: [failed('at least one piece of evidence')],
      audit: [{ outcome: 'failed', tool: emptyCaseFile.name, is_error: true }],
      summary: { executed: 0, failed: 1, denied: 0 },
    },
  },
  {
    name: "a subagent's refund is judged too",
    law: limitLaw,
    turns: [[delegate('REFUND-DESK: pay the customer')]],
    agents: { 'REFUND-DESK': [[refund(2000)], [refund(200)]] },
    expect: {
      ledger: [effectOf(refund(200))],
      results: [denied('Over $500'), ran('200'), ran('finished')],
      audit: [
        { outcome: 'denied', input: refund(2000).input, rule: 'refund-limit' },
        { outcome: 'executed', input: refund(200).input },
        { outcome: 'executed', tool: 'Agent' },
      ],
      summary: { executed: 2, failed: 0, denied: 1 },
    },
  },
];
