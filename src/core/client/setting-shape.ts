import { isJsonObject, type JsonValue, ownField } from '../json/json-value.ts';

/** What a client takes at one place of its settings. */
export interface Shape {
  /** As it is said to a person: `a string`. */
  readonly wanted: string;
  readonly accepts: (value: JsonValue) => boolean;
  /** What its own members must be, where it has members. */
  readonly members?: (value: JsonValue) => readonly Member[];
}

interface Member {
  readonly step: string | number;
  /** Undefined where a member that has to be there is missing. */
  readonly value: JsonValue | undefined;
  readonly shape: Shape;
}

/** A place at which stands what the client does not take. */
export interface SettingFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export const text: Shape = { wanted: 'a string', accepts: value => typeof value === 'string' };
export const flag: Shape = { wanted: '`true` or `false`', accepts: value => typeof value === 'boolean' };
export const number: Shape = { wanted: 'a number', accepts: value => typeof value === 'number' };
export const object: Shape = { wanted: 'an object', accepts: isJsonObject };
export const list: Shape = { wanted: 'a list', accepts: value => Array.isArray(value) };

export function wholeFrom(least: number): Shape {
  const accepts = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) >= least;
  return { wanted: `a whole number from ${least}`, accepts };
}

/** One of some words, which are written with blanks between them. */
export function oneOf(words: string): Shape {
  const known = words.split(' ');
  const shown = known.map(word => `\`${word}\``).join(', ');
  const accepts = (value: JsonValue): boolean => typeof value === 'string' && known.includes(value);
  return { wanted: known.length === 1 ? shown : `one of ${shown}`, accepts };
}

export function orNull(shape: Shape): Shape {
  return { ...shape, accepts: value => value === null || shape.accepts(value) };
}

/** Takes what either takes; the members are those that the second one asks for. */
export function either(first: Shape, second: Shape): Shape {
  const wanted = `${first.wanted.replace(' or ', ', ')} or ${second.wanted}`;
  return { ...second, wanted, accepts: value => first.accepts(value) || second.accepts(value) };
}

export function listOf(member: Shape): Shape {
  const members = (value: JsonValue): Member[] =>
    Array.isArray(value)
      ? (value as readonly JsonValue[]).map((item, step) => ({ step, value: item, shape: member }))
      : [];
  return { ...list, members };
}

export function mapOf(member: Shape): Shape {
  const members = (value: JsonValue): Member[] =>
    isJsonObject(value) ? Object.entries(value).map(([step, item]) => ({ step, value: item, shape: member })) : [];
  return { ...object, members };
}

/** An object with some known fields; of these the needed ones, written with blanks between them, may not be missing. */
export function objectOf(fields: Readonly<Record<string, Shape>>, needed = ''): Shape {
  const required = needed.split(' ');
  const members = (value: JsonValue): Member[] =>
    isJsonObject(value)
      ? Object.entries(fields)
          .map(([step, shape]) => ({ step, shape, value: ownField(value, step) }))
          .filter(member => member.value !== undefined || required.includes(member.step))
      : [];
  return { ...object, members };
}

/** Takes anything, and looks at members only where there are any. */
export function lenient(shape: Shape): Shape {
  return { ...shape, accepts: () => true };
}

/** All that does not fit a shape, the outermost place of each. */
export function findFaults(value: JsonValue, shape: Shape, path: readonly (string | number)[]): SettingFault[] {
  if (!shape.accepts(value)) return [{ path, message: `${nameOf(path)} must be ${shape.wanted}` }];
  const members = shape.members?.(value) ?? [];
  return members.flatMap(member => {
    if (member.value !== undefined) return findFaults(member.value, member.shape, [...path, member.step]);
    return [{ path, message: `\`${member.step}\` is missing, which must be ${member.shape.wanted}` }];
  });
}

function nameOf(path: readonly (string | number)[]): string {
  const last = path.at(-1);
  return typeof last === 'number' ? 'every member' : `\`${last}\``;
}
