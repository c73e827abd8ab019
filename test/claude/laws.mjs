import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/shared/hooklaw-program.mjs';

export const supportLaw = fs.readFileSync(path.join(root, 'examples', 'support', 'hooklaw.yaml'), 'utf8');

/** The support law as it stands after a hand slipped: line 3 is no law. */
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

export const stopLaw = `hooklaw: 1
rules:
  - id: goodbye
    kind: policy
    on: Stop
    when: "!event.stop_hook_active"
    block: Say goodbye to the customer first.
`;
