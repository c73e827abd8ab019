import type { Pattern } from '../pattern.ts';
import { anything } from '../pattern.ts';
import type { Word } from '../shell/reading.ts';
import type { UnknownReason } from '../unknown.ts';
import { joinPaths } from './folder.ts';
import type { CodeFileUse, CodeReading, CodeStart } from './reading.ts';
import { isUnknown, optionsOf, origin, outflow, textsOf, type Value } from './value.ts';

/** Most files, starts and addresses of one text; past them it is unknown. */
const maxFindings = 400;

/** Collects what code would do. The one place where a finding is made. */
export class Findings {
  readonly #files = new Map<string, CodeFileUse>();
  readonly #starts = new Map<string, CodeStart>();
  readonly #addresses = new Set<Pattern>();
  readonly #unknown = new Map<string, { reason: UnknownReason; detail: string }>();
  /** Texts in the same language that the code runs. */
  readonly texts = new Set<Pattern>();
  #folder: Pattern = '';
  #sends = false;
  #prints = false;
  #runs: 'download' | 'decoded' | 'other' | undefined;

  file(kind: CodeFileUse['kind'], path: Value, what: string, recursive = false): void {
    for (const pattern of textsOf(path)) this.#file({ kind, path: pattern, ...(recursive ? { recursive } : {}) }, what);
  }

  /** The working folder becomes another one: what is relative is seen from there. */
  changeFolder(folder: Value): void {
    const [path = anything] = textsOf(folder);
    this.#folder = joinPaths(this.#folder, path);
  }

  #file(given: CodeFileUse, what: string): void {
    const use = { ...given, path: this.#seen(given.path) };
    if (use.kind === 'delete' && isUnknown(use.path)) this.unknown('code', `what ${what} deletes`);
    if (this.#isFull(this.#files)) return;
    this.#files.set(`${use.kind} ${use.recursive ?? ''} ${use.path}`, use);
  }

  #seen(path: Pattern): Pattern {
    return this.#folder === '' || /^~(?:\/|$)/.test(path) ? path : joinPaths(this.#folder, path);
  }

  /** A shell text that is started. */
  startText(given: Value): void {
    const before = this.#folder === '' ? '' : `cd ${quoteWords([{ pattern: this.#folder }])} && `;
    for (const text of textsOf(given)) this.#start({ text: before + text });
  }

  /** A link that is made: what lies behind it cannot be seen on the disk yet. */
  link(target: Value, name: Value): void {
    const [to, from] = [textsOf(target), textsOf(name)];
    for (const pattern of to.slice(0, 4)) {
      for (const own of from.slice(0, 4))
        this.startWords(['ln', '-s', '--', pattern, own].map(text => ({ pattern: text })));
    }
  }

  startWords(words: readonly Word[]): void {
    if (this.#folder === '') this.#start({ words });
    else this.startText({ kind: 'text', text: quoteWords(words), from: origin.nothing });
  }

  #start(start: CodeStart): void {
    if (!this.#isFull(this.#starts)) this.#starts.set(JSON.stringify(start), start);
  }

  address(address: Value): void {
    for (const text of textsOf(address)) {
      if (!this.#isFull(this.#addresses)) this.#addresses.add(isUnknown(text) ? anything : text);
    }
  }

  /** Data that goes to another host. */
  send(data: Value): void {
    if ((data.from & outflow) !== 0) this.#sends = true;
  }

  sendsAnything(): void {
    this.#sends = true;
  }

  printed(value: Value): void {
    if ((value.from & origin.environment) !== 0) this.#prints = true;
  }

  unknown(reason: UnknownReason, detail: string): void {
    if (this.#unknown.size < 20) this.#unknown.set(`${reason} ${detail}`, { reason, detail });
  }

  /** Code that is run: read again where it is known, or where it comes from. */
  runCode(code: Value, by: string): void {
    for (const option of optionsOf(code)) {
      if (option.kind === 'text' && !isUnknown(option.text)) this.texts.add(option.text);
      else if (option.kind !== 'local') this.runsUnknown(option.from, by);
    }
  }

  runsUnknown(from: number, by: string): void {
    if ((from & origin.download) !== 0) this.#runs = 'download';
    else if ((from & origin.decoded) !== 0 && this.#runs !== 'download') this.#runs = 'decoded';
    else this.#runs ??= 'other';
    this.unknown('text', `what ${by} runs`);
  }

  #isFull(kept: { readonly size: number }): boolean {
    if (kept.size < maxFindings) return false;
    this.unknown('too-large', 'code that does very much');
    return true;
  }

  /** What was found, with what the texts it runs would do. */
  reading(): CodeReading {
    return {
      files: [...this.#files.values()],
      starts: [...this.#starts.values()],
      addresses: [...this.#addresses],
      sends: this.#sends,
      ...(this.#runs === undefined ? {} : { runs: this.#runs }),
      printsEnvironment: this.#prints,
      unknown: [...this.#unknown.values()],
    };
  }
}

/** Several readings as one. */
export function mergeReadings(readings: readonly CodeReading[]): CodeReading {
  const runs = readings.map(reading => reading.runs);
  const ran = runs.find(run => run === 'download') ?? runs.find(run => run === 'decoded') ?? runs.find(Boolean);
  return {
    files: withoutDoubles(readings.flatMap(reading => reading.files)),
    starts: withoutDoubles(readings.flatMap(reading => reading.starts)),
    addresses: withoutDoubles(readings.flatMap(reading => reading.addresses)),
    sends: readings.some(reading => reading.sends),
    ...(ran === undefined ? {} : { runs: ran }),
    printsEnvironment: readings.some(reading => reading.printsEnvironment),
    unknown: withoutDoubles(readings.flatMap(reading => reading.unknown)),
  };
}

function withoutDoubles<T>(all: readonly T[]): readonly T[] {
  return [...new Map(all.map(one => [JSON.stringify(one), one])).values()];
}

/** A reading of code of which nothing is known. */
export function unreadCode(reason: UnknownReason, detail: string): CodeReading {
  const findings = new Findings();
  findings.unknown(reason, detail);
  return findings.reading();
}

/** Words of a command from the values of code. */
export function wordsOf(values: readonly Value[]): readonly Word[] {
  return values.map(value => ({ pattern: textsOf(value).length === 1 ? (textsOf(value)[0] ?? anything) : anything }));
}

/** Words as a shell text that means the same. */
export function quoteWords(words: readonly Word[]): string {
  return words.map(word => quote(word.pattern)).join(' ');
}

/** A leading `~` stays outside of the quotes, so that a shell takes it for the home folder. */
function quote(pattern: Pattern): string {
  if (pattern === '~') return pattern;
  const home = pattern.startsWith('~/') ? '~/' : '';
  return `${home}'${pattern.slice(home.length).replaceAll("'", "'\\''")}'`;
}
