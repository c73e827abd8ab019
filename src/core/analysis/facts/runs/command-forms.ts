import { nameOf } from '../../path-text.ts';
import { isOpen, type Pattern } from '../../pattern.ts';
import type { Command, Word } from '../../shell/reading.ts';
import { possibleWords, rewriteWords } from './canonical-words.ts';
import { type Item, readCommandWords, verbOf } from './command-words.ts';
import { optionsOf, type ProgramOptions } from './program-options.ts';
import { namesWholeTree } from './whole-tree.ts';

/** One way to read a command: `python3 -m pip install x` is also `pip install x`. */
export interface CommandForm {
  /** Lower case, without folders; undefined where it is not known. */
  readonly program: string | undefined;
  /** The program's word as far as it is known, without folders. */
  readonly word: Word;
  readonly options: ProgramOptions;
  /** What is assigned in front of it, as `NAME=value`. */
  readonly variables: readonly Pattern[];
  /** Set where the command means this only if a word that is not known is a certain one. */
  readonly unsure: boolean;
  /** The words behind it, told apart; several lists where a verb may be written in several ways. */
  readonly readings: () => readonly (readonly Item[])[];
}

/** All ways to read a command. */
export function formsOf(command: Command): CommandForm[] {
  const { program, words, assignments } = command;
  const [first, ...rest] = words;
  if (first === undefined) return [];
  const variables = assignments.map(({ name, value }) => `${name}=${value}`);
  if (program === undefined) return [toForm(undefined, { ...first, pattern: nameOf(first.pattern) }, rest, variables)];
  const named: Word = { pattern: baseName(program) };
  const certain = [[named, ...rest], ...rewriteWords([named, ...rest], wordReading)];
  const possible = certain
    .flatMap(written => possibleWords(written, wordReading))
    .flatMap(written => [written, ...rewriteWords(written, wordReading)]);
  const toForms = (lists: readonly (readonly Word[])[], unsure: boolean): CommandForm[] =>
    lists.flatMap(([start, ...args]) => (start === undefined ? [] : [openOrNamed(start, args, variables, unsure)]));
  const trees = certain.flatMap(written => [namesWholeTree(written, command.cwd) ?? []]);
  return [...toForms([...certain, ...trees, ...fedCommands(named, command)], false), ...toForms(possible, true)];
}

const wordReading = { textOf: (word: Word) => word.pattern, toWord: (text: string): Word => ({ pattern: text }) };

/** Clients that take commands through their input, one on a line. */
const takesLines = new Set(['redis-cli', 'valkey-cli']);
const mostLines = 200;

/** `echo FLUSHALL | redis-cli` */
function fedCommands(named: Word, { input }: Command): Word[][] {
  if (!takesLines.has(named.pattern) || input.text === undefined) return [];
  const lines = input.text.split(/[\r\n]+/, mostLines).map(line => line.trim().split(/\s+/, mostLines));
  return lines.map(words => [named, ...words.map((pattern): Word => ({ pattern }))]);
}

/** `npm.cmd` is how Windows starts `npm`. */
function baseName(program: string): string {
  return program.toLowerCase().replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}

function openOrNamed(start: Word, args: readonly Word[], variables: readonly Pattern[], unsure: boolean): CommandForm {
  const pattern = nameOf(start.pattern);
  return toForm(isOpen(pattern) ? undefined : baseName(pattern), { ...start, pattern }, args, variables, unsure);
}

function toForm(
  program: string | undefined,
  word: Word,
  args: readonly Word[],
  variables: readonly Pattern[],
  unsure = false,
): CommandForm {
  const options = optionsOf(program);
  let readings: readonly (readonly Item[])[] | undefined;
  return {
    program,
    word,
    options,
    variables,
    unsure,
    readings: () => {
      readings ??= otherReadings(readCommandWords(args, options), options);
      return readings;
    },
  };
}

/** The most ways to read the verbs of one command. */
const mostReadings = 32;

function otherReadings(items: readonly Item[], options: ProgramOptions): (readonly Item[])[] {
  if (options.groups === undefined && options.sameWords === undefined && options.kinds === undefined) return [items];
  const operands = items.flatMap((item, at) => (item.kind === 'operand' ? [{ at, word: item.word }] : []));
  const [first, second] = operands;
  if (first === undefined) return [items];
  const others = [
    ...withoutGroup(items, options, first, second),
    ...withGroup(items, options, first),
    ...sameBeginnings(items, options, first, second),
    ...(options.kinds === true ? kindsOf(items, operands) : []),
  ];
  return [items, ...others].slice(0, mostReadings);
}

/** An operand and its place among the items. */
interface Place {
  readonly at: number;
  readonly word: Pattern;
}
type Readings = (readonly Item[])[];

function withoutGroup(
  items: readonly Item[],
  { groups }: ProgramOptions,
  first: Place,
  second: Place | undefined,
): Readings {
  const members = groups !== undefined && Object.hasOwn(groups, first.word) ? groups[first.word] : undefined;
  if (members === undefined || second === undefined) return [];
  const left = members === '*' || members.split(' ').includes(second.word);
  return left ? [items.toSpliced(first.at, 1)] : [];
}

function withGroup(items: readonly Item[], { groups }: ProgramOptions, first: Place): Readings {
  return Object.entries(groups ?? {}).flatMap(([group, members]) =>
    members.split(' ').includes(first.word) ? [items.toSpliced(first.at, 0, { kind: 'operand', word: group })] : [],
  );
}

function sameBeginnings(
  items: readonly Item[],
  { sameWords }: ProgramOptions,
  first: Place,
  second: Place | undefined,
): Readings {
  return (sameWords ?? []).flatMap(([long, short]) => {
    const [group = '', verb = ''] = long.split(' ');
    if (first.word === short) {
      const words = [group, verb].map((word): Item => ({ kind: 'operand', word }));
      return [items.toSpliced(first.at, 1, ...words)];
    }
    if (first.word !== group || second?.word !== verb) return [];
    return [items.toSpliced(second.at, 1).toSpliced(first.at, 1, { kind: 'operand', word: short })];
  });
}

/** `delete ns/a,pod/b svc/c`: once for every kind that is named. */
function kindsOf(items: readonly Item[], operands: readonly Place[]): Readings {
  const [, second, ...rest] = operands;
  if (second === undefined) return [];
  const named = [second, ...rest.filter(({ word }) => word.includes('/'))];
  const kinds = named.flatMap(({ word }) =>
    word.split(',').map(part => (part.split('/')[0] ?? '').replace(/\..*$/s, '')),
  );
  const known = new Set(kinds.filter(kind => kind !== second.word).map(kind => verbOf(kind, {})));
  return [...known].slice(0, mostReadings).map(word => items.toSpliced(second.at, 1, { kind: 'operand', word }));
}
