import fs from 'node:fs';
import path from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FactSandbox } from './support/facts.ts';
import { type ProcessResult, Sandbox } from './support/hook-process.ts';
import { readPids, untilEnded } from './support/processes.ts';

let sandbox: Sandbox;
let files: FactSandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  files = new FactSandbox(sandbox);
});
afterEach(() => sandbox.remove());

const at = (name: string): string => path.join(sandbox.dir, name);
const systemPath = process.env['PATH'] ?? '';

/** Writes a law with a rule for each fact: the tool of the fact's name is denied where the fact is `no`. */
function writeLaw(facts: Readonly<Record<string, string>>, more = 'deadline: 10s\n', name = 'law/law.yaml'): string {
  const context = Object.entries(facts).map(([fact, source]) => `  ${fact}: ${source}\n`);
  const rules = Object.keys(facts).map(
    fact =>
      `  - { id: ${fact}, kind: authorization, tool: mcp__x__${fact}, when: "context.${fact} == 'no'", deny: It is no. }\n`,
  );
  const plain = `  - { id: plain, kind: policy, tool: mcp__x__plain, when: "input.n > 1", deny: Too much. }\n`;
  return files.write(name, `hooklaw: 1\n${more}context:\n${context.join('')}rules:\n${rules.join('')}${plain}`);
}

interface Call {
  readonly session?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly named?: string | undefined;
  readonly more?: object;
}

function send(
  event: object,
  { session = 's', env = {}, named = at('law/law.yaml') }: Call = {},
): Promise<ProcessResult> {
  const law = named === '' ? [] : ['--law', named];
  return sandbox.hook(
    [...law],
    { session_id: session, cwd: at('proj'), ...event },
    { env: { PATH: systemPath, CLAUDE_PROJECT_DIR: at('proj'), ...env } },
  );
}

const call = (tool: string, given: Call = {}): Promise<ProcessResult> =>
  send(
    {
      hook_event_name: 'PreToolUse',
      tool_name: `mcp__x__${tool}`,
      tool_input: { n: 2 },
      tool_use_id: 't',
      ...given.more,
    },
    given,
  );

const start = (given: Call & { readonly source?: string } = {}): Promise<ProcessResult> =>
  send({ hook_event_name: 'SessionStart', source: given.source ?? 'startup' }, given);

const changes = (): string[] =>
  sandbox
    .lines<{ step: string; error: string }>('errors.jsonl')
    .filter(({ step }) => step === 'a trusted fact has changed since the session began')
    .map(({ error }) => error);

async function signer(): Promise<{ jwks: string; sign: (sub: string) => Promise<string> }> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const jwks = files.write('law/keys.json', JSON.stringify({ keys: [await exportJWK(publicKey)] }));
  const sign = (sub: string): Promise<string> =>
    new SignJWT({ sub, iss: 'i', aud: 'a' })
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime('1h')
      .sign(privateKey);
  return { jwks, sign };
}

const posix = it.skipIf(process.platform === 'win32');

describe('facts of every source', () => {
  posix('are frozen by the first event, whatever their sources say later', async () => {
    const { sign } = await signer();
    const writeSources = (value: string): void => {
      files.write('own/facts.yaml', `deep: { fact: "${value}" }\n`);
      files.write('law/bin/fact', `#!/bin/sh\necho '{"fact":"${value}"}'\n`, 0o755);
    };
    writeLaw({
      var: '{ env: FACT }',
      file: `{ file: ${at('own/facts.yaml')}, pointer: /deep/fact }`,
      program: '{ command: [./bin/fact], pointer: /fact }',
      token: '{ jwt: { token: { env: TOKEN }, jwks: keys.json, issuer: i, audience: a }, pointer: /sub }',
    });
    const names = ['var', 'file', 'program', 'token'];
    const denied = 'BLOCKED: It is no.';
    const answers = async (given: Call): Promise<string[]> =>
      Promise.all(names.map(async name => (await call(name, given)).stderr.slice(0, denied.length)));
    const [all, none] = [names.map(() => denied), names.map(() => '')];
    writeSources('no');
    const before = { FACT: 'no', TOKEN: await sign('no') };
    expect((await start({ env: before })).exit).toBe(0);
    writeSources('yes');
    const after = { FACT: 'yes', TOKEN: await sign('yes') };
    expect(await answers({ env: after })).toEqual(all);
    expect(await answers({ env: after, more: { agent_id: 'sub-1', agent_type: 'helper' } })).toEqual(all);
    expect((await start({ env: after, source: 'resume' })).exit).toBe(0);
    expect(await answers({ env: after })).toEqual(all);
    expect(await answers({ env: after, session: 'forked' })).toEqual(none);
    fs.rmSync(at('own/facts.yaml'));
    expect(await answers({ env: {}, session: 'forked' })).toEqual(none);
  });

  /** A program that takes its time, so that those who start it at once do not know of each other. */
  const slowProgram = (): string =>
    files.write('law/bin/slow', `#!/bin/sh\necho x >>${at('count')}\nsleep 1\necho "$VALUE"\n`, 0o755);
  const countRuns = (): number => fs.readFileSync(at('count'), 'utf8').length;
  const raceFor = async (fact: string, named?: string): Promise<unknown[]> => {
    const values = ['no', 'yes', 'no', 'yes'];
    const raced = await Promise.all(values.map(VALUE => call(fact, { env: { VALUE }, ...(named && { named }) })));
    return [...new Set(raced.map(({ stderr }) => stderr))];
  };

  posix('are the same for events that race to be the first', async () => {
    slowProgram();
    const named = writeLaw({ slow: '{ command: [./bin/slow], timeout: 8s }' });
    await sandbox.run(['validate', named, '--state-dir', sandbox.state]);
    const answers = await raceFor('slow');
    expect(answers).toHaveLength(1);
    const runs = countRuns();
    expect(await raceFor('slow')).toEqual(answers);
    expect(countRuns()).toBe(runs);
  });

  posix('are the same for events that race to add a fact that the law declares later', async () => {
    slowProgram();
    writeLaw({ var: '{ env: FACT }' });
    expect((await call('var', { env: { FACT: 'yes' } })).exit).toBe(0);
    const facts = { var: '{ env: FACT }', slow: '{ command: [./bin/slow], timeout: 8s }' };
    const later = writeLaw(facts, undefined, 'law/later.yaml');
    await sandbox.run(['validate', later, '--state-dir', sandbox.state]);
    const answers = await raceFor('slow', later);
    expect(answers).toHaveLength(1);
    expect(await raceFor('slow', later)).toEqual(answers);
    expect((await call('var', { env: { FACT: 'no' }, named: later })).exit).toBe(0);
  });
});

describe('a source that fails', () => {
  posix('denies only the rules that read its fact, and says which fact and why', async () => {
    files.write(
      'law/bin/hangs',
      `#!/bin/sh\necho $$ >>${at('pids')}\nsleep 600 &\necho $! >>${at('pids')}\nwait\n`,
      0o755,
    );
    files.write('law/bin/fails', '#!/bin/sh\nexit 7\n', 0o755);
    files.write('proj/facts.json', '"yes"');
    const sources = {
      hangs: '{ command: [./bin/hangs], timeout: 3s }',
      fails: '{ command: [./bin/fails], timeout: 3s }',
      inside: `{ file: ${at('proj/facts.json')} }`,
      fine: '{ env: FACT }',
    };
    writeLaw(sources);
    const env = { FACT: 'yes' };
    const hanging = await call('hangs', { env });
    expect(hanging.exit).toBe(2);
    expect(hanging.stderr).toMatch(/^BLOCKED: .*the fact `hangs` could not be established \(.*longer than 3000 ms\)/);
    expect((await call('fails', { env })).stderr).toContain(
      'the fact `fails` could not be established (`./bin/fails` ended with exit code 7)',
    );
    expect((await call('inside', { env })).stderr).toContain('lies in the project');
    expect((await call('fine', { env })).exit).toBe(0);
    expect((await call('plain', { env })).stderr).toContain('Too much.');
    await untilEnded(await readPids(at('pids'), 2));
  });

  posix('does not use up the deadline of the hook', async () => {
    files.write('law/bin/hangs', '#!/bin/sh\nsleep 600\n', 0o755);
    writeLaw({ hangs: '{ command: [./bin/hangs], timeout: 3900ms }', fine: '{ env: FACT }' }, 'deadline: 4s\n');
    await sandbox.run(['validate', at('law/law.yaml'), '--state-dir', sandbox.state]);
    const fine = await call('fine', { env: { FACT: 'no' } });
    expect(fine.stderr).toContain('It is no.');
    expect((await call('hangs')).stderr).toContain('the fact `hangs` could not be established');
  });
});

describe('the law of a project that nobody trusts', () => {
  posix('runs no command, and its other facts are still there', async () => {
    files.write('proj/bin/fact', `#!/bin/sh\ntouch ${at('mark')}\necho yes\n`, 0o755);
    const facts = {
      program: '{ command: [./bin/fact], untrusted_ok: a trial }',
      other: '{ command: [/usr/bin/touch, MARK] }'.replace('MARK', at('mark')),
      var: '{ env: FACT }',
    };
    const law = writeLaw(facts, undefined, 'proj/hooklaw.yaml');
    const given = { named: '', env: { FACT: 'yes' } };
    const denied = await call('program', given);
    expect(denied.exit).toBe(2);
    expect(denied.stderr).toContain('commands are only run for a law that is trusted');
    expect((await call('var', given)).exit).toBe(0);
    expect(fs.existsSync(at('mark'))).toBe(false);
    expect((await sandbox.run(['trust', law], { cwd: at('proj') })).exit).toBe(0);
    expect((await call('program', given)).exit).toBe(0);
    expect(fs.existsSync(at('mark'))).toBe(true);
  });

  posix('runs none that a change has brought, before somebody approves it', async () => {
    const named = writeLaw({ var: '{ env: FACT }' });
    expect((await call('var', { env: { FACT: 'yes' } })).exit).toBe(0);
    writeLaw({
      var: `{ command: [/usr/bin/touch, ${at('mark')}] }`,
      more: `{ command: [/usr/bin/touch, ${at('mark')}] }`,
    });
    expect((await call('var', { env: { FACT: 'yes' }, session: 'next', named })).exit).toBe(0);
    expect((await call('more', { session: 'next', named })).exit).toBe(2);
    expect(fs.existsSync(at('mark'))).toBe(false);
  });
});

describe('a fact whose source says something else later', () => {
  it('is reported once, when the session starts again, without its value', async () => {
    const file = files.write('own/facts.json', '"secret-1"');
    writeLaw({ file: `{ file: ${file} }`, var: '{ env: FACT }', same: '{ env: SAME }', gone: '{ env: GONE }' });
    const env = { SAME: 'x', GONE: 'y', FACT: 'a' };
    await start({ env });
    expect(changes()).toEqual([]);
    files.write('own/facts.json', '"secret-22"');
    const later = { SAME: 'x', FACT: 'b' };
    await call('file', { env: later });
    expect(changes()).toEqual([]);
    for (const source of ['resume', 'compact']) await start({ env: later, source });
    expect(changes()).toEqual([
      '`file` was frozen as a text of 8 characters, its source now gives: a text of 9 characters; the frozen one holds',
      '`var` was frozen as a text of 1 characters, its source now gives: a text of 1 characters; the frozen one holds',
      '`gone` was frozen as a text of 1 characters, its source now gives: not to be had (the variable `GONE` is empty or not set); the frozen one holds',
    ]);
    expect(fs.readFileSync(path.join(sandbox.state, 'errors.jsonl'), 'utf8')).not.toContain('secret');
  });
});

describe('the commands of the command line', () => {
  posix('`try` takes facts from their sources as the hook would, and `test` from the test alone', async () => {
    files.write('law/bin/fact', `#!/bin/sh\necho x >>${at('runs')}\necho no\n`, 0o755);
    files.write('proj/.claude/settings.json', '{}');
    files.write('proj/facts.json', '"no"');
    const facts = { program: '{ command: [./bin/fact] }', inside: `{ file: ${at('proj/facts.json')} }` };
    const law = writeLaw(facts);
    fs.appendFileSync(law, 'tests: [{ name: t, event: { tool: mcp__x__program }, expect: deny }]\n');
    const run = (...words: string[]): Promise<ProcessResult> =>
      sandbox.run([...words], { cwd: at('proj'), env: { PATH: systemPath } });
    expect((await run('test', law)).stdout).toContain('1 passed');
    expect(fs.existsSync(at('runs'))).toBe(false);
    expect((await run('try', 'mcp__x__program', '--law', law)).stdout).toContain('It is no.');
    expect(fs.readFileSync(at('runs'), 'utf8')).toBe('x\n');
    expect((await run('try', 'mcp__x__inside', '--law', law)).stdout).toContain('lies in the project');
    const given = await run('try', 'mcp__x__program', '--law', law, '--context', 'program=yes');
    expect(given.stdout).not.toContain('It is no.');
    expect(fs.readFileSync(at('runs'), 'utf8')).toBe('x\nx\n');
  });
});
