import { isOpen, type Pattern } from '../pattern.ts';
import type { SqlClient } from './clients.ts';

/** What a client is told by its words. */
export interface ClientArguments {
  /** SQL texts, and files that hold some, in order. */
  readonly given: readonly { readonly from: 'text' | 'file'; readonly value: Pattern }[];
  /** Words that are no options, those that name a verb of the program left out. */
  readonly words: readonly Pattern[];
  /** Options seen, without dashes and values. */
  readonly options: readonly string[];
  readonly targets: readonly Pattern[];
  /** `name=value` given to psql's `-v`. */
  readonly variables: readonly Pattern[];
}

type Kind = 'text' | 'file' | 'target' | 'value' | 'attached' | 'flag';

/** Reads a client's words, the program's own left out; undefined when they are not those of this client's verbs. */
export function readClientArguments(words: readonly Pattern[], client: SqlClient): ClientArguments | undefined {
  const reader = new Reader(client);
  for (let at = 0; at < words.length; at++) at += reader.read(words[at] ?? '', words[at + 1]);
  const verbs = client.verbs ?? [];
  if (!verbs.every((verb, at) => reader.words[at] === verb)) return undefined;
  return { ...reader, words: reader.words.slice(verbs.length) };
}

class Reader {
  readonly given: { from: 'text' | 'file'; value: Pattern }[] = [];
  readonly words: Pattern[] = [];
  readonly options: string[] = [];
  readonly targets: Pattern[] = [];
  readonly variables: Pattern[] = [];
  private readonly client: SqlClient;
  private plain = false;

  constructor(client: SqlClient) {
    this.client = client;
  }

  /** @returns how many of the following words belong to this one */
  read(word: Pattern, next: Pattern | undefined): number {
    if (this.plain || word === '-' || !word.startsWith('-')) {
      this.words.push(word);
      return 0;
    }
    if (word === '--') {
      this.plain = true;
      return 0;
    }
    const isLong = word.startsWith('--') || this.client.longNames === true;
    return isLong ? this.readLong(word.replace(/^--?/, ''), next) : this.readCluster(word.slice(1), next);
  }

  private readLong(word: string, next: Pattern | undefined): number {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const kind = this.kindOf(name, true);
    this.options.push(name);
    if (kind === 'flag' || kind === 'attached') return 0;
    this.take(kind, name, equals < 0 ? (next ?? '') : word.slice(equals + 1));
    return equals < 0 ? 1 : 0;
  }

  private readCluster(letters: string, next: Pattern | undefined): number {
    for (let at = 0; at < letters.length; at++) {
      const letter = letters[at] ?? '';
      const kind = this.kindOf(letter, false);
      this.options.push(letter);
      if (kind === 'attached') return 0;
      if (kind === 'flag') continue;
      const rest = letters.slice(at + 1).replace(/^=/, '');
      this.take(kind, letter, rest === '' ? (next ?? '') : rest);
      return rest === '' ? 1 : 0;
    }
    return 0;
  }

  private kindOf(name: string, isLong: boolean): Kind {
    const { texts, files, values, attached = [], targets = [] } = this.client;
    const among = (names: readonly string[]): boolean => names.some(known => known === name);
    if (among(texts)) return 'text';
    if (among(files)) return 'file';
    if (among(targets)) return 'target';
    if (among(values)) return 'value';
    if (among(attached)) return 'attached';
    if (!isLong || name.length < 3) return 'flag';
    // Long names may be shortened.
    const short = (names: readonly string[]): boolean =>
      names.some(known => known.length > 2 && known.startsWith(name));
    if (short(texts)) return 'text';
    return short(files) ? 'file' : short(values) ? 'value' : 'flag';
  }

  private take(kind: Kind, name: string, value: Pattern): void {
    if (kind === 'text' || kind === 'file') this.given.push({ from: kind, value });
    else if (kind === 'target') this.targets.push(value);
    else if (/^(?:v|variable|set)$/.test(name) && !isOpen(value.split('=')[0] ?? '')) this.variables.push(value);
  }
}
