/**
 * Runs inside a network namespace of its own: brings loopback up, starts the scripted model, runs one query of the Agent SDK
 * with the hooks of the library, as an app would.
 * usage: node inside-namespace.mjs SPEC.json OUTCOME.json
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { createEngine, hooklaw, loadLaw } from 'hooklaw';
import { z } from 'zod';
import { startScriptedApi } from '../scripted-api.mjs';

const [specFile, outcomeFile] = process.argv.slice(2);
const spec = JSON.parse(fs.readFileSync(specFile, 'utf8'));

execFileSync('ip', ['link', 'set', 'lo', 'up']);
const api = await startScriptedApi(spec.script);
const outcome = { events: [], error: undefined };
try {
  for await (const event of query({ prompt: 'go', options: await optionsOf(spec) })) outcome.events.push(event);
} catch (error) {
  outcome.error = error.message;
}
api.close();
fs.writeFileSync(outcomeFile, JSON.stringify({ ...outcome, requests: api.requests }));
process.exit(0);

async function optionsOf({ claude, project, env, law, context, stateDir, fault }) {
  const engine = createEngine({ law: await loadLaw(law), context, project, stateDir, env });
  return {
    cwd: project,
    env: { ...env, ANTHROPIC_BASE_URL: api.url },
    pathToClaudeCodeExecutable: claude,
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    settingSources: [],
    mcpServers: { support: supportServer(spec.ledger) },
    hooks: hooklaw({ engine: fault === undefined ? engine : broken(engine, fault) }),
    stderr: text => fs.appendFileSync(`${outcomeFile}.stderr`, text),
  };
}

/** An engine with a fault of its own in the middle of a judgement. */
function broken(engine, fault) {
  const judge = event =>
    event.hook_event_name === 'PreToolUse' ? Promise.reject(new Error(fault)) : engine.judge(event);
  return { law: engine.law, judge };
}

function supportServer(ledger) {
  const refund = tool(
    'refund_customer',
    'Refunds money',
    { amount: z.number(), dry_run: z.boolean().optional() },
    async input => {
      fs.appendFileSync(ledger, `${JSON.stringify(input)}\n`);
      return { content: [{ type: 'text', text: JSON.stringify({ refunded: input.amount }) }] };
    },
  );
  return createSdkMcpServer({ name: 'support', version: '1.0.0', tools: [refund] });
}
