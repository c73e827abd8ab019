import { deepFreeze, type JsonValue } from '../../core/json/json-value.ts';
import { copyPlainJson } from '../../core/json/plain-json.ts';
import { nearestName } from '../../core/problem/nearest-name.ts';
import type { Law } from './law.ts';

/**
 * The facts that a program gives: a copy, frozen through and through, so that nothing can change them afterwards.
 * @throws {TypeError} for what JSON cannot hold, and for a fact that the law does not know: a misspelt one would leave the
 * law's own source in its place
 */
export function freezeContext(
  context: Readonly<Record<string, unknown>>,
  law: Law,
): Readonly<Record<string, JsonValue>> {
  const given = Object.entries(context).filter(([, value]) => value !== undefined);
  for (const [name] of given) {
    if (law.facts.includes(name)) continue;
    const near = nearestName(name, law.facts);
    const hint = near === undefined ? 'declare it under `context` in the law' : `did you mean \`${near}\`?`;
    throw new TypeError(`the law ${law.name} has no fact \`${name}\`; ${hint}`);
  }
  return deepFreeze(Object.fromEntries(given.map(([name, value]) => [name, copyPlainJson(value, `context.${name}`)])));
}
