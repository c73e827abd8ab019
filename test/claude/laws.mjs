import fs from 'node:fs';
import path from 'node:path';
import { moveWindow } from '../../scripts/shared/deployment-window.mjs';
import { root } from '../../scripts/shared/hooklaw-program.mjs';

const example = fs.readFileSync(path.join(root, 'examples', 'support', 'hooklaw.yaml'), 'utf8');

/** The example's law as it is by day. */
export const supportLaw = moveWindow(example, 12);

/** The example's law during the deployment. */
export const deploymentLaw = moveWindow(example, 0);

/** Its rules that need nothing but the call and the facts. */
export const limitLaw = `hooklaw: 1
context:
  user_id: { env: SUPPORT_USER_ID }
tools:
  mcp__support__refund_customer: { order_id: string, amount: number }
rules:
${ruleOf(example, 'refund-limit')}`;

/** The text of one rule. */
function ruleOf(law, id) {
  const start = law.indexOf(`  - id: ${id}\n`);
  if (start === -1) throw new Error(`the law has no rule ${id}`);
  return law.slice(start, law.indexOf('\n\n', start) + 1);
}

/** The limit law as it stands after a hand slipped: line 3 is no law. */
export const brokenLaw = `hooklaw: 1
rules:
  - id: [refund-limit
`;

export const bashLaw = `hooklaw: 1
rules:
  - id: no-marker
    kind: policy
    tool: Bash
    when: input.command.startsWith('touch ')
    deny: No markers here.
    instead: Say what you would have marked.
`;

/** The same where the client asks whether a call is permitted. */
export const permissionLaw = bashLaw.replace('kind: policy', 'kind: policy\n    on: PermissionRequest');

export const rewriteLaw = `hooklaw: 1
rules:
  - id: at-most-100
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 100
    rewrite: { amount: 100 }
`;

export const warnLaw = `hooklaw: 1
rules:
  - id: large-refund
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 100
    warn: Thank the customer for their patience.
`;

export const askLaw = `hooklaw: 1
rules:
  - id: large-refund
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 100
    ask: Is this refund agreed?
`;

export const slowLaw = `hooklaw: 1
deadline: 1s
rules:
  - id: slow
    kind: policy
    tool: mcp__support__refund_customer
    when: input.items.all(x, input.items.all(y, input.items.all(z, x + y + z > -1.0)))
    deny: Never reached.
`;

/** The customer's tier stands in a file that our own side writes, outside of the project; `$WORK` is the folder of the run. */
export const tierFileLaw = `hooklaw: 1
context:
  tier: { file: $WORK/session.json, pointer: /tier }
rules:
  - id: no-case-files-on-free
    kind: authorization
    tool: mcp__support__prepare_case_file
    when: context.tier == 'free'
    deny: Free-tier users cannot open case files.
`;

export const promptLaw = `hooklaw: 1
rules:
  - id: desk-closed
    kind: policy
    on: UserPromptSubmit
    when: event.prompt == 'go'
    deny: The desk is closed today.
`;

/** A session in which a refund was denied may not end before the case was handed over. */
export const handoverLaw = `${limitLaw}
  - id: no-end-without-handover
    kind: policy
    on: Stop
    when: session.denied('mcp__support__refund_customer') && !session.succeeded('mcp__support__escalate_to_human')
    block: A refund was denied, and nobody was told. Hand the case over to a human first.
`;

/** 100 in a session, and somebody to agree to more than 60 of it. */
export const askedBudgetLaw = `hooklaw: 1
rules:
  - id: agreed
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 60
    ask: More than 60 has to be agreed to.
  - id: hundred
    kind: policy
    tool: mcp__support__refund_customer
    budget: { spend: input.amount, limit: 100, window: session }
    deny: The hundred is spent.
`;

/** One command in a session that begins with \`touch\`. */
export const oneTouchLaw = `hooklaw: 1
rules:
  - id: one-touch
    kind: policy
    tool: Bash
    when: input.command.startsWith('touch ')
    budget: { spend: 1, limit: 1, window: session }
    deny: One file is enough.
`;

export const stopLaw = `hooklaw: 1
rules:
  - id: goodbye
    kind: policy
    on: Stop
    when: "!event.stop_hook_active"
    block: Say goodbye to the customer first.
`;
