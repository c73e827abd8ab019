import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProcessResult, Sandbox } from '../support/hook-process.ts';
import { findTestServer, TestDatabase, type TestServer } from '../support/postgres-server.ts';

const found = await findTestServer();
const charge = 'mcp__pay__charge';

describe.skipIf(found === undefined)('the hook with a PostgreSQL server', () => {
  const server = found as TestServer;
  let database: TestDatabase;
  let box: Sandbox;
  let calls = 0;

  beforeEach(async () => {
    database = await TestDatabase.create(server);
    box = new Sandbox();
  });
  afterEach(async () => {
    box.remove();
    await database.remove();
  });

  /** Writes the user's own law, in which the server is named. */
  function writeLaw(postgres: object): void {
    const rule = {
      id: 'weekly',
      kind: 'policy',
      tool: charge,
      budget: { spend: 'input.amount', limit: 5, window: 'week', zone: 'UTC' },
      deny: 'The weekly limit is spent.',
    };
    box.write('config/hooklaw/law.yaml', JSON.stringify({ hooklaw: 1, state: { postgres }, rules: [rule] }));
  }

  function ask(tool = charge): Promise<ProcessResult> {
    const event = { hook_event_name: 'PreToolUse', session_id: 's-1', cwd: box.dir, permission_mode: 'default' };
    const call = { tool_name: tool, tool_input: { amount: 1 }, tool_use_id: `toolu_${++calls}` };
    const env = { XDG_CONFIG_HOME: path.join(box.dir, 'config') };
    return box.hook(['PreToolUse', '--deadline', '1m'], { ...event, ...call }, { env });
  }

  it('keeps everything there from the very first calls on, which all come at once', { timeout: 120_000 }, async () => {
    writeLaw({ url: database.url(), namespace: 'sales' });
    const results = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(results.map(({ exit }) => exit).sort()).toEqual([0, 0, 0, 0, 0, 2, 2, 2]);
    expect(fs.existsSync(path.join(box.state, 'state.db'))).toBe(false);
    expect(await database.query('select namespace, count(*)::int as kept from hooklaw.entry group by 1')).toEqual([
      { namespace: 'sales', kept: 5 },
    ]);
  });

  it('reads the password from a file beside the law', async () => {
    fs.mkdirSync(path.join(box.dir, 'config', 'hooklaw'), { recursive: true });
    fs.copyFileSync(server.passwordFile, path.join(box.dir, 'config', 'hooklaw', 'password'));
    writeLaw({ url: database.tcpUrl(), password_file: 'password' });
    expect(await ask()).toMatchObject({ exit: 0, stderr: '' });
    expect(await database.query('select namespace from hooklaw.entry')).toEqual([{ namespace: 'default' }]);
  });

  it('denies what needs the state when the server is not there, and nothing else', async () => {
    writeLaw({ url: 'postgres://me@127.0.0.1:1/guard' });
    const denied = await ask();
    expect(denied.exit).toBe(2);
    expect(denied.stderr).toContain('`guard` at `127.0.0.1:1` cannot be used: nothing answers there');
    expect((await ask('mcp__pay__lookup')).exit).toBe(0);
  });
});
