import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { printer, stubs } from './generate.ts';

/** A call of a stub, as bash made it. */
export interface RecordedCall {
  readonly cwd: string;
  /** The program's name and its arguments. */
  readonly words: readonly string[];
}

/** What came of running a text. */
export interface Run {
  readonly calls: readonly RecordedCall[];
  readonly work: string;
  readonly home: string;
  /** Set where a `cd` found no folder: the analysis takes it to find one. */
  readonly lost: boolean;
}

/** A folder in which texts are run by the real bash, with nothing but stubs and harmless programs within reach. */
export interface Sandbox {
  /** Runs a text in a fresh folder. */
  readonly run: (text: string) => Promise<Run>;
  readonly remove: () => void;
}

/** Programs of the system that only read, print or start others. */
const harmless = [
  'bash',
  'sh',
  'cat',
  'tee',
  'base64',
  'tr',
  'rev',
  'env',
  'xargs',
  'nice',
  'nohup',
  'timeout',
  'stdbuf',
  'seq',
  'basename',
  'dirname',
  'find',
  'sort',
];

function locate(program: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map(folder => path.join(folder, program)).find(file => fs.existsSync(file));
}

/** Whether all that is needed is on this machine. */
export function canRunBash(): boolean {
  return process.platform !== 'win32' && harmless.every(program => locate(program) !== undefined);
}

export function createSandbox(): Sandbox {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'shell-')));
  const bin = path.join(root, 'bin');
  fs.mkdirSync(bin);
  for (const program of harmless) {
    const target = locate(program === 'sh' ? 'bash' : program);
    if (target !== undefined) fs.symlinkSync(target, path.join(bin, program));
  }
  for (const name of [...stubs, printer]) {
    const prints = name === printer ? "printf 'g1 g2\\n'\n" : '';
    // One write for each call, so that calls at the same time do not mix.
    const source = `#!${locate('sh') ?? '/bin/sh'}\nprintf '%s\\0' '<' "$PWD" "\${0##*/}" "$@" '>' >> "$STUB_LOG"\n${prints}`;
    fs.writeFileSync(path.join(bin, name), source, { mode: 0o755 });
  }
  let count = 0;
  return {
    run: text => runText(root, bin, count++, text),
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

async function runText(root: string, bin: string, number: number, text: string): Promise<Run> {
  const folder = path.join(root, `run${String(number)}`);
  const home = path.join(folder, 'home');
  // Deep enough that a few steps up stay inside.
  const work = path.join(folder, 'u1', 'u2', 'u3', 'work');
  fs.mkdirSync(path.join(work, 'sub', 'deep'), { recursive: true });
  fs.mkdirSync(home);
  for (const file of ['one.txt', 'two.txt', 'sub/d1', 'sub/deep/e.txt']) fs.writeFileSync(path.join(work, file), '');
  const log = path.join(folder, 'log');
  fs.writeFileSync(log, '');
  const script = path.join(folder, 'script');
  fs.writeFileSync(script, text);
  const lost = await new Promise<boolean>(resolve => {
    const options = { cwd: work, timeout: 20_000, env: { PATH: bin, HOME: home, STUB_LOG: log, PWD: work } };
    const child = execFile(
      locate('bash') ?? 'bash',
      ['--noprofile', '--norc', '-c', text],
      options,
      (_error, _out, errors) => resolve(/cd: |pushd: |popd: /.test(errors)),
    );
    child.stdin?.end();
  });
  const calls = readLog(fs.readFileSync(log, 'utf8'));
  fs.rmSync(folder, { recursive: true, force: true });
  return { calls, work, home, lost };
}

function readLog(text: string): RecordedCall[] {
  const calls: RecordedCall[] = [];
  for (const part of text.split('\0>\0')) {
    const [start, cwd, ...words] = part.split('\0');
    if (start === '<' && cwd !== undefined) calls.push({ cwd, words });
  }
  return calls;
}
