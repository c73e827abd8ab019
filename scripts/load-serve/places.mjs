import fs from 'node:fs';
import path from 'node:path';
import { generateLaw } from '../bench/generate-law.mjs';

export const refundTool = 'mcp__support__refund_customer';

const budget = limit => `  - id: refund-budget
    kind: policy
    tool: ${refundTool}
    when: input.org == 'acme'
    budget: { spend: input.amount, limit: ${limit}, per: input.account, window: week, zone: UTC }
    deny: The budget is spent.
`;

/** Denies only what an earlier version of the law did not, so that it shows which version is in force. */
const marker = version =>
  `  - { id: marker, kind: policy, tool: Bash, when: "input.command == 'marker-${version}'", deny: Marked. }\n`;

/** A law of a project: twenty rules as in the field, and what else is asked for. */
export function writeLaw(place, { version = 0, limit, state } = {}) {
  const law = generateLaw(18) + marker(version) + (limit === undefined ? '' : budget(limit));
  if (state === undefined) {
    fs.writeFileSync(place.law, law);
    return;
  }
  // Where the state is kept only the user's own law may say.
  const { url, namespace } = state;
  const own = `hooklaw: 1\nstate: { postgres: { url: '${url}', namespace: ${namespace} } }\nrules:\n${budget(limit)}`;
  fs.mkdirSync(path.dirname(place.userLaw), { recursive: true });
  fs.writeFileSync(place.userLaw, own);
  fs.writeFileSync(place.law, generateLaw(18) + marker(version));
}

/** A home, a project and a state folder. */
export function makePlace(folder, name) {
  const home = path.join(folder, name);
  const project = path.join(home, 'project');
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  return {
    home,
    project,
    law: path.join(project, 'hooklaw.yaml'),
    userLaw: path.join(home, '.config', 'hooklaw', 'law.yaml'),
    state: path.join(home, 'state'),
    args: ['--project', project, '--state-dir', path.join(home, 'state')],
  };
}

let calls = 0;

/** An event of the client. */
export function event(name, tool, input, more = {}) {
  calls += 1;
  return {
    session_id: `load-${calls % 50}`,
    transcript_path: '/tmp/transcript.jsonl',
    cwd: '/srv/app',
    permission_mode: 'default',
    hook_event_name: name,
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${calls}`,
    ...more,
  };
}

export const harmless = () => event('PreToolUse', 'Bash', { command: 'npm run build -- --mode production' });
export const forbidden = () => event('PreToolUse', 'Bash', { command: 'cd app && git reset --hard HEAD~3' });
/** Accounts are many, as customers are, so that calls do not all wait for one. */
export const refund = (account = `a-${calls % 200}`, amount = 1) =>
  event('PreToolUse', refundTool, { order_id: 'A-1042', org: 'acme', account, amount, reason: 'it was broken' });
