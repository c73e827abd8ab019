import { eventNames, isKnownEvent } from '../../core/event/catalogue.ts';
import { parseDuration } from '../../core/law/duration.ts';
import { nearestName } from '../../core/problem/nearest-name.ts';

/** The hook's own command line; read by hand, since a command line library would cost more than judging does. */
export interface HookArguments {
  /** The event that the settings name, if they do. */
  readonly event: string | undefined;
  readonly law: string | undefined;
  readonly stateDir: string | undefined;
  readonly deadlineMs: number | undefined;
}

/** A command line that cannot be obeyed. `event` is the event as far as it was named. */
export class UsageError extends Error {
  readonly event: string | undefined;

  constructor(message: string, event: string | undefined) {
    super(message);
    this.name = 'UsageError';
    this.event = event;
  }
}

/** The longest deadline that a flag can set; compiling a large law ahead may take minutes. */
const longestDeadlineMs = 3_600_000;

/** `--entry` only makes the command line of an entry its own; what it says is not looked at. */
const flags = { '--law': 'law', '--state-dir': 'stateDir', '--deadline': 'deadline', '--entry': 'entry' } as const;
type Flag = keyof typeof flags;

function isFlag(word: string): word is Flag {
  return Object.hasOwn(flags, word);
}

/**
 * Reads the name of an event. Known ones are accepted and, since newer clients add events, any other name in their style that is not a
 * misspelling.
 * @throws {UsageError}
 */
export function readEventName(word: string): string {
  if (isKnownEvent(word)) return word;
  const nearest = nearestName(word, eventNames);
  if (nearest !== undefined)
    throw new UsageError(`there is no event \`${word}\`; did you mean \`${nearest}\`?`, nearest);
  if (!/^[A-Z][A-Za-z]+$/.test(word)) throw new UsageError(`\`${word}\` is no event`, undefined);
  return word;
}

function readDeadline(text: string | undefined, event: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms === undefined || ms < 1 || ms > longestDeadlineMs)
    throw new UsageError(`\`--deadline ${text}\` is no duration between 1ms and 1h, such as 5s`, event);
  return ms;
}

/**
 * Reads the words after `hooklaw hook`.
 * @throws {UsageError}
 */
export function readHookArguments(words: readonly string[]): HookArguments {
  const given: Partial<Record<(typeof flags)[Flag], string>> = {};
  let event: string | undefined;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name = '', inline] = word.startsWith('--') && word.includes('=') ? splitOnce(word) : [word];
    if (isFlag(name)) {
      const value = inline ?? rest.shift();
      if (value === undefined || value === '' || (inline === undefined && value.startsWith('--')))
        throw new UsageError(`\`${name}\` needs a value`, event);
      given[flags[name]] = value;
    } else if (word.startsWith('-')) {
      const nearest = nearestName(name, Object.keys(flags));
      throw new UsageError(
        `there is no option \`${name}\`${nearest === undefined ? '' : `; did you mean \`${nearest}\`?`}`,
        event,
      );
    } else if (event === undefined) {
      event = readEventName(word);
    } else {
      throw new UsageError(`\`${word}\` is one word too many`, event);
    }
  }
  return { event, law: given.law, stateDir: given.stateDir, deadlineMs: readDeadline(given.deadline, event) };
}

/** The state folder that a faulty command line names, so that the fault is recorded where it belongs. */
export function salvageStateDir(words: readonly string[]): string | undefined {
  const at = words.indexOf('--state-dir');
  return at === -1 ? words.find(word => word.startsWith('--state-dir='))?.slice('--state-dir='.length) : words[at + 1];
}

function splitOnce(word: string): [string, string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}
