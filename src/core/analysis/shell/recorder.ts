import type { CodeLanguage, CodeReading } from '../code/reading.ts';
import type { Unknown, UnknownReason } from '../unknown.ts';
import type { Command, FedText, ShellReading } from './reading.ts';

/** A command while later ones may still be found to get its output. */
export type Draft = { -readonly [K in keyof Command]: Command[K] } & { feeds: number[] };

/** Thrown, and caught by the reader, where a bound is passed: nothing after that place is known. */
export class TooLarge extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'TooLarge';
  }
}

/** The most commands that a text is followed into. */
const mostCommands = 5_000;
/** The most steps of all kinds, repeated loops included. */
const mostSteps = 60_000;
const mostRemarks = 200;

/** A place to go back to. */
interface Mark {
  readonly commands: number;
  readonly unknown: number;
  readonly fed: number;
  readonly code: number;
}

/** Keeps what is found while a text is read. */
export class Recorder {
  readonly commands: Draft[] = [];
  readonly #unknown: Unknown[] = [];
  readonly #fed: FedText[] = [];
  readonly #code: { command: number; language: CodeLanguage; reading: CodeReading }[] = [];
  #steps = 0;
  unreadable: Unknown | undefined;

  /** Counts work, so that it has an end. @throws {TooLarge} */
  step(cost = 1): void {
    this.#steps += cost;
    if (this.#steps > mostSteps) throw new TooLarge('it takes too many steps to follow');
  }

  /** Keeps a command and says its place. @throws {TooLarge} */
  add(command: Draft): number {
    if (this.commands.length >= mostCommands) throw new TooLarge('it has too many commands');
    this.step();
    return this.commands.push(command) - 1;
  }

  unknown(reason: UnknownReason, detail: string): void {
    const shown = detail.length > 80 ? `${detail.slice(0, 77)}...` : detail;
    if (this.#unknown.length >= mostRemarks) return;
    if (!this.#unknown.some(other => other.reason === reason && other.detail === shown))
      this.#unknown.push({ reason, detail: shown });
  }

  fed(by: string, source: FedText['source']): void {
    if (this.#fed.length >= mostRemarks) return;
    if (!this.#fed.some(other => other.by === by && other.source === source)) this.#fed.push({ by, source });
  }

  code(command: number, language: CodeLanguage, reading: CodeReading): void {
    this.#code.push({ command, language, reading });
  }

  mark(): Mark {
    return {
      commands: this.commands.length,
      unknown: this.#unknown.length,
      fed: this.#fed.length,
      code: this.#code.length,
    };
  }

  /** Forgets what was found since. */
  back(mark: Mark): void {
    this.commands.length = mark.commands;
    this.#unknown.length = mark.unknown;
    this.#fed.length = mark.fed;
    this.#code.length = mark.code;
  }

  /** Takes over the reading of a text in another language of commands. */
  include(reading: ShellReading, adapt: (command: Command) => Command): void {
    const base = this.commands.length;
    const move = (places: readonly number[]): number[] => places.map(place => place + base);
    for (const command of reading.commands) {
      const { input, feeds, substitutions, ...rest } = adapt(command);
      const moved = { ...input, sources: move(input.sources) };
      this.add({ ...rest, input: moved, feeds: move(feeds), substitutions: move(substitutions) });
    }
    for (const { reason, detail } of reading.unknown) this.unknown(reason, detail);
    for (const { by, source } of reading.fed) this.fed(by, source);
    for (const { command, language, reading: code } of reading.code) this.code(command + base, language, code);
    if (reading.unreadable !== undefined) this.unknown(reading.unreadable.reason, reading.unreadable.detail);
  }

  reading(): ShellReading {
    const { commands, unreadable } = this;
    const found = { commands, unknown: this.#unknown, code: this.#code, fed: this.#fed };
    return unreadable === undefined ? found : { ...found, unreadable };
  }
}
