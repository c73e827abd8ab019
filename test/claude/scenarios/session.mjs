import fs from 'node:fs';
import path from 'node:path';
import { bash, caseFile, effectOf, refund } from '../calls.mjs';
import { denied, ran } from '../compare.mjs';
import { limitLaw, promptLaw, stopLaw, tierFileLaw } from '../laws.mjs';

/** Wires hooklaw into an event that the installation leaves out, in the form of its other entries. */
function wireAlso(event) {
  return ({ project }) => {
    const file = path.join(project, '.claude', 'settings.local.json');
    const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
    const hook = settings.hooks.Stop[0].hooks[0];
    const args = hook.args.map(word => (word === 'Stop' ? event : word));
    settings.hooks[event] ??= [{ hooks: [{ ...hook, args }] }];
    fs.writeFileSync(file, JSON.stringify(settings));
  };
}

export default [
  {
    name: 'the law is frozen: an agent that loosens its file is still held to what was approved',
    law: limitLaw,
    turns: [
      [bash("sed -i 's/input.amount > 500/input.amount > 5000/' ../law/hooklaw.yaml")],
      [refund(2000)],
      [refund(200)],
    ],
    expect: {
      results: [ran(), denied('hooklaw approve'), ran()],
      ledger: [effectOf(refund(200))],
      audit: [
        { outcome: 'executed', tool: 'Bash' },
        { outcome: 'denied', rule: 'refund-limit' },
        { outcome: 'executed', tool: refund(200).name },
      ],
      summary: { executed: 2, failed: 0, denied: 1 },
    },
  },
  {
    name: 'the law is frozen: an agent that deletes its file is still held to it, and is not locked out',
    law: limitLaw,
    turns: [[bash('rm ../law/hooklaw.yaml')], [refund(2000)], [refund(200)]],
    expect: {
      results: [ran(), denied('stays in force'), ran()],
      ledger: [effectOf(refund(200))],
      audit: [
        { outcome: 'executed', tool: 'Bash' },
        { outcome: 'denied', rule: 'refund-limit' },
        { outcome: 'executed', tool: refund(200).name },
      ],
      summary: { executed: 2, failed: 0, denied: 1 },
    },
  },
  {
    name: 'the context is frozen: a customer is not upgraded in the middle of a session',
    law: tierFileLaw,
    before: ({ work }) => fs.writeFileSync(path.join(work, 'session.json'), '{"tier":"free"}', { mode: 0o600 }),
    turns: [[caseFile], [bash(`echo '{"tier":"premium"}' > ../session.json`)], [caseFile]],
    expect: {
      results: [denied('Free-tier users'), ran(), denied('Free-tier users')],
      audit: [
        { outcome: 'denied', rule: 'no-case-files-on-free' },
        { outcome: 'executed', tool: 'Bash' },
        { outcome: 'denied', rule: 'no-case-files-on-free' },
      ],
      summary: { executed: 1, failed: 0, denied: 2 },
    },
  },
  {
    name: 'a prompt that the law rejects never reaches the model',
    law: promptLaw,
    before: wireAlso('UserPromptSubmit'),
    turns: [],
    expect: {
      final: 'The desk is closed today.',
      requests: 0,
      results: [],
      audit: [{ outcome: 'denied', event: 'UserPromptSubmit', rule: 'desk-closed' }],
      summary: { executed: 0, failed: 0, denied: 1 },
    },
  },
  {
    name: 'a session that must not end yet goes on, once',
    law: stopLaw,
    turns: [],
    expect: {
      requests: 2,
      results: [],
      modelReads: ['Say goodbye to the customer first.'],
      summary: { executed: 0, failed: 0, denied: 0 },
    },
  },
];
