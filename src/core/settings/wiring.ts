import { eventInfo } from '../event/catalogue.ts';

/** How the hook is started: the program, and what every call of it is told. */
export interface Wiring {
  /** Absolute path of the program that Claude Code starts. */
  readonly command: string;
  /** What comes before `hook`: the script when the program is Node, nothing for the executable. */
  readonly prefixArgs: readonly string[];
  /** Absolute path of the law; absent where the hook finds it by itself. */
  readonly lawFile?: string;
  /** Absolute path of the state folder; absent where the hook finds it by itself. */
  readonly stateDir?: string;
  /**
   * A random word that no other settings file can know. The client runs entries with the same command line once, with the
   * options of the last settings level, so a project could repeat the user's entry with `async: true` and so undo it.
   */
  readonly entry?: string;
  /** Events that the law has rules on, beyond those that are always wired. */
  readonly lawEvents?: readonly string[];
  /** The URL of `hooklaw serve`, as far as `/hook`; absent where the client starts the hook itself. */
  readonly http?: string;
}

/** What the random word of an entry looks like: 48 bits. */
export const entryWord = /^[0-9a-f]{12}$/;

/** The events that hooklaw listens to, in the order in which they are written. */
export const wiredEvents = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'SessionStart',
  'SessionEnd',
  'ConfigChange',
] as const;

/** Events on which the client calls no HTTP hook. Source: observed, Claude Code 2.1.332. */
const eventsWithoutHttp: readonly string[] = ['SessionStart', 'Setup'];

/** The events to wire: a rule on an event that nobody listens to would never fire. */
export function eventsToWire({ lawEvents = [], http }: Pick<Wiring, 'lawEvents' | 'http'>): readonly string[] {
  const events = [...new Set<string>([...wiredEvents, ...lawEvents])];
  return events.filter(event => !isUnheard(event, http === undefined ? {} : { http }));
}

/** Whether an entry on this event would never be called. */
export function isUnheard(event: string, { http }: Pick<Wiring, 'http'>): boolean {
  return http !== undefined && eventsWithoutHttp.includes(event);
}

/** Seconds after which Claude Code gives up on the hook; the hook's own deadline is shorter. */
const hookTimeout = 15;

/** The word before `hook` in every entry of this wiring: the script, or the executable itself. */
export function ownProgram({ command, prefixArgs }: Pick<Wiring, 'command' | 'prefixArgs'>): string {
  return prefixArgs.at(-1) ?? command;
}

/** The variable that holds the token for `hooklaw serve` where the client was started. */
export const tokenVariable = 'HOOKLAW_TOKEN';

interface HttpHookEntry {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowedEnvVars: readonly string[];
  readonly timeout: number;
  readonly onFailure?: 'block';
}

interface CommandHookEntry {
  readonly type: 'command';
  readonly command: string;
  readonly args: readonly string[];
  readonly timeout: number;
  readonly onFailure?: 'block';
}

type HookEntry = CommandHookEntry | HttpHookEntry;

interface HookGroup {
  readonly hooks: readonly HookEntry[];
}

/** The entry for one event. Where a call still waits for the verdict, a failure of the hook blocks it. */
export function createHookEntry(wiring: Wiring, event: string): HookEntry {
  const failure = eventInfo(event).role === 'gate' ? { onFailure: 'block' as const } : {};
  if (wiring.http !== undefined) {
    return {
      type: 'http',
      url: `${wiring.http}/${event}${wiring.entry === undefined ? '' : `?entry=${wiring.entry}`}`,
      headers: { Authorization: `Bearer $${tokenVariable}` },
      allowedEnvVars: [tokenVariable],
      timeout: hookTimeout,
      ...failure,
    };
  }
  const law = wiring.lawFile === undefined ? [] : ['--law', wiring.lawFile];
  const state = wiring.stateDir === undefined ? [] : ['--state-dir', wiring.stateDir];
  const entry = wiring.entry === undefined ? [] : ['--entry', wiring.entry];
  return {
    type: 'command',
    command: wiring.command,
    args: [...wiring.prefixArgs, 'hook', event, ...law, ...state, ...entry],
    timeout: hookTimeout,
    ...failure,
  };
}

/** A group without a matcher, which fires on every tool. */
export function createHookGroup(wiring: Wiring, event: string): HookGroup {
  return { hooks: [createHookEntry(wiring, event)] };
}
