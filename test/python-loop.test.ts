import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cleanEnv, runProcess, Sandbox } from './support/hook-process.ts';
import { ServeProcess } from './support/serve-process.ts';

const example = path.join(import.meta.dirname, '..', 'examples', 'python-loop');
const missing = spawnSync('python3', ['--version']).status === 0 ? undefined : 'python3 is not here';

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = new Sandbox();
});

afterEach(() => sandbox.remove());

async function runLoop(url: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { exit, stdout, stderr } = await runProcess('python3', ['-B', path.join(example, 'loop.py'), url], {
    cwd: sandbox.dir,
    env: { ...cleanEnv(sandbox.home), ...env },
  });
  expect([exit, stderr]).toEqual([0, '']);
  return stdout;
}

describe.skipIf(missing !== undefined && !process.env['CI'])('the loop in Python', () => {
  it('is stopped by the law, goes on, and leaves its records', async () => {
    const token = sandbox.write('token', 'a-token-of-good-length\n');
    fs.chmodSync(token, 0o600);
    const place = ['--law', path.join(example, 'hooklaw.yaml'), '--state-dir', sandbox.state, '--token-file', token];
    const server = await ServeProcess.start(place, { home: sandbox.home, env: { SUPPORT_USER_ID: 'u_004' } });
    try {
      const stdout = await runLoop(server.url(), { HOOKLAW_TOKEN: 'a-token-of-good-length' });
      expect(stdout.match(/the tool ran/g)).toEqual(['the tool ran']);
      expect(stdout).toContain('the tool ran: 200 refunded');
      expect(stdout).toMatch(/-> BLOCKED: Over \$500\. Escalate to a human\..*customer_id.*u_004/);
      expect(stdout).toContain("-> {'ticket': 'T-31'}");
      const page = fs.readFileSync(path.join(example, 'README.md'), 'utf8');
      for (const line of stdout.split('\n').filter(text => !text.includes('BLOCKED'))) expect(page).toContain(line);
      const outcomes = sandbox.lines('audit_log.jsonl').map(({ outcome, tool }) => `${outcome} ${tool}`);
      expect(outcomes).toEqual([
        'executed lookup_order',
        'denied refund_customer',
        'executed escalate_to_human',
        'executed refund_customer',
      ]);
      expect(sandbox.lines('session_summaries.jsonl')).toHaveLength(1);
      expect(await runLoop(server.url(), { HOOKLAW_TOKEN: 'another-token-of-length' })).not.toContain('the tool ran');
    } finally {
      await server.stop();
    }
    expect(await runLoop(server.url())).not.toContain('the tool ran');
  });

  it.each([
    ['an empty success', 200, ''],
    ['an empty object of another server', 200, '{}'],
    ['a page', 200, '<html>'],
    ['an error', 500, '{}'],
    ['a redirect', 302, '{}'],
  ])('takes %s for no permission', async (_what, status, body) => {
    const stranger = http.createServer((request, response) => {
      request.resume();
      response.writeHead(status, {
        location: '/elsewhere',
        ...(status === 200 ? {} : { 'hooklaw-verdict': 'silent' }),
      });
      response.end(body);
    });
    await new Promise<void>(resolve => stranger.listen(0, '127.0.0.1', resolve));
    const { port } = stranger.address() as AddressInfo;
    const stdout = await runLoop(`http://127.0.0.1:${port}`);
    stranger.close();
    expect(stdout.match(/-> BLOCKED: The guard did not answer/g)).toHaveLength(4);
    expect(stdout).not.toContain('the tool ran');
  });
});
