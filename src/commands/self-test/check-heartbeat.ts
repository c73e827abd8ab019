import fs from 'node:fs';
import { readHookHistory } from '../../adapters/client/hook-history.ts';
import type { StateFolder } from '../../adapters/state-folder.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { createProblem } from '../../core/problem/problem.ts';
import type { Finding } from '../../core/self-test/finding.ts';
import type { SelfTestPlace } from './self-test-place.ts';

/** What the records say of past sessions. */
export interface HeartbeatResult {
  /** In one line; undefined when there are neither transcripts nor records. */
  readonly summary: string | undefined;
  readonly findings: readonly Finding[];
}

/** How many silent sessions are named. */
const named = 5;

/**
 * Looks for sessions whose tools were called without the hook.
 * @param gate hooklaw's own hook on PreToolUse
 */
export async function checkHeartbeat(
  gate: ConfiguredHook,
  stateFolder: StateFolder,
  place: SelfTestPlace,
): Promise<HeartbeatResult> {
  const { projectDir, env, home } = place;
  const history = await readHookHistory({ projectDir, env, home, stateFolder, wired: wiredSince(gate) });
  const { days, silent } = history;
  const sum = (key: 'toolCalls' | 'hookCalls'): number => days.reduce((total, day) => total + day[key], 0);
  const summary =
    days.length === 0
      ? undefined
      : `heartbeat: ${sum('toolCalls')} tool calls in the transcripts of ${days.length} days, ${sum('hookCalls')} in the records`;
  const [first] = silent;
  if (first === undefined) return { summary, findings: [] };
  const calls = silent.reduce((total, { toolCalls }) => total + toolCalls, 0);
  const finding: Finding = {
    ...createProblem('guard/silent', {
      file: gate.source.file,
      span: gate.span,
      message: `${calls} tool calls in ${silent.length === 1 ? 'a session' : `${silent.length} sessions`} have left no record, though the hook was installed`,
      help: 'the client did not call the hook in them: look for what else is reported here, for other settings, `--bare` or another project folder; `hooklaw self-test --live` shows whether it does now',
    }),
    hook: gate,
    evidence: silent
      .slice(-named)
      .map(({ sessionId, first: from, toolCalls }) => `${from.slice(0, 16)} session ${sessionId}: ${toolCalls} calls`),
  };
  return { summary, findings: [finding] };
}

/** When the settings file was last written; its entry is at least as old as any session after that. */
function wiredSince({ source }: ConfiguredHook): string | undefined {
  try {
    return fs.statSync(source.file).mtime.toISOString();
  } catch {
    return undefined;
  }
}
