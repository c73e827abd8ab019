/** Rules with a memory: what was verified, spent and used before; in one session, in several, and at the same time. */
import fs from 'node:fs';
import path from 'node:path';
import {
  bash,
  caseFile,
  delegate,
  effectOf,
  escalate,
  lookup,
  lookupUser,
  refund,
  refundOf,
  verify,
} from '../calls.mjs';
import { denied, failed, ran } from '../compare.mjs';
import { askedBudgetLaw, deploymentLaw, handoverLaw, oneTouchLaw, supportLaw } from '../laws.mjs';

/** The call runs; `input` is what it runs with, where a rule changes it. */
const runs = (call, input = call.input) => ({
  call,
  result: ran(),
  audit: { outcome: 'executed', tool: call.name, input },
  effect: call.name.startsWith('mcp__') ? effectOf({ ...call, input }) : undefined,
});

/** A rule of the law stops the call. */
const stopped = (call, rule, ...says) => ({
  call,
  result: denied(...says, `[rule ${rule}]`),
  audit: { outcome: 'denied', tool: call.name, rule },
});

/** The tool itself says no. */
const fails = (call, ...says) => ({ call, result: failed(...says), audit: { outcome: 'failed', tool: call.name } });

/** Somebody else stops the call: another hook, or a permission rule. */
const stoppedByOther = (call, ...says) => ({ call, result: failed(...says) });

function expectation(steps) {
  const audit = steps.flatMap(step => step.audit ?? []);
  const count = outcome => audit.filter(row => row.outcome === outcome).length;
  return {
    results: steps.map(step => step.result),
    ledger: steps.flatMap(step => step.effect ?? []),
    audit,
    summary: { executed: count('executed'), failed: count('failed'), denied: count('denied') },
  };
}

/** A session whose calls are made one after the other. */
const oneByOne = steps => ({ turns: steps.map(step => [step.call]), expect: expectation(steps) });

/** The project's settings get one more hook on PreToolUse, which denies what holds a text. */
function otherHookDenies(text) {
  return ({ project }) => {
    const command = `grep -q '${text}' && { echo 'not in the mood' >&2; exit 2; }; exit 0`;
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } };
    fs.writeFileSync(path.join(project, '.claude', 'settings.json'), JSON.stringify(settings));
  };
}

/** The project's settings get one more hook on PreToolUse, which puts another input in place of one that holds a text. */
function otherHookChanges(text, updatedInput) {
  const output = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput } };
  return ({ project }) => {
    const command = `grep -q '${text}' && echo '${JSON.stringify(output)}'; exit 0`;
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } };
    fs.writeFileSync(path.join(project, '.claude', 'settings.json'), JSON.stringify(settings));
  };
}

function denyByPermission(rule) {
  return ({ project }) => {
    const settings = { permissions: { deny: [rule] } };
    fs.writeFileSync(path.join(project, '.claude', 'settings.json'), JSON.stringify(settings));
  };
}

const orders = ['A-1042', 'A-1044', 'A-1045', 'A-1046', 'A-1047'];

/** Five refunds of 500 from a budget of 2000: four of them run, whichever. */
const fourOfFive = {
  ledger: entries =>
    entries.filter(({ tool }) => tool === 'refund_customer').length === 4 &&
    new Set(entries.map(({ input }) => JSON.stringify(input))).size === entries.length,
};

const identity = [
  stopped(refund(200), 'identity-first', 'Call mcp__support__verify_identity first.'),
  runs(verify('u_999')),
  runs(verify('u_004', '0000')),
  stopped(refund(200), 'identity-first'),
  runs(verify()),
  runs(refund(200)),
];

const week = [
  runs(verify()),
  ...['A-1044', 'A-1045', 'A-1046'].map(order => runs(refundOf(order, 500))),
  runs(refundOf('A-1042', 400)),
  stopped(refundOf('A-1047', 101), 'weekly-refund-budget', '1900 of 2000 is spent this week'),
  runs(refundOf('A-1047', 100)),
  stopped(refundOf('A-1043', 1), 'weekly-refund-budget'),
];

const once = [
  runs(verify()),
  fails(refundOf('A-1043', 300), 'more than the order has cost'),
  runs(refundOf('A-1043', 150)),
  stopped(refundOf('A-1043', 50), 'one-refund-per-order', 'This order has been refunded already.'),
  runs(refundOf('A-1044', 50)),
];

const dryRun = [runs(verify()), runs(refund(200), { ...refund(200).input, dry_run: true })];

const ownAccount = [
  stopped(lookupUser('u_999'), 'own-account-only'),
  runs(lookupUser('u_004')),
  runs(verify()),
  stopped(refund(20, { user_id: 'u_999' }), 'own-account-only'),
];

const anotherHook = [
  runs(verify()),
  stoppedByOther(refundOf('A-1044', 499), 'not in the mood'),
  ...['A-1044', 'A-1045', 'A-1046', 'A-1047'].map(order => runs(refundOf(order, 500))),
  stopped(refundOf('A-1043', 1), 'weekly-refund-budget', '2000 of 2000'),
];

const changed = refundOf('A-1044', 450).input;
const changedByOther = [
  runs(verify()),
  runs(refundOf('A-1044', 99), changed),
  ...['A-1045', 'A-1046', 'A-1047'].map(order => runs(refundOf(order, 500))),
  stopped(refundOf('A-1043', 51), 'weekly-refund-budget', '1950 of 2000'),
];

const agreed = [
  { ...stoppedByOther(refund(90), 'has to be agreed to'), audit: { outcome: 'asked', rule: 'agreed' } },
  runs(refund(60)),
  stopped(refund(41), 'hundred', '60 of 100'),
];

const permission = [
  stoppedByOther(bash('touch forbidden'), 'has been denied'),
  runs(bash('touch one')),
  stopped(bash('touch two'), 'one-touch'),
];

const firstRun = [runs(verify()), runs(refundOf('A-1044', 500))];
const resumedRun = [stopped(refundOf('A-1044', 1), 'one-refund-per-order'), runs(refundOf('A-1045', 500))];
const forkedRun = [
  stopped(refundOf('A-1046', 500), 'identity-first'),
  runs(verify()),
  runs(refundOf('A-1046', 500)),
  runs(refundOf('A-1042', 499)),
  stopped(refundOf('A-1047', 2), 'weekly-refund-budget', '1999 of 2000'),
];

export default [
  {
    name: "no refund before this customer's own identity is verified",
    law: supportLaw,
    ...oneByOne(identity),
  },
  { name: 'only the account of the session is touched', law: supportLaw, ...oneByOne(ownAccount) },
  {
    name: 'the free tier opens no case file',
    law: supportLaw,
    env: { SUPPORT_TIER: 'free' },
    ...oneByOne([stopped(caseFile, 'no-case-files-on-free'), runs(lookup)]),
  },
  {
    name: 'nothing is written during the deployment',
    law: deploymentLaw,
    ...oneByOne([
      runs(lookup),
      runs(verify()),
      stopped(refund(20), 'deployment-window'),
      stopped(caseFile, 'deployment-window'),
    ]),
  },
  { name: 'refunds add up to the budget of the week and not beyond', law: supportLaw, ...oneByOne(week) },
  { name: 'an order is paid back once, and again only where the refund failed', law: supportLaw, ...oneByOne(once) },
  {
    name: 'where nobody watches the desk, a refund is a dry run',
    law: supportLaw,
    env: { SUPPORT_ON_CALL: 'nobody' },
    ...oneByOne(dryRun),
  },
  {
    name: 'of refunds in one message exactly as many run as the budget holds',
    law: supportLaw,
    turns: [[verify()], orders.map(order => refundOf(order, 500))],
    expect: {
      ...fourOfFive,
      results: [ran('verified'), ...orders.map(() => 'any')],
      audit: [
        { outcome: 'executed', tool: verify().name },
        ...[1, 2, 3, 4].map(() => ({ outcome: 'executed', tool: refund(1).name })),
        { outcome: 'denied', rule: 'weekly-refund-budget' },
      ],
      summary: { executed: 5, failed: 0, denied: 1 },
    },
  },
  {
    name: 'of refunds of several subagents at once exactly as many run as the budget holds',
    law: supportLaw,
    turns: [[verify()], orders.map(order => delegate(`DESK-${order}: pay the customer`))],
    agents: Object.fromEntries(orders.map(order => [`DESK-${order}`, [[refundOf(order, 500)]]])),
    expect: {
      ...fourOfFive,
      results: [ran('verified'), ...orders.flatMap(() => ['any', 'any'])],
      audit: [
        { outcome: 'executed', tool: verify().name },
        ...[1, 2, 3, 4].map(() => ({ outcome: 'executed', tool: refund(1).name })),
        { outcome: 'denied', rule: 'weekly-refund-budget' },
        ...orders.map(() => ({ outcome: 'executed', tool: 'Agent' })),
      ],
      summary: { executed: 10, failed: 0, denied: 1 },
    },
  },
  {
    name: 'a refund that another hook stops takes nothing from the budget, and its order can be paid back',
    law: supportLaw,
    before: otherHookDenies('"amount":499'),
    ...oneByOne(anotherHook),
  },
  {
    name: 'a refund to which nobody agreed takes nothing from the budget',
    law: askedBudgetLaw,
    ...oneByOne(agreed),
  },
  {
    name: 'a refund to which nobody agreed takes nothing from the budget, default permission mode',
    law: askedBudgetLaw,
    mode: 'default',
    ...oneByOne(agreed),
  },
  {
    name: 'a refund that another hook makes larger is charged as it ran',
    law: supportLaw,
    before: otherHookChanges('"amount":99', changed),
    ...oneByOne(changedByOther),
  },
  {
    name: 'a command that a permission rule stops takes nothing from the budget',
    law: oneTouchLaw,
    before: denyByPermission('Bash(touch forbidden)'),
    ...oneByOne(permission),
  },
  {
    name: "a subagent has the session's verification, and spends from the same budget",
    law: supportLaw,
    turns: [[verify()], [delegate('REFUND-DESK: pay the customer')], [refundOf('A-1044', 1)], [refundOf('A-1045', 20)]],
    agents: { 'REFUND-DESK': [[refundOf('A-1044', 500)]] },
    expect: {
      ledger: [verify(), refundOf('A-1044', 500), refundOf('A-1045', 20)].map(effectOf),
      results: [ran('verified'), ran('500'), ran('finished'), denied('[rule one-refund-per-order]'), ran('20')],
      audit: [
        { outcome: 'executed', tool: verify().name },
        { outcome: 'executed', input: refundOf('A-1044', 500).input },
        { outcome: 'executed', tool: 'Agent' },
        { outcome: 'denied', rule: 'one-refund-per-order' },
        { outcome: 'executed', input: refundOf('A-1045', 20).input },
      ],
      summary: { executed: 4, failed: 0, denied: 1 },
    },
  },
  {
    name: 'a resumed session keeps its verification; a forked one has the budget, and has to verify anew',
    law: supportLaw,
    runs: [
      { turns: firstRun.map(step => [step.call]) },
      { turns: resumedRun.map(step => [step.call]), resume: 0 },
      { turns: forkedRun.map(step => [step.call]), resume: 1, fork: true },
    ],
    expect: { ...expectation([...firstRun, ...resumedRun, ...forkedRun]), summary: 'any' },
  },
  {
    name: 'a session in which a refund was denied does not end before the case is handed over',
    law: handoverLaw,
    turns: [[refund(2000)], [], [escalate]],
    expect: {
      results: [denied('[rule refund-limit]'), ran('T-31')],
      ledger: [effectOf(escalate)],
      requests: 4,
      modelReads: ['Hand the case over to a human first.'],
      audit: [
        { outcome: 'denied', rule: 'refund-limit' },
        { outcome: 'executed', tool: escalate.name },
      ],
      summary: { executed: 1, failed: 0, denied: 1 },
    },
  },
  {
    name: 'a session in which the case was handed over ends at once',
    law: handoverLaw,
    turns: [[refund(2000)], [escalate]],
    expect: {
      results: [denied('[rule refund-limit]'), ran('T-31')],
      ledger: [effectOf(escalate)],
      requests: 3,
      audit: [
        { outcome: 'denied', rule: 'refund-limit' },
        { outcome: 'executed', tool: escalate.name },
      ],
      summary: { executed: 1, failed: 0, denied: 1 },
    },
  },
];
