import { playSdkScenario } from './play-sdk-scenario.mjs';

const refund = (amount, more = {}) => [{ name: 'mcp__support__refund_customer', input: { amount, ...more } }];

const law = `hooklaw: 1
context:
  tier: { env: SUPPORT_TIER }
rules:
  - id: refund-limit
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 500
    deny: Over $500.
    instead: Escalate to a human.
  - id: premium-only
    kind: authorization
    tool: mcp__support__refund_customer
    when: context.tier != 'premium'
    deny: Only for premium customers.
  - id: dry-run
    kind: policy
    tool: mcp__support__refund_customer
    when: input.amount > 100
    rewrite: { dry_run: true }
  - id: no-touch
    kind: policy
    tool: Bash
    when: input.command.startsWith('touch')
    deny: No new files.
`;

const context = { tier: 'premium' };

const scenarios = [
  {
    name: 'sdk: a denied call does not run, the next one does, and a rewritten one runs as rewritten',
    law,
    context,
    turns: [refund(2_000), refund(50), refund(200)],
    expect: {
      runs: [{ amount: 50 }, { amount: 200, dry_run: true }],
      reads: [/BLOCKED: Over \$500\. Escalate to a human\. \[rule refund-limit\]/, /refunded.*50/, /refunded.*200/],
      audit: ['denied', 'executed', 'executed'],
      summaries: 1,
    },
  },
  {
    name: 'sdk: the context of the app is what counts',
    law,
    context: { tier: 'free' },
    env: { SUPPORT_TIER: 'premium' },
    turns: [refund(50)],
    expect: { runs: [], reads: [/BLOCKED: Only for premium customers\./], audit: ['denied'] },
  },
  {
    name: 'sdk: calls of a subagent are judged too',
    law,
    context,
    turns: [[{ name: 'Agent', input: { description: 'help', prompt: 'SUBAGENT', subagent_type: 'general-purpose' } }]],
    agents: { SUBAGENT: [[{ name: 'Bash', input: { command: 'touch marker' } }]] },
    expect: { runs: [], files: [], audit: ['denied', 'executed'], subagentReads: [/BLOCKED: No new files\./] },
  },
  {
    name: 'sdk: a source of the law that crashes denies what needs it',
    law: law.replace('{ env: SUPPORT_TIER }', '{ command: [./crash], untrusted_ok: a test }'),
    crash: '#!/bin/sh\necho "Traceback: no session service" >&2\nexit 1\n',
    turns: [refund(50), [{ name: 'Bash', input: { command: 'echo harmless' } }]],
    expect: {
      runs: [],
      reads: [
        /BLOCKED: The rule `premium-only` could not be checked: .*`\.\/crash` ended with exit code 1/,
        /harmless/,
      ],
      audit: ['denied', 'executed'],
    },
  },
  {
    name: 'sdk: an error inside the callback is thrown, and blocks',
    law,
    context,
    fault: 'the engine fell over',
    turns: [refund(50), [{ name: 'Bash', input: { command: 'touch other' } }]],
    expect: {
      runs: [],
      files: [],
      reads: [/blocking because onFailure is "block"/, /blocking because onFailure is "block"/],
    },
  },
  {
    name: 'sdk: a client that does not know onFailure is refused before the prompt is sent',
    law,
    context,
    client: '2.1.197',
    turns: [refund(50)],
    expect: { runs: [], requests: 0, error: /onFailure/ },
  },
];

/**
 * What an app with the Agent SDK gets from the library. `runs` are the calls that took effect, `reads` what the model was
 * answered to each call, in order; `client` is the client's version where it is another one.
 */
export const sdkScenarios = scenarios.map(scenario => ({
  ...scenario,
  play: playSdkScenario,
  programs: ['node'],
  minClaude: '2.1.295',
}));
