import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approve } from '../src/adapters/approvals.ts';
import { createStateFolder } from '../src/adapters/state-folder.ts';
import { makeCertificates } from './support/certificates.ts';
import { Sandbox } from './support/hook-process.ts';
import { type HttpAnswer, ServeProcess, send } from './support/serve-process.ts';

const law = `hooklaw: 1
context:
  user_id: { env: SUPPORT_USER_ID }
rules:
  - { id: no-rm, kind: policy, tool: Bash, when: "input.command.contains('rm -rf')", deny: Deleting is not allowed. }
  - { id: own-account, kind: authorization, tool: lookup, when: input.user_id != context.user_id, deny: Not your account. }
  - { id: three-refunds, kind: policy, tool: refund, budget: { spend: 1, limit: 3, window: day, zone: UTC }, deny: Three are enough. }
  - { id: once, kind: policy, tool: verify_first, requires: { tool: verify }, deny: Verify first. }
`;

const bash = (command: string, more: object = {}): object => ({
  hook_event_name: 'PreToolUse',
  session_id: 's-1',
  cwd: '/srv/app',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: 'toolu_1',
  ...more,
});
const call = (tool_name: string, tool_input: object, more: object = {}): object =>
  bash('', { tool_name, tool_input, ...more });

let sandbox: Sandbox;
let project: string;
let lawFile: string;
let servers: ServeProcess[];

beforeEach(() => {
  sandbox = new Sandbox();
  project = path.join(sandbox.dir, 'project');
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  lawFile = sandbox.write('project/hooklaw.yaml', law);
  servers = [];
});

afterEach(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  sandbox.remove();
});

async function serve(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<ServeProcess> {
  const place = args.includes('--projects') ? [] : ['--project', project, '--state-dir', sandbox.state];
  const server = await ServeProcess.start([...place, ...args], {
    home: sandbox.home,
    env: { SUPPORT_USER_ID: 'u_004', ...env },
  });
  servers.push(server);
  return server;
}

function denial(answer: HttpAnswer): string {
  expect([answer.status, answer.verdict]).toEqual([200, 'deny']);
  const { hookSpecificOutput: output } = JSON.parse(answer.body) as { hookSpecificOutput: Record<string, string> };
  expect([output['hookEventName'], output['permissionDecision']]).toEqual(['PreToolUse', 'deny']);
  expect(output['permissionDecisionReason']).toMatch(/^BLOCKED: /);
  return output['permissionDecisionReason'] ?? '';
}

function expectPassed(answer: HttpAnswer): void {
  expect([answer.status, answer.verdict, answer.body]).toEqual([200, 'silent', '{}']);
}

const secret = 'a-token-of-good-length';
const secretFile = (name: string, text: string): string => {
  const file = sandbox.write(name, text);
  fs.chmodSync(file, 0o600);
  return file;
};
const bearer = (token: string): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { authorization: `Bearer ${token}` },
});

/** Sends raw bytes and gives all that comes back until the connection ends. */
function sendRaw(server: ServeProcess, text: string): Promise<string> {
  const { hostname, port } = new URL(server.url());
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: hostname, port: Number(port) }, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', data => {
      answer += data;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

describe('a call', () => {
  it('is judged by the law of the project, and recorded', async () => {
    const server = await serve();
    expect(denial(await server.post('/hook/PreToolUse', bash('rm -rf /')))).toContain('[rule no-rm]');
    expectPassed(await server.post('/hook/PreToolUse', bash('ls')));
    expectPassed(await server.post('/hook', bash('ls')));
    const after = { hook_event_name: 'PostToolUse', tool_response: 'done' };
    expectPassed(await server.post('/hook/PostToolUse', bash('ls', after)));
    expect(sandbox.lines('audit_log.jsonl').map(({ outcome }) => outcome)).toEqual(['denied', 'executed']);
  });

  it('chooses neither its law nor its facts', async () => {
    const server = await serve();
    const other = path.join(sandbox.dir, 'other');
    fs.mkdirSync(path.join(other, '.git'), { recursive: true });
    fs.writeFileSync(
      path.join(other, 'hooklaw.yaml'),
      'hooklaw: 1\nrules: [{ id: x, kind: policy, tool: Nothing, deny: x }]\n',
    );
    denial(await server.post('/hook/PreToolUse', bash('rm -rf /', { cwd: other, project: other })));
    const lies = { context: { user_id: 'u_999' }, env: { SUPPORT_USER_ID: 'u_999' }, SUPPORT_USER_ID: 'u_999' };
    denial(await server.post('/hook/PreToolUse', call('lookup', { user_id: 'u_999' }, lies)));
    expectPassed(await server.post('/hook/PreToolUse', call('lookup', { user_id: 'u_004' }, lies)));
  });

  it('keeps its session’s facts when the server starts anew with others', async () => {
    const first = await serve();
    expectPassed(await first.post('/hook/PreToolUse', call('lookup', { user_id: 'u_004' })));
    await first.stop();
    const second = await serve([], { SUPPORT_USER_ID: 'u_777' });
    expectPassed(await second.post('/hook/PreToolUse', call('lookup', { user_id: 'u_004' })));
    denial(await second.post('/hook/PreToolUse', call('lookup', { user_id: 'u_777' })));
    expectPassed(
      await second.post('/hook/PreToolUse', call('lookup', { user_id: 'u_777' }, { session_id: 'another' })),
    );
  });

  it('spends from one budget, however many come at once and wherever they are asked', async () => {
    const server = await serve();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        server.post('/hook/PreToolUse', call('refund', {}, { tool_use_id: `t-${n}`, session_id: `s-${n}` })),
      ),
    );
    expect(answers.filter(({ verdict }) => verdict === 'silent')).toHaveLength(3);
    const hook = await sandbox.hook(['PreToolUse'], call('refund', {}, { tool_use_id: 'by-hook' }), {
      env: { CLAUDE_PROJECT_DIR: project, SUPPORT_USER_ID: 'u_004' },
    });
    expect(hook.exit).toBe(2);
  });

  it('is denied where the memory of what was spent is taken away', async () => {
    const server = await serve();
    expectPassed(await server.post('/hook/PreToolUse', call('refund', {}, { tool_use_id: 'a' })));
    fs.renameSync(path.join(sandbox.state, 'state.db'), path.join(sandbox.state, 'away.db'));
    expect(denial(await server.post('/hook/PreToolUse', call('refund', {}, { tool_use_id: 'b' })))).toContain(
      'was taken away',
    );
    expectPassed(await server.post('/hook/PreToolUse', bash('ls')));
    fs.renameSync(path.join(sandbox.state, 'away.db'), path.join(sandbox.state, 'state.db'));
    await expect
      .poll(async () => (await server.post('/hook/PreToolUse', call('refund', {}, { tool_use_id: 'c' }))).verdict, {
        timeout: 10_000,
      })
      .toBe('silent');
  });

  it('is judged from where the agent lives, which is not where the server does', async () => {
    sandbox.write('project/hooklaw.yaml', 'hooklaw: 1\nextends: [hooklaw:destructive-commands]\n');
    const server = await serve(['--agent-home', '/home/agent']);
    expectPassed(await server.post('/hook/PreToolUse', bash('rm -rf /home/agent/.cache/pip')));
    expectPassed(await server.post('/hook/PreToolUse', bash('rm -rf "$HOME"/.cache/pip')));
    expect(denial(await server.post('/hook/PreToolUse', bash('rm -rf /home/server/.cache/pip')))).toContain(
      '[rule destructive-commands/delete-outside-project]',
    );
  });

  it('gets its denial where events are refused by exit code alone', async () => {
    sandbox.write(
      'project/hooklaw.yaml',
      'hooklaw: 1\nrules: [{ id: no-tasks, kind: policy, on: TaskCreated, deny: No tasks. }]\n',
    );
    const server = await serve();
    const answer = await server.post('/hook/TaskCreated', {
      hook_event_name: 'TaskCreated',
      session_id: 's',
      task_id: '1',
    });
    expect(JSON.parse(answer.body)).toEqual({ decision: 'block', reason: expect.stringMatching(/^BLOCKED: No tasks/) });
  });
});

describe('what is no call', () => {
  it.each([
    ['a URL that leads nowhere', 'POST', '/hooks/PreToolUse', 'there is nothing at'],
    ['a mistyped event', 'POST', '/hook/PreToolUze', 'did you mean `PreToolUse`'],
    ['another method', 'PUT', '/hook/PreToolUse', 'sent by POST'],
    ['a project that nobody serves', 'POST', '/projects/shop/hook/PreToolUse', 'no project `shop`'],
    ['a URL that is none', 'POST', '/hook/%zz', 'not a valid url'],
  ])('%s is denied', async (_what, method, url, says) => {
    const server = await serve();
    expect(denial(await server.post(url, bash('ls'), { method }))).toContain(says);
  });

  it('a broken request is denied, whatever is broken', async () => {
    const server = await serve();
    for (const text of [
      'RUBBISH\r\n\r\n',
      'POST /hook HTTP/9.9\r\n\r\n',
      `POST /hook HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    ]) {
      const answer = await sendRaw(server, text);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer).toContain('"permissionDecision":"deny"');
    }
  });

  it('a compressed event is denied, since its limits could not be told', async () => {
    const server = await serve();
    const answer = await server.post('/hook/PreToolUse', bash('ls'), { headers: { 'content-encoding': 'gzip' } });
    expect(denial(answer)).toContain('encoded');
  });

  it('a request from a web page, or for another host, is denied', async () => {
    const server = await serve();
    const from = (headers: Record<string, string>) => server.post('/hook/PreToolUse', bash('ls'), { headers });
    expect(denial(await from({ origin: 'https://evil.example' }))).toContain('web page');
    expect(denial(await from({ 'sec-fetch-site': 'cross-site' }))).toContain('web page');
    expect(denial(await from({ host: 'evil.example' }))).toContain('another host');
    expectPassed(await from({ host: 'localhost:1' }));
  });
});

describe('limits', () => {
  it('an event that is too large is denied, and the connection goes on', async () => {
    const server = await serve(['--max-body', '2048']);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const large = await server.post('/hook/PreToolUse', bash('x'.repeat(5_000)), { agent });
    expect(denial(large)).toContain('larger than 2048 bytes');
    const chunked = await sendRaw(
      server,
      `POST /hook/PreToolUse HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n1000\r\n${'x'.repeat(4096)}\r\n0\r\n\r\n`,
    );
    expect(chunked).toContain('larger than 2048 bytes');
    expectPassed(await server.post('/hook/PreToolUse', bash('ls'), { agent }));
    agent.destroy();
    expect(sandbox.lines('audit_log.jsonl')).toHaveLength(2);
  });

  it('a caller that is too slow is denied', async () => {
    const server = await serve(['--body-timeout', '200ms']);
    const answer = await sendRaw(
      server,
      'POST /hook/PreToolUse HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('did not arrive within 200 ms');
    const after = await sendRaw(
      server,
      'POST /hook/PostToolUse HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{',
    );
    expect(after).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{\}$/s);
  });

  it('past the concurrency a call is denied, and one after the fact is not disturbed', async () => {
    const server = await serve(['--max-concurrent', '1', '--body-timeout', '3s']);
    const { hostname, port } = new URL(server.url());
    const slow = net.connect({ host: hostname, port: Number(port) });
    slow.on('error', () => undefined);
    slow.write('POST /hook/PreToolUse HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{');
    await expect.poll(async () => (await server.post('/hook/PreToolUse', bash('ls'))).verdict).toBe('deny');
    expect(denial(await server.post('/hook/PreToolUse', bash('ls')))).toContain('too many calls');
    const post = await server.post('/hook/PostToolUse', bash('ls', { hook_event_name: 'PostToolUse' }));
    expect([post.status, post.body]).toEqual([200, '{}']);
    slow.destroy();
    await expect.poll(async () => (await server.post('/hook/PreToolUse', bash('ls'))).verdict).toBe('silent');
  });

  it('a check that takes too long is denied in time', async () => {
    const sleeper = sandbox.write('bin/sleep.sh', '#!/bin/sh\nsleep 5\necho late\n');
    fs.chmodSync(sleeper, 0o755);
    const slow = `hooklaw: 1\ncontext: { late: { command: ['${sleeper}'], timeout: 7s } }\nrules: [{ id: r, kind: authorization, tool: Bash, when: "context.late == 'x'", deny: x }]\n`;
    const named = sandbox.write('law/law.yaml', slow);
    const server = await serve(['--law', named, '--deadline', '1s']);
    const reason = denial(await server.post('/hook/PreToolUse', bash('ls')));
    expect(reason).toMatch(/late|longer than/);
  });
});

describe('who asks', () => {
  it('must bring the token', async () => {
    const server = await serve(['--token-file', secretFile('token', `${secret}\n`)]);
    expect(denial(await server.post('/hook/PreToolUse', bash('ls')))).toContain('brings no token');
    expect(denial(await server.post('/hook/PreToolUse', bash('ls'), bearer('another-token-altogether')))).toContain(
      'does not know this token',
    );
    expect(
      denial(await server.post('/hook/PreToolUse', bash('ls'), { headers: { authorization: 'Bearer ' } })),
    ).toContain('HOOKLAW_TOKEN');
    expectPassed(await server.post('/hook/PreToolUse', bash('ls'), bearer(secret)));
    const prompt = await server.post('/hook/UserPromptSubmit', { hook_event_name: 'UserPromptSubmit', prompt: 'hi' });
    expect(JSON.parse(prompt.body)).toEqual({ systemMessage: expect.stringContaining('brings no token') });
    expect((await send(`${server.url()}/metrics`, { method: 'GET' })).status).toBe(401);
    expect(server.stderr).not.toContain(secret);
    expect(sandbox.lines('audit_log.jsonl')).toEqual([]);
  });

  it('gets the facts, the projects and the sessions of the token', async () => {
    const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
    const tokens = [
      { name: 'desk-1', sha256: hash('token-of-desk-one'), projects: ['shop'], env: { SUPPORT_USER_ID: 'u_001' } },
      { name: 'desk-2', sha256: hash('token-of-desk-two'), env: { SUPPORT_USER_ID: 'u_002' } },
    ];
    const map = sandbox.write(
      'projects.json',
      JSON.stringify({
        shop: { project, state_dir: sandbox.state },
        bank: { project, state_dir: path.join(sandbox.dir, 'bank') },
      }),
    );
    const server = await serve(['--projects', map, '--tokens', secretFile('tokens.json', JSON.stringify({ tokens }))]);
    const one = bearer('token-of-desk-one');
    const two = bearer('token-of-desk-two');
    const lookup = (user_id: string): object => call('lookup', { user_id });
    const shop = '/projects/shop/hook/PreToolUse';
    expectPassed(await server.post('/hook/PreToolUse', lookup('u_001'), one));
    denial(await server.post('/hook/PreToolUse', lookup('u_002'), one));
    expectPassed(await server.post(shop, lookup('u_002'), two));
    denial(await server.post(shop, lookup('u_001'), two));
    expect(denial(await server.post('/projects/bank/hook/PreToolUse', lookup('u_001'), one))).toContain(
      'no project `bank`',
    );
    expect(denial(await server.post('/hook/PreToolUse', lookup('u_002'), two))).toContain('names none');
    const verified = call('verify', {}, { hook_event_name: 'PostToolUse', tool_response: {} });
    await server.post('/projects/shop/hook/PostToolUse', verified, two);
    denial(await server.post(shop, call('verify_first', {}), one));
    expectPassed(await server.post(shop, call('verify_first', {}), two));
  });

  it.each([
    ['a network address without TLS', ['--listen', '0.0.0.0:0'], 'needs TLS'],
    ['a network address without tokens', ['--listen', '0.0.0.0:0', '--tls-elsewhere'], 'who asks'],
    ['a token file that is not there', ['--token-file', '/nowhere'], 'cannot be read'],
    ['an address that is none', ['--listen', 'here'], 'is no address'],
    ['a state folder in the project', ['--project', '.', '--state-dir', 'x'], 'inside the project'],
  ])('%s is refused at the start', async (_what, args, says) => {
    const { exit, stderr } = await sandbox.run(['serve', ...args], { cwd: project });
    expect([exit, stderr]).toEqual([3, expect.stringContaining(says)]);
  });

  it('a token that others can read, or that can be guessed, is refused at the start', async () => {
    const open = sandbox.write('open', secret);
    fs.chmodSync(open, 0o644);
    const start = (file: string) => sandbox.run(['serve', '--token-file', file], { cwd: project });
    expect((await start(open)).stderr).toContain('open to other accounts');
    expect((await start(secretFile('short', 'short'))).stderr).toContain('shorter than');
  });
});

describe('a server', () => {
  it('listens on a socket that only its account and group may use, also after one that was killed', async () => {
    const socketPath = path.join(sandbox.dir, 'hooklaw.sock');
    const first = await serve(['--listen', `unix:${socketPath}`]);
    expect(fs.statSync(socketPath).mode & 0o777).toBe(0o660);
    await first.stop('SIGKILL');
    const second = await serve(['--listen', `unix:${socketPath}`]);
    expect(
      denial(await send('http://hooklaw/hook/PreToolUse', { socketPath, body: JSON.stringify(bash('rm -rf /')) })),
    ).toContain('no-rm');
    const third = await sandbox.run([
      'serve',
      '--project',
      project,
      '--state-dir',
      sandbox.state,
      '--listen',
      `unix:${socketPath}`,
    ]);
    expect([third.exit, third.stderr]).toEqual([3, expect.stringContaining('already')]);
    expect(await second.stop()).toBe(0);
  });

  it('speaks TLS, and asks for a certificate where it is told to', async () => {
    const made = makeCertificates(path.join(sandbox.dir, 'tls'));
    const files = ['--tls-cert', made.cert, '--tls-key', made.key, '--tls-client-ca', made.ca];
    const server = await serve(files);
    expect(server.url()).toMatch(/^https:/);
    const ca = fs.readFileSync(made.ca);
    const ask = (tls: object): Promise<HttpAnswer> =>
      server.post('/hook/PreToolUse', call('verify_first', {}), { tls: { ca, servername: 'localhost', ...tls } });
    expect(denial(await ask({}))).toContain('no certificate that the server trusts');
    const stranger = { cert: fs.readFileSync(made.strangerCert), key: fs.readFileSync(made.strangerKey) };
    expect(denial(await ask(stranger))).toContain('no certificate that the server trusts');
    const known = { cert: fs.readFileSync(made.clientCert), key: fs.readFileSync(made.clientKey) };
    expect(denial(await ask(known))).toContain('Verify first.');
    expect(sandbox.lines('audit_log.jsonl')).toMatchObject([{ session_id: 'desk-7.s-1', rule: 'once' }]);
    await expect(server.post('/hook/PreToolUse', bash('ls'), { tls: { servername: 'localhost' } })).rejects.toThrow();
  });

  it('finishes what is under way when it is told to end, and takes nothing new', async () => {
    const server = await serve();
    const { hostname, port } = new URL(server.url());
    const body = JSON.stringify(bash('rm -rf /'));
    const socket = net.connect({ host: hostname, port: Number(port) });
    let answer = '';
    const over = new Promise<void>(resolve => {
      socket.setEncoding('utf8').on('data', data => {
        answer += data;
      });
      socket.on('close', () => resolve());
    });
    socket.write(
      `POST /hook/PreToolUse HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    await expect
      .poll(async () => (await send(`${server.url()}/metrics`, { method: 'GET' })).body)
      .toContain('hooklaw_calls_in_flight 1');
    server.child.kill('SIGTERM');
    await server.until('draining');
    await expect
      .poll(() =>
        send(`${server.url()}/health`, { method: 'GET' }).then(
          () => 'up',
          () => 'down',
        ),
      )
      .toBe('down');
    socket.write(body.slice(20));
    await over;
    expect(answer).toContain('"permissionDecision":"deny"');
    expect(answer).toContain('[rule no-rm]');
    expect(await server.ended).toBe(0);
    expect(sandbox.lines('audit_log.jsonl')).toHaveLength(1);
  });

  it('obeys a law as it is approved, and until then both', async () => {
    const server = await serve();
    expectPassed(await server.post('/hook/PreToolUse', bash('make')));
    const changed =
      'hooklaw: 1\nrules: [{ id: no-make, kind: policy, tool: Bash, when: "input.command == \'make\'", deny: No. }]\n';
    fs.writeFileSync(lawFile, changed);
    await expect.poll(async () => (await server.post('/hook/PreToolUse', bash('make'))).verdict).toBe('deny');
    expect(denial(await server.post('/hook/PreToolUse', bash('rm -rf /')))).toContain('hooklaw approve');
    approve(createStateFolder(sandbox.state), 'project', lawFile, project, Buffer.from(changed), 'a test');
    await expect.poll(async () => (await server.post('/hook/PreToolUse', bash('rm -rf /'))).verdict).toBe('silent');
    denial(await server.post('/hook/PreToolUse', bash('make')));
    expect(await server.until('the law has changed')).toMatchObject({ level: 'info', project: 'default' });
  });

  it('denies while no law can be had, says so, and recovers', async () => {
    const named = sandbox.write('law/law.yaml', law);
    const server = await serve(['--law', named]);
    const ready = async (): Promise<number> => (await send(`${server.url()}/ready`, { method: 'GET' })).status;
    expect(await ready()).toBe(200);
    fs.rmSync(path.join(sandbox.state, 'approved'), { recursive: true });
    fs.rmSync(named);
    await expect.poll(ready).toBe(503);
    expect(denial(await server.post('/hook/PreToolUse', bash('ls')))).toContain('law file is missing');
    fs.writeFileSync(named, law);
    await expect.poll(ready).toBe(200);
    expectPassed(await server.post('/hook/PreToolUse', bash('ls')));
  });

  it('reads its tokens again on SIGHUP, and keeps them where that fails', async () => {
    const file = secretFile('token', secret);
    const server = await serve(['--token-file', file]);
    fs.writeFileSync(file, 'another-good-token-here');
    server.child.kill('SIGHUP');
    await server.until('reloaded');
    denial(await server.post('/hook/PreToolUse', bash('ls'), bearer(secret)));
    expectPassed(await server.post('/hook/PreToolUse', bash('ls'), bearer('another-good-token-here')));
    fs.rmSync(file);
    server.child.kill('SIGHUP');
    await server.until('nothing was reloaded');
    expectPassed(await server.post('/hook/PreToolUse', bash('ls'), bearer('another-good-token-here')));
  });

  it('counts for Prometheus, and logs in JSON without inputs', async () => {
    const server = await serve(['--log-level', 'debug']);
    denial(await server.post('/hook/PreToolUse', bash('rm -rf /secret-place')));
    expectPassed(await server.post('/hook/PreToolUse', bash('ls')));
    await server.post('/hook/MadeUp', { hook_event_name: 'MadeUp' });
    const { body, headers } = await send(`${server.url()}/metrics`, { method: 'GET' });
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toContain('hooklaw_calls_total{project="default",event="PreToolUse",verdict="deny"} 1');
    expect(body).toContain('hooklaw_calls_total{project="default",event="other",verdict="silent"} 1');
    expect(body).toContain('hooklaw_denials_total{project="default",layer="project",rule="no-rm"} 1');
    expect(await server.until('refused')).toMatchObject({
      tool: 'Bash',
      rule: 'no-rm',
      verdict: 'deny',
      session: 's-1',
    });
    expect(server.stderr).not.toContain('secret-place');
    expect((await send(`${server.url()}/health`, { method: 'GET' })).body).toBe('{"status":"ok"}');
  });
});
