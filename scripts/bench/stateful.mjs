import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { generateLaw } from './generate-law.mjs';

export const historyRows = [1_000, 1_000_000];

const tool = 'mcp__support__refund_customer';

const limit = `  - id: refund-limit
    kind: policy
    tool: ${tool}
    when: input.amount > 500
    deny: Over $500. Escalate to a human.
`;

const budget = `  - id: refund-budget
    kind: policy
    tool: ${tool}
    budget: { spend: input.amount, limit: 1000000000, per: input.org, window: week, zone: America/New_York }
    deny: The budget is spent.
`;

function refund(cwd) {
  return JSON.stringify({
    session_id: '5f6e0c3e-2f0a-4f5f-9a53-6f2a7d1f0c11',
    transcript_path: path.join(cwd, 'transcript.jsonl'),
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: { order_id: 'A-1042', org: 'acme', amount: 10, reason: 'it was broken' },
    tool_use_id: 'toolu_01',
  });
}

/** Fills the account of the call with earlier spending, from the beginning of the month until now, and folds it in. */
function fillHistory(file, rows) {
  const database = new Database(file);
  const now = Date.now();
  const from = now - 20 * 86_400_000;
  database.exec(`
    WITH RECURSIVE earlier(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM earlier WHERE n < ${rows})
    INSERT INTO entries (account, at, amount, running, status, tool, session, call, vias)
    SELECT (SELECT MIN(id) FROM accounts), ${from} + n * ${(now - from) / (rows + 1)}, '1',
      CAST(n + 10 AS TEXT), 'confirmed', '${tool}', 'earlier', 'toolu_' || n, '["earlier"]' FROM earlier`);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** A call with and without a budget, the budget with little and with much history behind it. */
export function statefulContenders(work, program, label) {
  const input = refund(work);
  const start = (name, law, rows) => {
    const folder = path.join(work, `${name}-${rows ?? 0}`);
    const file = path.join(work, `${name}.yaml`);
    fs.writeFileSync(file, law);
    const args = [...program.args, 'hook', 'PreToolUse', '--law', file, '--state-dir', folder];
    const done = spawnSync(program.command, [...args, '--deadline', '10m'], { input, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`the law cannot be compiled: ${done.stderr}`);
    if (rows !== undefined) fillHistory(path.join(folder, 'state.db'), rows);
    const id = rows === undefined ? `${label} | ${name}` : `${label} | ${name} | ${rows} rows`;
    return { id, command: program.command, args, env: {}, input, denied: false };
  };
  const law = generateLaw(18) + limit;
  return [start('stateless', law), ...historyRows.map(rows => start('stateful', law + budget, rows))];
}
