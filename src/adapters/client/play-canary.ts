import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '../../core/json/json-value.ts';
import { homeFolder } from '../state-dir.ts';
import { canaryEnvironment, canarySettings, whyElsewhere } from './canary-environment.ts';
import { configFolder } from './config-folder.ts';
import { type CallFate, type FiredHook, readClientEvents } from './read-client-events.ts';
import { listFolder } from './read-client-file.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';
import { startScriptedApi } from './scripted-api.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What is kept of the client's output, in bytes. */
const largestOutput = 50 * 1024 * 1024;

/** A call that the scripted model makes. */
export interface CanaryCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** What is played, and where. */
export interface Canary {
  /** The path of the client. */
  readonly claude: string;
  /** Made one after the other. */
  readonly calls: readonly CanaryCall[];
  readonly prompt: string;
  readonly cwd: string;
  readonly env: Env;
  /** Milliseconds that the whole may take. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What really happened. */
export interface CanaryRun {
  readonly calls: readonly (CanaryCall & {
    readonly fate: CallFate;
    /** The client said itself that a hook gave no usable answer; it does for one that is not there or too late, not for exit 1. */
    readonly unchecked: boolean;
  })[];
  readonly hooks: readonly FiredHook[];
  readonly version: string | undefined;
  readonly final: string | undefined;
  /** How often the scripted model was asked; 0 when the client never came to it. */
  readonly turns: number;
  readonly end: ProgramEnd;
  readonly stderr: string;
}

/** The client's own settings would lead it to another model than the scripted one. */
export class CanaryRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'CanaryRefused';
  }
}

/**
 * Plays calls through the real client with a scripted model on loopback, in the user's own configuration, so that the hooks
 * that run are the real ones. The tools of the calls are allowed and really run when nothing stops them. The session is not
 * kept. MCP servers are only started when a call needs one.
 * @throws {CanaryRefused} when the client would talk to another model
 * @throws the signal's reason when it is aborted
 */
export async function playCanary(canary: Canary): Promise<CanaryRun> {
  const why = whyElsewhere(canary.env);
  if (why !== undefined) throw new CanaryRefused(why);
  const sessionId = randomUUID();
  // Real ids are unique; others would look like the calls of an earlier session.
  const calls = canary.calls.map(call => ({ ...call, id: `toolu_${randomUUID().replaceAll('-', '')}` }));
  const api = await startScriptedApi(canary.prompt, calls);
  try {
    const run = await runProgram({
      file: canary.claude,
      args: argumentsFor(canary, sessionId, api.url),
      cwd: canary.cwd,
      env: canaryEnvironment(canary.env, api.url),
      stdin: '',
      most: largestOutput,
      timeout: canary.timeout,
      signal: canary.signal,
    });
    const { fates, unchecked, ...events } = readClientEvents(run.stdout);
    return {
      ...events,
      calls: calls.map(({ id, name, input }) => ({
        name,
        input,
        fate: fates.get(id) ?? { kind: 'unanswered' },
        unchecked: unchecked.has(id),
      })),
      turns: api.turns(),
      end: run.end,
      stderr: run.stderr,
    };
  } finally {
    api.close();
    removeTranscript(sessionId, canary.env);
  }
}

function argumentsFor({ calls, prompt }: Canary, sessionId: string, apiUrl: string): string[] {
  const names = [...new Set(calls.map(({ name }) => name))];
  const needsServers = names.some(name => name.startsWith('mcp__'));
  return [
    ...['-p', prompt, '--session-id', sessionId, '--no-session-persistence'],
    ...['--output-format', 'stream-json', '--include-hook-events', '--verbose'],
    ...['--settings', JSON.stringify(canarySettings(apiUrl))],
    ...(needsServers ? [] : ['--strict-mcp-config']),
    ...(names.length === 0 ? [] : ['--allowedTools', names.join(',')]),
  ];
}

/** A client that is ended early, or too old for `--no-session-persistence`, leaves one. */
function removeTranscript(sessionId: string, env: Env): void {
  const projects = path.join(configFolder({ env, home: homeFolder(env) }), 'projects');
  for (const name of listFolder(projects)) {
    for (const left of [`${sessionId}.jsonl`, sessionId])
      fs.rmSync(path.join(projects, name, left), { recursive: true, force: true });
  }
}
