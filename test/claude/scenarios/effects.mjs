import { effectOf, refund, touchMarker } from '../calls.mjs';
import { denied, failed, ran } from '../compare.mjs';
import { askLaw, bashLaw, permissionLaw, rewriteLaw, warnLaw } from '../laws.mjs';

const builtIn = {
  law: bashLaw,
  turns: [[touchMarker]],
  expect: {
    results: [denied('No markers here.', 'Say what you would have marked.')],
    noFiles: ['marker'],
    audit: [{ outcome: 'denied', tool: 'Bash', rule: 'no-marker' }],
    summary: { executed: 0, failed: 0, denied: 1 },
  },
};

const ask = {
  law: askLaw,
  turns: [[refund(200)]],
  expect: {
    results: [failed('Is this refund agreed?')],
    audit: [{ outcome: 'asked', input: refund(200).input, rule: 'large-refund' }],
    summary: { executed: 0, failed: 0, denied: 0 },
  },
};

export default [
  { name: 'a built-in tool is denied by rule', ...builtIn },
  { name: 'a built-in tool is denied by rule, default permission mode', ...builtIn, mode: 'default' },
  {
    name: 'a permission that the client asks for is refused by rule',
    ...builtIn,
    law: permissionLaw,
    mode: 'default',
    expect: {
      ...builtIn.expect,
      audit: [{ outcome: 'denied', event: 'PermissionRequest', tool: 'Bash', rule: 'no-marker' }],
    },
  },
  {
    name: 'a rewrite changes its field and keeps the others',
    law: rewriteLaw,
    turns: [[refund(200, { note: 'late delivery' })]],
    expect: {
      ledger: [effectOf(refund(100, { note: 'late delivery' }))],
      results: [ran('100')],
      audit: [{ outcome: 'executed', input: refund(100, { note: 'late delivery' }).input }],
      summary: { executed: 1, failed: 0, denied: 0 },
    },
  },
  {
    name: 'the model reads a warning, and the call runs',
    law: warnLaw,
    turns: [[refund(200)]],
    expect: {
      ledger: [effectOf(refund(200))],
      results: [ran('200')],
      modelReads: ['Thank the customer for their patience.'],
      audit: [{ outcome: 'executed', input: refund(200).input }],
      summary: { executed: 1, failed: 0, denied: 0 },
    },
  },
  { name: 'a call that needs asking does not run where nobody can be asked', ...ask },
  {
    name: 'a call that needs asking does not run where nobody can be asked, default permission mode',
    ...ask,
    mode: 'default',
  },
];
