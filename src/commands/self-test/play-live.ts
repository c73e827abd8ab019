import fs from 'node:fs';
import path from 'node:path';
import { CanaryRefused, type CanaryRun, playCanary } from '../../adapters/client/play-canary.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { createProblem } from '../../core/problem/problem.ts';
import type { Finding } from '../../core/self-test/finding.ts';
import type { SelfTestPlace } from './self-test-place.ts';

/** What is played through the real client. */
export interface LiveRequest {
  /** The path of the client. */
  readonly claude: string;
  /** hooklaw's own hook on PreToolUse, if it is in force. */
  readonly gate: ConfiguredHook | undefined;
  /** A folder that hooklaw protects: a call that would write there is denied whatever the law says, and does no harm. */
  readonly protectedFolder: string;
  readonly place: SelfTestPlace;
  readonly signal: AbortSignal;
}

export interface LiveResult {
  /** What happened, in lines for a person. */
  readonly lines: readonly string[];
  readonly findings: readonly Finding[];
}

/** Milliseconds that a run of the client may take. */
const patience = 90_000;

/** Plays a harmless call, and where hooklaw is in force one that it denies, through the real client with a scripted model. */
export async function playLive({ claude, gate, protectedFolder, place, signal }: LiveRequest): Promise<LiveResult> {
  const canary = path.join(protectedFolder, `hooklaw-canary-${process.pid}`);
  const harmless = { name: 'Bash', input: { command: 'true', description: 'A harmless canary of hooklaw' } };
  const denied = { name: 'Bash', input: { command: `touch '${canary}'`, description: 'A canary of hooklaw' } };
  const calls = gate === undefined ? [harmless] : [harmless, denied];
  try {
    const run = await playCanary({
      claude,
      calls,
      prompt: 'hooklaw self-test',
      cwd: place.cwd,
      env: place.env,
      timeout: patience,
      signal,
    });
    return { lines: tell(run), findings: judge(run, gate, fs.existsSync(canary)) };
  } catch (error) {
    if (!(error instanceof CanaryRefused)) throw error;
    return { lines: [`live: not played: ${error.message}`], findings: [] };
  } finally {
    fs.rmSync(canary, { force: true });
  }
}

function tell({ version, calls, hooks, turns }: CanaryRun): string[] {
  const lines = [`live: Claude Code ${version ?? '(version unknown)'} was asked ${turns} times by a scripted model`];
  for (const { input, fate } of calls) {
    const what = String(input['command'] ?? '');
    const how = {
      ran: 'ran',
      stopped:
        fate.kind === 'stopped' ? `was stopped by ${fate.by === 'hook' ? 'a hook' : 'the client'}: ${fate.read}` : '',
      unanswered: 'was not answered',
    }[fate.kind];
    lines.push(`live: Bash \`${what}\` ${how}`);
  }
  for (const { name, exitCode, outcome } of hooks) {
    lines.push(`live: the hook ${name} was run: ${outcome ?? 'no outcome'}, exit code ${exitCode ?? 'unknown'}`);
  }
  return lines;
}

function judge({ calls, hooks, stderr }: CanaryRun, gate: ConfiguredHook | undefined, exists: boolean): Finding[] {
  const [harmless, denied] = calls;
  if (harmless?.fate.kind === 'unanswered')
    return [notCalled(gate, 'the client did not get as far as a call', [stderr])];
  if (gate === undefined) return [];
  if (!hooks.some(({ event }) => event === 'PreToolUse')) {
    return [notCalled(gate, 'the real client ran a call without calling the hook', [])];
  }
  if (denied?.fate.kind === 'ran' || exists) {
    return [
      notCalled(
        gate,
        'the real client ran a call that hooklaw always denies',
        hooks.map(({ stdout }) => stdout),
      ),
    ];
  }
  return [];
}

function notCalled(gate: ConfiguredHook | undefined, message: string, evidence: readonly string[]): Finding {
  return {
    ...createProblem('guard/not-called', {
      message,
      help: 'look at what else is reported; `/hooks` inside Claude Code lists the hooks that it knows',
      ...(gate === undefined ? {} : { file: gate.source.file, span: gate.span }),
    }),
    evidence: evidence.filter(line => line.trim() !== ''),
  };
}
