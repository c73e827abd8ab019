import type { Readable } from 'node:stream';
import { watchStartedPrograms } from '../started-programs.ts';
import { isGroupAlive, processTree } from './process-tree.ts';

const windows = process.platform === 'win32';

/** How long output is waited for after a program has ended, in milliseconds: the client's own patience, observed. */
const patience = 500;
/** How long a program has between SIGTERM and SIGKILL, in milliseconds; observed. */
const lastWords = 1_000;

/** A program to run. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** What is kept of each output, in bytes; the rest is read and thrown away. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** How a program came to its end. */
export type ProgramEnd =
  | { readonly kind: 'exited'; readonly exitCode: number }
  | { readonly kind: 'signaled'; readonly signal: string }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'not-started'; readonly code: string };

/** What became of a program. */
export interface ProgramRun {
  readonly end: ProgramEnd;
  readonly stdout: string;
  readonly stderr: string;
  readonly durationMs: number;
  /** It ended, or closed its input, without having taken all of it from the pipe. Little input fits into the pipe. */
  readonly stdinUnread: boolean;
  /** Something that it had started still ran when it had ended; it has been ended too. */
  readonly leftChildren: boolean;
}

/**
 * Runs a program without a terminal, in a process group of its own, and ends what is left of the group.
 * @throws the signal's reason when it is aborted
 */
export async function runProgram({ file, args, cwd, env, stdin, ...limits }: Program): Promise<ProgramRun> {
  const { execa } = await import('execa');
  limits.signal.throwIfAborted();
  const programs = watchStartedPrograms();
  const started = performance.now();
  const child = execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    cleanup: false,
    detached: !windows,
    windowsHide: true,
  });
  programs.add(child.pid);
  const outputs = [collect(child.stdout, limits.most), collect(child.stderr, limits.most)] as const;
  const input = feed(child.stdin, stdin);
  const ended = new Promise<ProgramEnd>(resolve => {
    child.once('exit', (code, signal) => resolve(endOf(code, signal)));
    void child.then(({ code }) => resolve({ kind: 'not-started', code: code ?? 'unknown' }));
  });
  try {
    const end = await endInTime(ended, child.pid, limits);
    await inTime(Promise.all(outputs.map(output => output.closed)), patience);
    const durationMs = performance.now() - started;
    const leftChildren = child.pid !== undefined && isGroupAlive(child.pid);
    const [stdout, stderr] = outputs.map(output => output.text()) as [string, string];
    return { end, stdout, stderr, durationMs, stdinUnread: input.isUnread(), leftChildren };
  } finally {
    if (child.pid !== undefined && isGroupAlive(child.pid)) processTree(child.pid).signal('SIGKILL');
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    programs.release();
  }
}

function endOf(code: number | null, signal: string | null): ProgramEnd {
  return code === null ? { kind: 'signaled', signal: signal ?? 'SIGKILL' } : { kind: 'exited', exitCode: code };
}

/** Waits for a program's end; sees to it when the time is over, or when it is no longer wanted. */
async function endInTime(
  ended: Promise<ProgramEnd>,
  pid: number | undefined,
  { timeout, signal }: Pick<Program, 'timeout' | 'signal'>,
): Promise<ProgramEnd> {
  const watch = new AbortController();
  const aborted = new Promise<'aborted'>(resolve => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: watch.signal });
  });
  try {
    const first = await inTime(Promise.race([ended, aborted]), timeout);
    signal.throwIfAborted();
    if (first !== undefined && first !== 'aborted') return first;
    if (pid !== undefined) {
      const tree = processTree(pid);
      tree.signal('SIGTERM');
      await inTime(Promise.race([ended, aborted]), lastWords);
      tree.signal('SIGKILL');
    }
    signal.throwIfAborted();
    return { kind: 'timed-out' };
  } finally {
    watch.abort();
  }
}

/** What a promise gives; undefined when that takes longer. */
async function inTime<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function collect(stream: Readable, most: number): { readonly closed: Promise<void>; readonly text: () => string } {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    const kept = chunk.subarray(0, most - size);
    size += kept.length;
    if (kept.length > 0) chunks.push(kept);
  });
  const closed = new Promise<void>(resolve => {
    stream.once('close', () => resolve());
    stream.on('error', () => resolve());
  });
  return { closed, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** What a pipe holds before somebody has to read, in bytes; on Linux and macOS at most that. */
const pipeHolds = 65_536;

/** Writes the input; a program that does not want it is no fault of ours. */
function feed(stream: NodeJS.WritableStream & { readonly writableLength: number }, text: string) {
  let broken = false;
  let finished = false;
  stream.on('error', () => {
    broken = true;
  });
  stream.once('finish', () => {
    finished = true;
  });
  stream.end(text);
  // A pipe takes in what is small; of the rest, a stream that was taken down without an error shows nothing but that it has not finished.
  return { isUnread: () => broken || stream.writableLength > 0 || (!finished && text.length > pipeHolds) };
}
