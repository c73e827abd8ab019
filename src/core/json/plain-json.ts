import type { JsonValue } from './json-value.ts';

/** Deeper than anything that is judged; a value that holds itself ends here, too. */
const deepest = 500;

/** Keys by which a place inside a value is named. */
type Place = readonly (string | number)[];

function nameOf(place: Place): string {
  return place.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('');
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`;
  const made = value.constructor as unknown;
  const name = typeof made === 'function' ? made.name : undefined;
  return typeof name === 'string' && name !== '' ? `a ${name}` : 'an object of a class';
}

function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null;
  // An object of another realm has that realm's `Object.prototype`, which itself has none.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function copy(value: unknown, place: Place): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (place.length > deepest)
    throw new TypeError(`\`${nameOf(place.slice(0, 3))}…\` nests deeper than ${deepest} levels`);
  if (Array.isArray(value)) return Array.from(value, (item: unknown, at) => copy(item, [...place, at]));
  if (typeof value === 'object' && isPlainObject(value)) {
    const fields = Object.entries(value as Record<string, unknown>).filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(fields.map(([key, inner]) => [key, copy(inner, [...place, key])]));
  }
  throw new TypeError(`\`${nameOf(place)}\` is ${describe(value)}, which JSON cannot hold`);
}

/**
 * A copy of a value as JSON holds it, so that what was judged is what runs. Nothing is turned into something else on the way: a
 * date, a NaN or a class of one's own is refused. Fields that are undefined are left out.
 * @param name how the value is called in an error
 * @throws {TypeError} that names the place of what JSON cannot hold
 */
export function copyPlainJson(value: unknown, name: string): JsonValue {
  return copy(value, [name]);
}
