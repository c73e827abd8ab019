import fs from 'node:fs';
import path from 'node:path';
import { bash, effectOf, escalate, lookup, refund, touchMarker, verify } from '../calls.mjs';
import { denied, failed, ran } from '../compare.mjs';
import { limitLaw, supportLaw } from '../laws.mjs';

/** The first client that stops a call whose HTTP hook fails. */
const minClaude = '2.1.295';

const story = {
  serve: {},
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

/** One call that runs, and then two that must not, since the server answers no more. */
const unanswered = {
  minClaude,
  law: limitLaw,
  turns: [[refund(100)], [refund(200)], [touchMarker]],
  expect: {
    ledger: [effectOf(refund(100))],
    noFiles: ['marker'],
    results: [ran('100'), failed('onFailure'), failed('onFailure')],
    audit: [{ outcome: 'executed', input: refund(100).input }],
    summary: 'any',
  },
};

function changeSettings({ project }, from, to) {
  const file = path.join(project, '.claude', 'settings.local.json');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll(from, to));
}

/** The rule reads a fact that takes two seconds to find out. */
const slowFactLaw = `${limitLaw.replace('context:', "context:\n  late: { command: ['$WORK/late.sh'], timeout: 6s }")}
  - { id: late, kind: authorization, tool: Bash, when: "context.late != 'known'", deny: Not known. }
`;

export default [
  { name: 'over HTTP: the refund story, permissions bypassed', ...story },
  { name: 'over HTTP: the refund story, default permission mode', ...story, mode: 'default' },
  { name: 'over HTTP: the refund story, hooks in the user settings', ...story, scope: 'user', mode: 'default' },
  {
    name: 'over HTTP: of two parallel refunds exactly the small one runs',
    serve: {},
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
  },
  {
    name: 'over HTTP: the server is killed in the middle, and no further call runs',
    serve: { signals: { 2: 'SIGKILL' } },
    ...unanswered,
  },
  {
    name: 'over HTTP: the server ends in the middle, and no further call runs',
    serve: { signals: { 2: 'SIGTERM' } },
    ...unanswered,
  },
  {
    name: 'over HTTP: the server hangs, and the call is stopped when its time is over',
    ...unanswered,
    serve: { signals: { 2: 'SIGSTOP' } },
    // The client waits on every event that follows, too.
    before: place => changeSettings(place, '"timeout": 15', '"timeout": 3'),
    turns: [[refund(100)], [refund(200)]],
    expect: { ...unanswered.expect, results: [ran('100'), failed('onFailure')], audit: 'any', errors: undefined },
  },
  {
    name: 'over HTTP: a server that answers slowly is waited for',
    serve: {},
    law: slowFactLaw,
    before: ({ work }) =>
      fs.writeFileSync(path.join(work, 'late.sh'), '#!/bin/sh\nsleep 2\necho known\n', { mode: 0o755 }),
    turns: [[bash('echo in time')], [refund(2000)]],
    expect: {
      results: [ran('in time'), denied('Over $500')],
      audit: [
        { outcome: 'executed', tool: 'Bash' },
        { outcome: 'denied', input: refund(2000).input, rule: 'refund-limit' },
      ],
      summary: { executed: 1, failed: 0, denied: 1 },
    },
  },
  {
    name: 'over HTTP: a server that is too slow denies by itself, before the client gives up',
    serve: { args: ['--deadline', '1s'] },
    law: slowFactLaw,
    before: ({ work }) => fs.writeFileSync(path.join(work, 'late.sh'), '#!/bin/sh\nsleep 30\n', { mode: 0o755 }),
    turns: [[touchMarker]],
    expect: {
      results: [denied()],
      noFiles: ['marker'],
      audit: [{ outcome: 'denied', tool: 'Bash' }],
      summary: { executed: 0, failed: 0, denied: 1 },
      errors: /late|longer/,
    },
  },
  {
    name: 'over HTTP: without the token nothing runs, and the model reads why',
    serve: {},
    law: limitLaw,
    before: place => changeSettings(place, 'Bearer $HOOKLAW_TOKEN', 'Bearer $OTHER'),
    turns: [[refund(200)], [touchMarker]],
    expect: {
      results: [denied('brings no token'), denied('brings no token')],
      noFiles: ['marker'],
      summary: undefined,
    },
  },
];
