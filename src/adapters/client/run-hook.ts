import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { HookRun } from '../../core/client/hook-run.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { ownField, ownString } from '../../core/json/json-value.ts';
import { findProgram } from '../find-program.ts';
import { fillPlaceholders, hookEnvironment, refusedPlaceholder } from './hook-environment.ts';
import type { HookPlace } from './hook-place.ts';
import { hookTimeout } from './hook-timeout.ts';
import { type Program, type ProgramRun, runProgram } from './run-program.ts';
import { whyNotProgram } from './why-not-program.ts';

/** What is kept of each output of a hook, in bytes. */
const largestOutput = 1024 * 1024;

/** What a hook did, with what the client does not look at and a person wants to know. */
export interface HookTrial {
  readonly run: HookRun;
  /** From the start to the end as the client sees it. */
  readonly durationMs: number;
  /** It ended without having read the event; only noticed when that is larger than a pipe holds. */
  readonly stdinUnread: boolean;
  /** It left a process behind, which has been ended. The client would let it run. */
  readonly leftChildren: boolean;
}

/**
 * Runs a command hook as the client would (2.1.332, observed): through a shell, or without one when it has `args`; in the
 * session's folder, without a terminal, with the event on its standard input. What it leaves running is ended.
 * @param event the event as JSON, in one line
 * @throws the signal's reason when it is aborted
 */
export async function runHook(
  hook: ConfiguredHook,
  event: string,
  place: HookPlace,
  signal: AbortSignal,
): Promise<HookTrial> {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-hook-'));
  try {
    const env = hookEnvironment(hook.source, hook.event, place, path.join(scratch, 'session-env.sh'));
    const command = commandLine(hook, env, place);
    if ('cause' in command) return notStarted(command.cause);
    const seconds = hookTimeout(hook, env);
    const limits = { timeout: seconds * 1000, most: largestOutput, signal };
    const run = await runProgram({ ...command, cwd: place.cwd, env, stdin: withLineEnd(event), ...limits });
    return trialOf(run, seconds, command.file);
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

type CommandLine = Pick<Program, 'file' | 'args'> | { readonly cause: string };

function commandLine({ entry }: ConfiguredHook, env: Readonly<Record<string, string>>, place: HookPlace): CommandLine {
  const command = ownString(entry, 'command') ?? '';
  const args = ownField(entry, 'args');
  const words = Array.isArray(args) ? args.filter(arg => typeof arg === 'string') : undefined;
  const cause = refusedPlaceholder([command, ...(words ?? [])], env) ?? whyNoFolder(place.cwd);
  if (cause !== undefined) return { cause };
  if (words === undefined) return shellForm(command, ownString(entry, 'shell'), env, place);
  return execForm(
    fillPlaceholders(command, env),
    words.map(word => fillPlaceholders(word, env)),
    env,
    place,
  );
}

/** A missing working folder looks like a missing program. */
function whyNoFolder(cwd: string): string | undefined {
  return fs.existsSync(cwd) ? undefined : `there is no folder \`${cwd}\``;
}

/** `/bin/sh` even where the hook says `shell: "bash"` (observed on Linux); on Windows the Bash of Git. */
function shellForm(
  command: string,
  shell: string | undefined,
  env: Readonly<Record<string, string>>,
  { platform, cwd }: HookPlace,
): CommandLine {
  if (shell === 'powershell') {
    const file = findProgram('pwsh', cwd, env) ?? findProgram('powershell', cwd, env);
    if (file === undefined) return { cause: 'there is no PowerShell' };
    return { file, args: ['-NoProfile', '-NonInteractive', '-Command', command] };
  }
  const file = platform === 'win32' ? (env['CLAUDE_CODE_GIT_BASH_PATH'] ?? 'bash') : '/bin/sh';
  return { file, args: ['-c', command] };
}

function execForm(
  named: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { cwd }: HookPlace,
): CommandLine {
  const file = findProgram(named, cwd, env);
  if (file === undefined) return { cause: `there is no program \`${named}\`` };
  const cause = whyNotProgram(file);
  return cause === undefined ? { file, args } : { cause: `\`${file}\` ${cause}` };
}

function withLineEnd(event: string): string {
  return event.endsWith('\n') ? event : `${event}\n`;
}

function notStarted(cause: string): HookTrial {
  return { run: { kind: 'not-started', cause }, durationMs: 0, stdinUnread: true, leftChildren: false };
}

function trialOf({ end, stdout, stderr, ...rest }: ProgramRun, seconds: number, file: string): HookTrial {
  const { durationMs, stdinUnread, leftChildren } = rest;
  const known = { durationMs, stdinUnread, leftChildren };
  switch (end.kind) {
    case 'exited':
    case 'signaled':
      return { run: { ...end, stdout, stderr }, ...known };
    case 'timed-out':
      return { run: { ...end, seconds, stdout, stderr }, ...known };
    case 'not-started':
      return { ...known, run: { kind: 'not-started', cause: `\`${file}\` cannot be started (${end.code})` } };
  }
}
