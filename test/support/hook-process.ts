import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasAgentAbove } from '../../src/adapters/agent-ancestry.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** The Node build's entry. */
export const entry = path.join(root, 'bin', 'hooklaw.js');

export interface ProcessResult {
  readonly exit: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
}

/** A clean environment: nothing of the machine that runs the tests reaches the program. */
export function cleanEnv(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, TZ: 'UTC', NO_COLOR: '1' };
}

/** Runs a program to its end. */
export function runProcess(command: string, args: readonly string[], options: RunOptions = {}): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], {
      cwd: options.cwd ?? os.tmpdir(),
      env: { ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (data: Buffer) => out.push(data));
    child.stderr.on('data', (data: Buffer) => err.push(data));
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (exit, signal) => {
      resolve({
        exit,
        signal,
        stdout: Buffer.concat(out).toString('utf8'),
        stderr: Buffer.concat(err).toString('utf8'),
      });
    });
    child.stdin.end(options.stdin ?? '');
  });
}

/** A folder of its own for one test: a law, a state folder, a home. */
export class Sandbox {
  readonly dir: string = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-'));
  readonly state: string = path.join(this.dir, 'state');
  readonly home: string = path.join(this.dir, 'home');

  constructor() {
    fs.mkdirSync(this.home);
  }

  write(name: string, content: string | Uint8Array): string {
    const file = path.join(this.dir, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
    return file;
  }

  lines<T = Record<string, unknown>>(name: string): T[] {
    const file = path.join(this.state, name);
    if (!fs.existsSync(file)) return [];
    return fs
      .readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as T);
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<ProcessResult> {
    return runProcess(process.execPath, [entry, ...args], {
      cwd: this.dir,
      ...options,
      env: { ...cleanEnv(this.home), ...options.env },
    });
  }

  /** Runs the hook with this sandbox's state folder. */
  hook(args: readonly string[], event: unknown, options: RunOptions = {}): Promise<ProcessResult> {
    return this.run(['hook', ...args, '--state-dir', this.state], {
      stdin: typeof event === 'string' || event instanceof Uint8Array ? event : JSON.stringify(event),
      ...options,
    });
  }

  remove(): void {
    fs.rmSync(this.dir, { recursive: true, force: true });
  }
}

/** Whether these tests themselves run inside an agent, where the commands of a person refuse to. */
export const insideAgent: boolean = hasAgentAbove();
