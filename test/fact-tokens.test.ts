import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FactSandbox } from './support/facts.ts';
import { Sandbox } from './support/hook-process.ts';

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;

let [rsa, other, elliptic]: (Keys | undefined)[] = [];
let keySet = '';
let publicPem = '';

const keysOf = (keys: Keys | undefined): Keys => {
  if (keys === undefined) throw new Error('no keys yet');
  return keys;
};

beforeAll(async () => {
  rsa = await generateKeyPair('RS256', { extractable: true });
  other = await generateKeyPair('RS256', { extractable: true });
  elliptic = await generateKeyPair('ES256', { extractable: true });
  const keys = [
    { ...(await exportJWK(rsa.publicKey)), kid: 'one', use: 'sig' },
    { ...(await exportJWK(elliptic.publicKey)), kid: 'two', alg: 'ES256' },
  ];
  keySet = JSON.stringify({ keys });
  publicPem = await exportSPKI(rsa.publicKey);
});

let sandbox: Sandbox;
let facts: FactSandbox;
let jwks: string;
beforeEach(() => {
  sandbox = new Sandbox();
  facts = new FactSandbox(sandbox);
  jwks = facts.write('law/keys.json', keySet);
});
afterEach(() => sandbox.remove());

interface Made {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: { readonly alg: string; readonly kid?: string };
  readonly key?: Parameters<SignJWT['sign']>[0];
}

const now = (): number => Math.floor(Date.now() / 1_000);
const goodClaims = () => ({
  iss: 'https://id.example',
  aud: ['desk', 'support'],
  exp: now() + 600,
  sub: 'u_004',
  roles: ['agent', 'refunds'],
});

function sign({ claims = {}, header = { alg: 'RS256', kid: 'one' }, key }: Made = {}): Promise<string> {
  const all = { ...goodClaims(), ...claims };
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new SignJWT(present).setProtectedHeader(header).sign(key ?? keysOf(rsa).privateKey);
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What the fact `sub` of a token gives. */
function subject(token: string, more = '', keys: string | string[] = jwks): Promise<unknown> {
  const fact = `{ jwt: { token: { env: TOKEN }, jwks: ${JSON.stringify(keys)}, issuer: "https://id.example", audience: support${more} }, pointer: /sub, timeout: 4s }`;
  return facts.one(fact, { env: { TOKEN: token } });
}

describe('a fact from a token', () => {
  it('is a claim, or all of them', async () => {
    const token = 'jwt: { token: { env: T }, jwks: keys.json, issuer: "https://id.example", audience: [support] }';
    facts.write('law/token', `${await sign()}\n`);
    expect(
      await facts.resolve(
        {
          roles: `{ ${token}, pointer: /roles, type: list }`,
          role: `{ ${token}, pointer: /roles/0, one_of: [agent, lead] }`,
          tier: `{ ${token}, pointer: /tier }`,
          whole: `{ ${token}, type: object }`,
          file: `{ ${token.replace('{ env: T }', '{ file: token }')}, pointer: /sub, type: string }`,
          absent: `{ ${token.replace('env: T', 'env: NONE')}, pointer: /sub, required: false }`,
          needed: `{ ${token.replace('env: T', 'env: NONE')}, pointer: /sub }`,
        },
        { env: { T: await sign(), NONE: '' } },
      ),
    ).toEqual({
      roles: { value: ['agent', 'refunds'] },
      role: { value: 'agent' },
      tier: { failure: 'the source has no value' },
      whole: { value: expect.objectContaining({ sub: 'u_004' }) },
      file: { value: 'u_004' },
      absent: { value: null },
      needed: { failure: 'the source has no value' },
    });
  });

  it('holds with each key of the set, and only in the ways that the law allows', async () => {
    const ec = await sign({ header: { alg: 'ES256', kid: 'two' }, key: keysOf(elliptic).privateKey });
    expect(await subject(ec)).toBe('u_004');
    expect(await subject(ec, ', algorithms: [ES256]')).toBe('u_004');
    expect(await subject(ec, ', algorithms: [RS256]')).toBe('the token is signed in a way that the law does not allow');
    expect(await subject(await sign({ header: { alg: 'RS256' } }))).toBe('u_004');
  });

  it.each<[string, Made, string]>([
    ['another issuer', { claims: { iss: 'https://id.example.evil' } }, 'not from the issuer'],
    ['no issuer', { claims: { iss: undefined } }, 'not from the issuer'],
    ['another audience', { claims: { aud: 'billing' } }, 'for another audience'],
    ['no audience', { claims: { aud: undefined } }, 'for another audience'],
    ['an end in the past', { claims: { exp: now() - 5 } }, 'has expired'],
    ['no end', { claims: { exp: undefined } }, '`exp`'],
    ['an end that is no number', { claims: { exp: '9999999999' } }, '`exp`'],
    ['a start in the future', { claims: { nbf: now() + 600 } }, '`nbf`'],
    ['an unknown key', { header: { alg: 'RS256', kid: 'three' } }, 'not among those of the issuer'],
  ])('does not hold with %s', async (_what, made, why) => {
    const told = await subject(await sign(made));
    expect(told).toContain(why);
    expect(told).not.toContain('u_004');
  });

  it('does not hold with the key of somebody else', async () => {
    expect(await subject(await sign({ key: keysOf(other).privateKey }))).toContain('signature is wrong');
  });

  it('does not hold when it was changed after it was signed', async () => {
    const [header, , signature] = (await sign()).split('.');
    const forged = `${header}.${encode({ ...goodClaims(), sub: 'u_999' })}.${signature}`;
    expect(await subject(forged)).toContain('signature is wrong');
  });

  it('does not hold without a signature, or signed with what everybody knows', async () => {
    const claims = encode(goodClaims());
    const unsigned = `${encode({ alg: 'none', kid: 'one' })}.${claims}.`;
    const notAllowed = 'the token is signed in a way that the law does not allow';
    expect(await subject(unsigned)).toBe(notAllowed);
    for (const secret of [publicPem, publicPem.trim(), keySet]) {
      const header = { alg: 'HS256', kid: 'one' };
      expect(await subject(await sign({ header, key: new TextEncoder().encode(secret) }))).toBe(notAllowed);
    }
  });

  it.each(['x', 'a.b.c', '..', '{"sub":"u_004"}', 'ey'.repeat(50_000)])('is no token: %.20s', async text => {
    expect(await subject(text)).toMatch(/^the token is /);
  });

  it('is forgiven clocks that differ, as far as the law says', async () => {
    const late = await sign({ claims: { exp: now() - 30 } });
    expect(await subject(late)).toContain('has expired');
    expect(await subject(late, ', clock_tolerance: 2m')).toBe('u_004');
  });

  it('rests on no key set, and on no token, that the agent could write', async () => {
    const inside = facts.write('proj/keys.json', keySet);
    const inProject = 'lies in the project';
    expect(await subject(await sign(), '', inside)).toContain(inProject);
    const token = facts.write('proj/token', await sign());
    const fact = `jwt: { token: { file: ${token} }, jwks: keys.json, issuer: "https://id.example", audience: support }, pointer: /sub`;
    expect(await facts.one(`{ ${fact} }`)).toContain(inProject);
    expect(await facts.one(`{ ${fact}, untrusted_ok: a token says itself whose it is }`)).toBe('u_004');
  });

  it('says what is wrong with a key set', async () => {
    const token = await sign();
    expect(await subject(token, '', facts.write('law/bad.json', '{"keys":'))).toContain('is not JSON');
    expect(await subject(token, '', facts.write('law/none.json', '{"keys":[]}'))).toBe('the key sets hold no key');
    expect(await subject(token, '', facts.write('law/odd.json', '{"keys":[1]}'))).toContain('is no key set');
    expect(await subject(token, '', '/no/such/keys.json')).toContain('ENOENT');
  });

  it('takes the keys of several sets, and says which set was not to be had where it needs it', async () => {
    const empty = facts.write('law/others.json', JSON.stringify({ keys: [JSON.parse(keySet).keys[1]] }));
    const token = await sign();
    expect(await subject(token, '', [empty, jwks])).toBe('u_004');
    expect(await subject(token, '', ['/no/such/keys.json', jwks])).toBe('u_004');
    expect(await subject(token, '', ['/no/such/keys.json', empty])).toContain('/no/such/keys.json');
  });
});

describe('keys from a URL', () => {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const redirect = (location: string): void => void response.writeHead(302, { location }).end();
    switch (request.url) {
      case '/keys':
        return response.end(keySet);
      case '/broken':
        return response.writeHead(500).end(keySet);
      case '/empty':
        return response.writeHead(204).end();
      case '/text':
        return response.end('<html>');
      case '/huge':
        response.write('{"keys":[');
        return response.end(`${'{},'.repeat(200_000)}{}]}`);
      case '/hangs':
        return undefined;
      case '/drips':
        response.write('{');
        return undefined;
      case '/moved':
        return redirect('/keys');
      case '/away':
        return redirect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`);
      case '/around':
        return redirect('/around');
      default:
        return request.socket.destroy();
    }
  });
  const url = (name: string): string => `http://localhost:${(server.address() as AddressInfo).port}/${name}`;
  beforeAll(() => new Promise<void>(resolve => server.listen(0, 'localhost', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('are fetched', async () => {
    expect(await subject(await sign(), '', url('keys'))).toBe('u_004');
    expect(await subject(await sign(), '', url('moved'))).toBe('u_004');
  });

  it.each([
    ['broken', 'the answer is 500'],
    ['empty', 'the answer is 204'],
    ['text', 'is not JSON'],
    ['huge', 'larger than 262144 bytes'],
    ['away', 'leads to another host'],
    ['around', 'leads on and on'],
    ['reset', 'ECONNRESET'],
  ])('are not to be had from a server that answers in a wrong way: %s', async (name, why) => {
    expect(await subject(await sign(), '', url(name))).toContain(why);
  });

  it('are waited for as long as the law says', async () => {
    const fact = (name: string): string =>
      `{ jwt: { token: { env: T }, jwks: "${url(name)}", issuer: "https://id.example", audience: support }, timeout: 700ms }`;
    const late = { failure: 'its source took longer than 700 ms' };
    const env = { T: await sign() };
    expect(await facts.resolve({ hangs: fact('hangs'), drips: fact('drips') }, { env })).toEqual({
      hangs: late,
      drips: late,
    });
  });

  it('are not fetched for a law that is not trusted', async () => {
    const fact = `{ jwt: { token: { env: T }, jwks: "${url('keys')}", issuer: "https://id.example", audience: support }, pointer: /sub }`;
    asked.length = 0;
    const env = { T: await sign() };
    expect(await facts.one(fact, { env, trusted: false })).toContain('only fetched for a law that is trusted');
    expect(asked).toEqual([]);
    expect(await facts.one(fact.replace(url('keys'), 'keys.json'), { env, trusted: false })).toBe('u_004');
  });

  it('are not fetched where there is no token', async () => {
    asked.length = 0;
    expect(await subject('', '', url('keys'))).toBe('the source has no value');
    expect(asked).toEqual([]);
  });
});

it('keys are taken from the right server only, whatever the environment says about certificates', async context => {
  const [key, cert] = [path.join(sandbox.dir, 'key.pem'), path.join(sandbox.dir, 'cert.pem')];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const made = spawnSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...name]);
  if (made.status !== 0) return context.skip();
  const server = https.createServer({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) }, (_request, response) =>
    response.end(keySet),
  );
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve));
  try {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    const place = `https://localhost:${(server.address() as AddressInfo).port}/keys`;
    expect(await subject(await sign(), '', place)).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    server.close();
  }
});
