import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askHttpHook, isLoopbackUrl } from '../../src/adapters/client/ask-http-hook.ts';
import type { HookRun } from '../../src/core/client/hook-run.ts';
import type { JsonObject } from '../../src/core/json/json-value.ts';
import { configuredHook } from '../support/configured-hook.ts';

interface Asked {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

let answer: (response: http.ServerResponse) => void;
let asked: Asked[];
let server: http.Server;
let base: string;

beforeEach(async () => {
  asked = [];
  answer = response => response.end('{}');
  server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    asked.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function ask(entry: JsonObject = {}, signal = new AbortController().signal): Promise<HookRun | undefined> {
  const hook = configuredHook({ type: 'http', url: `${base}/guard/$A`, ...entry });
  const place = { projectDir: '/p', cwd: '/p', env: { A: 'a b', B: 'secret' }, platform: 'linux', home: '/h' };
  return (await askHttpHook(hook, '{"a":1}\n', place, { anywhere: false, signal }))?.run;
}

describe('an HTTP hook', () => {
  it('gets the event as the body of a POST, and its status and answer count', async () => {
    answer = response => response.writeHead(403, { 'content-type': 'text/plain' }).end('no');
    expect(await ask()).toEqual({ kind: 'answered', status: 403, body: 'no' });
    expect(asked).toMatchObject([
      { method: 'POST', url: '/guard/$A', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  it('sees only the variables that it may see', async () => {
    const headers = { 'x-key': 'Bearer $A ${A} $B ${B}|$ x\r\ny: z', 'content-type': 'x/y' };
    await ask({ headers, allowedEnvVars: ['A'] });
    expect(asked[0]?.headers).toMatchObject({ 'x-key': 'Bearer a b a b  |$ xy: z', 'content-type': 'x/y' });
  });

  it('is not followed elsewhere', async () => {
    answer = response => response.writeHead(302, { location: `${base}/other` }).end();
    expect(await ask()).toEqual({ kind: 'answered', status: 302, body: '' });
    expect(asked).toHaveLength(1);
  });

  it('may not answer', async () => {
    answer = () => {};
    expect(await ask({ timeout: 0.2 })).toEqual({ kind: 'unanswered', cause: 'no answer in 0.2 seconds' });
    answer = response => response.destroy();
    expect(await ask()).toMatchObject({ kind: 'unanswered', cause: expect.stringContaining('SOCKET') });
    expect(await ask({ url: 'http://127.0.0.1:9/' })).toMatchObject({ kind: 'unanswered' });
    const control = new AbortController();
    answer = () => control.abort(new Error('enough'));
    await expect(ask({}, control.signal)).rejects.toThrow('enough');
  });

  it('elsewhere than on this machine is left alone', async () => {
    expect(await ask({ url: 'http://192.0.2.1/x' })).toBeUndefined();
    const here = ['http://localhost:1/x', 'https://127.0.0.2/', 'http://[::1]:8080/', 'http://2130706433/'];
    expect(here.filter(isLoopbackUrl)).toEqual(here);
    const elsewhere = ['http://127.0.0.1.example.org/', 'http://localhost@example.org/', 'http://0.0.0.0/', 'nonsense'];
    expect(elsewhere.filter(isLoopbackUrl)).toEqual([]);
  });

  it('may answer without end, of which the beginning counts', async () => {
    answer = response => response.end('a'.repeat(3_000_000));
    const run = await ask();
    expect(run?.kind === 'answered' && run.body.length).toBe(1024 * 1024);
  });
});
