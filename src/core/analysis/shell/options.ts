import { isOpen } from '../pattern.ts';
import type { Field } from './text.ts';

/** How a program's own words are told apart. */
export interface OptionTable {
  /** Options that take a value, such as `-u` and `--user`. */
  readonly valued?: readonly string[];
  /** Set where all long options take a value but these. */
  readonly flags?: readonly string[];
}

/** An option as it was given. */
export interface Option {
  readonly name: string;
  readonly value?: Field;
}

/** A program's words up to the first that is no option. */
export interface LeadingOptions {
  readonly options: readonly Option[];
  readonly rest: readonly Field[];
}

/** Reads options up to the first operand or `--`. */
export function readLeading(args: readonly Field[], table: OptionTable): LeadingOptions {
  const options: Option[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const word = args[at];
    if (word === undefined || !/^-./.test(word.pattern) || word.pattern === '--') break;
    at += readOption(word, args[at + 1], table, options);
  }
  if (args[at]?.pattern === '--') at++;
  return { options, rest: args.slice(at) };
}

/** Reads options wherever they stand; the rest are operands. */
export function readAll(
  args: readonly Field[],
  table: OptionTable,
): { options: readonly Option[]; operands: readonly Field[] } {
  const options: Option[] = [];
  const operands: Field[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined) break;
    if (word.pattern === '--') return { options, operands: [...operands, ...args.slice(at + 1)] };
    if (!/^-./.test(word.pattern)) operands.push(word);
    else at += readOption(word, args[at + 1], table, options);
  }
  return { options, operands };
}

/** Reads one word of options; says how many further words it took. */
function readOption(word: Field, next: Field | undefined, table: OptionTable, options: Option[]): number {
  const { pattern } = word;
  const { valued = [], flags } = table;
  const equals = pattern.indexOf('=');
  if (pattern.startsWith('--')) {
    const name = equals === -1 ? pattern : pattern.slice(0, equals);
    if (equals !== -1) options.push({ name, value: { ...word, pattern: pattern.slice(equals + 1) } });
    else if (takesValue(name, valued, flags) && next !== undefined) options.push({ name, value: next });
    else options.push({ name });
    return equals === -1 && takesValue(name, valued, flags) ? 1 : 0;
  }
  // Some programs write long options with one dash.
  if (valued.includes(pattern) && pattern.length > 2) {
    options.push(next === undefined ? { name: pattern } : { name: pattern, value: next });
    return 1;
  }
  return readCluster(word, next, valued, options);
}

function takesValue(name: string, valued: readonly string[], flags: readonly string[] | undefined): boolean {
  if (flags !== undefined) return !flags.includes(name);
  return (
    valued.includes(name) || (name.length > 4 && valued.some(long => long.startsWith(name) && long.startsWith('--')))
  );
}

function readCluster(word: Field, next: Field | undefined, valued: readonly string[], options: Option[]): number {
  const { pattern } = word;
  for (let at = 1; at < pattern.length; at++) {
    const name = `-${pattern[at] ?? ''}`;
    if (!valued.includes(name)) {
      options.push({ name });
      continue;
    }
    const inline = pattern.slice(at + 1);
    if (inline !== '') options.push({ name, value: { ...word, pattern: inline } });
    else options.push(next === undefined ? { name } : { name, value: next });
    return inline === '' ? 1 : 0;
  }
  return 0;
}

export function valuesOf(options: readonly Option[], ...names: readonly string[]): Field[] {
  return options.flatMap(({ name, value }) => (value !== undefined && names.includes(name) ? [value] : []));
}

export function hasOption(options: readonly Option[], ...names: readonly string[]): boolean {
  return options.some(({ name }) => names.includes(name));
}

/** Whether a word is an assignment such as `A=1`. */
export function isAssignment(field: Field): boolean {
  return /^[A-Za-z_]\w*=/.test(field.pattern) && !isOpen(field.pattern.slice(0, field.pattern.indexOf('=')));
}
