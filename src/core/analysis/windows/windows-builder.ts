import { resolvePath } from '../path-text.ts';
import { anything, type Pattern } from '../pattern.ts';
import type { Command, FedText, Redirection, ShellReading, Via, Word } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Unknown, UnknownReason } from '../unknown.ts';

/** Most commands of one text; past them it is unreadable. */
const maxCommands = 2_000;
/** Longest text that is read, in characters. */
export const maxText = 200_000;
/** Deepest nesting of brackets, and of texts that run texts. */
export const maxNesting = 60;

type Draft = { -readonly [K in keyof Command]: Command[K] };

/** Collects the commands of a Windows text. */
export class WindowsBuilder {
  readonly surroundings: Surroundings;
  readonly #commands: Draft[] = [];
  readonly #unknown = new Map<string, Unknown>();
  readonly #fed: FedText[] = [];
  #unreadable: Unknown | undefined;
  cwd: Pattern;
  via: readonly Via[] = [];
  depth = 0;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
    this.cwd = surroundings.cwd;
  }

  /** Adds a command and says its place; `undefined` once there are too many. */
  command(
    program: string | undefined,
    words: readonly Word[],
    redirections: readonly Redirection[],
  ): number | undefined {
    if (this.#commands.length >= maxCommands) {
      this.unreadable('too-large', 'a text with very many commands');
      return undefined;
    }
    this.#commands.push({
      program,
      words,
      assignments: [],
      redirections,
      input: { from: 'nothing', sources: [] },
      feeds: [],
      substitutions: [],
      cwd: this.cwd,
      via: this.via,
    });
    if (program === undefined) this.unknown('program', 'a program whose name is not known');
    return this.#commands.length - 1;
  }

  /** Joins commands to one that gets their output. */
  pipe(sources: readonly number[], target: number): void {
    const command = this.#commands[target];
    if (command === undefined || sources.length === 0) return;
    command.input = { from: 'pipe', sources: [...sources].reverse() };
    const last = this.#commands[sources.at(-1) ?? -1];
    if (last !== undefined) last.feeds = [...last.feeds, target];
  }

  substituted(target: number, inner: readonly number[]): void {
    const command = this.#commands[target];
    if (command !== undefined) command.substitutions = inner;
  }

  wraps(at: number): void {
    const command = this.#commands[at];
    if (command !== undefined) command.wraps = true;
  }

  get count(): number {
    return this.#commands.length;
  }

  programAt(at: number): string | undefined {
    return this.#commands[at]?.program;
  }

  enter(given: Pattern | undefined): void {
    const drive = /^[A-Za-z]:/.exec(this.cwd)?.[0] ?? '';
    const plain = given?.replaceAll('\\', '/');
    const folder = plain?.startsWith('/') === true ? drive + plain : plain;
    if (folder === undefined || folder.includes(anything)) this.cwd = anything;
    else if (this.cwd !== anything || /^(?:[\\/]|[A-Za-z]:)/.test(folder)) this.cwd = resolvePath(this.cwd, folder);
  }

  unknown(reason: UnknownReason, detail: string): void {
    if (this.#unknown.size < 20) this.#unknown.set(`${reason} ${detail}`, { reason, detail });
  }

  unreadable(reason: UnknownReason, detail: string): void {
    this.#unreadable ??= { reason, detail };
    this.unknown(reason, detail);
  }

  fed(by: string, source: FedText['source']): void {
    this.#fed.push({ by, source });
    this.unknown('text', `what ${by} runs`);
  }

  /** Does something inside of a wrapper. */
  within(via: Via, action: () => void): void {
    if (this.depth >= maxNesting) {
      this.unreadable('too-large', 'texts that run texts, very deep');
      return;
    }
    const before = this.via;
    this.via = [...before, via];
    this.depth++;
    action();
    this.depth--;
    this.via = before;
  }

  reading(): ShellReading {
    return {
      commands: this.#commands,
      unknown: [...this.#unknown.values()],
      code: [],
      fed: this.#fed,
      ...(this.#unreadable === undefined ? {} : { unreadable: this.#unreadable }),
    };
  }
}

/** A program's name without its folders and ending. */
export function programName(word: Pattern): string | undefined {
  if (/[\uE000-\uE003]/.test(word)) {
    const name = word.replace(/^.*[\\/]/, '');
    return name === '' || /[\uE000-\uE003]/.test(name) ? undefined : clean(name);
  }
  return clean(word.replace(/^.*[\\/]/, ''));
}

function clean(name: string): string {
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}
