import { anything, isOpen, type Pattern } from '../pattern.ts';

/** Where a value may come from, as bits: a value made of others comes from all of theirs. */
export const origin = {
  nothing: 0,
  /** The content of a file. */
  file: 1,
  /** Standard input. */
  input: 2,
  /** What a process printed. */
  output: 4,
  /** A variable of the environment. */
  variable: 8,
  /** What another host answered. */
  download: 16,
  /** What a decoder made. */
  decoded: 32,
  /** A library that nobody knows. */
  foreign: 64,
  /** The environment as a whole. */
  environment: 128,
} as const;

/** Origins that make sending a value an outflow. */
export const outflow =
  origin.file | origin.input | origin.output | origin.variable | origin.foreign | origin.environment;

/** What an expression stands for, as far as it can be told. */
export type Value = { readonly from: number } & (
  | { readonly kind: 'some' }
  | { readonly kind: 'text'; readonly text: Pattern; readonly path?: true; readonly bytes?: true }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'flag'; readonly flag: boolean }
  | { readonly kind: 'list'; readonly items: readonly Value[]; readonly open?: true }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Value>; readonly open?: true }
  /** A module, or what stands in one: `os.path.join`. */
  | { readonly kind: 'name'; readonly name: string }
  /** A function of a value: `x.read`. */
  | { readonly kind: 'method'; readonly of: Value; readonly name: string }
  /** A function that the code itself declares, by where it stands. */
  | { readonly kind: 'local'; readonly id: number; readonly makes?: true }
  /** Something made by a library: an open file, a session, a socket, a database. */
  | { readonly kind: 'object'; readonly object: string; readonly text?: Value; readonly mode?: string }
  | { readonly kind: 'either'; readonly options: readonly Value[] }
);

/** Longest text that is kept; a longer one counts as open. */
const maxText = 200_000;
/** Longest text that is kept where parts of it are open. */
const maxOpen = 4_000;
/** Most values that a variable is followed for. */
const maxOptions = 8;

export const nothing: Value = { kind: 'some', from: origin.nothing };

export function some(from: number): Value {
  return from === origin.nothing ? nothing : { kind: 'some', from };
}

export function text(pattern: Pattern, from: number = origin.nothing): Value {
  return pattern.length > maxText ? some(from) : { kind: 'text', text: pattern, from };
}

export function pathText(pattern: Pattern, from: number = origin.nothing): Value {
  return { kind: 'text', text: pattern, path: true, from };
}

export function list(items: readonly Value[], open = false): Value {
  return { kind: 'list', items, from: originOf(items), ...(open ? { open: true } : {}) };
}

export function named(name: string): Value {
  return { kind: 'name', name, from: origin.nothing };
}

export function originOf(values: readonly Value[]): number {
  let from = 0;
  for (const value of values) from |= value.from;
  return from;
}

/** The alternatives of a value; itself where it has one. */
export function optionsOf(value: Value): readonly Value[] {
  return value.kind === 'either' ? value.options : [value];
}

/** A value that may be any of these. */
export function either(values: readonly Value[]): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const options: Value[] = [];
  const seen = new Set<string>();
  for (const value of values.flatMap(optionsOf)) {
    const key = keyOf(value);
    if (key !== undefined && seen.has(key)) continue;
    if (key !== undefined) seen.add(key);
    options.push(value);
    if (options.length > maxOptions) return some(originOf(values));
  }
  if (options.length === 1) return options[0] ?? nothing;
  return options.length === 0 ? nothing : { kind: 'either', options, from: originOf(options) };
}

function keyOf(value: Value): string | undefined {
  if (value.kind === 'text') return `t${value.from}${value.path ?? ''}:${value.text}`;
  if (value.kind === 'some') return `s${value.from}`;
  if (value.kind === 'name') return `n${value.name}`;
  if (value.kind === 'number') return `i${value.number}`;
  return value.kind === 'local' ? `l${value.id}` : undefined;
}

/** The text of one alternative; `anything` where it is not known. */
function textOf(value: Value): Pattern {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'number') return String(value.number);
  if (value.kind === 'flag') return String(value.flag);
  if (value.kind === 'object' && value.object === 'file' && value.text !== undefined) return textOf(value.text);
  return anything;
}

/** The texts that a value may be. */
export function textsOf(value: Value): readonly Pattern[] {
  return value.kind === 'either' ? [...new Set(value.options.map(textOf))] : [textOf(value)];
}

/** The only text that a value can be, where it is known as a whole. */
export function plainText(value: Value | undefined): string | undefined {
  if (value?.kind !== 'text' || isOpen(value.text)) return undefined;
  return value.text;
}

/** One text after the other, for all alternatives of both. */
export function concat(left: Value, right: Value): Value {
  const from = left.from | right.from;
  const texts = textsOf(left).flatMap(first => textsOf(right).map(second => first + second));
  if (texts.length > maxOptions) return text(anything, from);
  return either(texts.map(joined => text(squeeze(joined), from)));
}

export function concatAll(values: readonly Value[]): Value {
  if (values.every(value => value.kind !== 'either')) {
    return text(squeeze(values.map(textOf).join('')), originOf(values));
  }
  return values.reduce(concat, text(''));
}

/** Several open parts in a row are one. */
function squeeze(pattern: Pattern): Pattern {
  if (pattern.length > maxOpen && isOpen(pattern)) return anything;
  return pattern.endsWith(anything + anything) ? pattern.slice(0, -1) : pattern;
}

/** What iterating over a value gives, one step at a time. */
export function elementOf(value: Value): Value {
  const elements = optionsOf(value).flatMap((option): readonly Value[] => {
    if (option.kind !== 'list') return [some(option.from)];
    return option.open === true || option.items.length === 0 ? [...option.items, some(option.from)] : option.items;
  });
  return either(elements);
}

/** Whether nothing at all is known of a text. */
export function isUnknown(pattern: Pattern): boolean {
  return /^[\uE000-\uE003]*$/.test(pattern) && pattern !== '';
}
