/**
 * A support agent with a loop of its own over the Messages API, guarded by the library.
 * usage: node agent.mjs            plays a script instead of asking a model; needs no account
 *        node agent.mjs --live     asks the model that ANTHROPIC_MODEL names, with ANTHROPIC_API_KEY
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { createEngine, guardMessagesLoop, loadLaw } from 'hooklaw';
import { script } from './script.mjs';
import { startScriptedApi } from './scripted-api.mjs';
import { createTools, toolDefinitions } from './tools.mjs';

const live = process.argv.includes('--live');
const api = live ? undefined : await startScriptedApi(script);
const client = api === undefined ? new Anthropic() : new Anthropic({ baseURL: api.url, apiKey: 'none' });

// Once, when the program starts.
const law = await loadLaw(path.join(import.meta.dirname, 'hooklaw.yaml'));

// Once for each conversation: who it is with is what the login says, not what anybody writes in the chat.
const login = { userId: 'u_004', tier: 'free' };
const stateDir = live ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), 'support-loop-'));
const engine = createEngine({ law, context: { user_id: login.userId, tier: login.tier }, stateDir });

const ledger = [];
const messages = [
  { role: 'user', content: 'My kettle (order A-1042) burnt my kitchen down. I want $2,000 back! My code is 1234.' },
];
const result = await guardMessagesLoop({
  engine,
  client,
  params: {
    model: live ? process.env.ANTHROPIC_MODEL : 'scripted',
    max_tokens: 1_000,
    system: 'You are a support agent. Refund no more than $500.',
    tools: toolDefinitions,
  },
  messages,
  callTool: createTools(ledger),
});

for (const { role, content } of messages) for (const line of linesOf(role, content)) console.log(line);
console.log(`\nthe loop ended: ${result.stopReason}`);
for (const { name, input } of ledger) console.log(`took effect: ${name} ${JSON.stringify(input)}`);
if (api !== undefined) {
  console.log(`audit: ${outcomes(stateDir)}`);
  api.close();
  fs.rmSync(stateDir, { recursive: true });
}

function linesOf(role, content) {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return blocks.map(block => {
    if (block.type === 'tool_use') return `  calls  ${block.name} ${JSON.stringify(block.input)}`;
    if (block.type === 'tool_result') return `  reads  ${block.content}`;
    return `${role === 'user' ? 'customer' : 'agent'}: ${block.text}`;
  });
}

function outcomes(folder) {
  const rows = fs.readFileSync(path.join(folder, 'audit_log.jsonl'), 'utf8').trim().split('\n');
  return rows
    .map(row => JSON.parse(row))
    .map(({ outcome, tool }) => `${tool} ${outcome}`)
    .join(', ');
}
