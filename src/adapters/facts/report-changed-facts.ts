import type { Context, Fact } from '../../core/context/fact.ts';
import type { JsonValue } from '../../core/json/json-value.ts';
import { writeFileOnce } from '../atomic-file.ts';

/** What a fact is, without its value: that could be a secret, and a hash of one that has few choices gives it away. */
function describe(fact: Fact): string {
  if ('failure' in fact) return 'not to be had';
  const value: JsonValue = fact.value;
  if (typeof value === 'string') return `a text of ${value.length} characters`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object of ${Object.keys(value).length} fields`;
  return value === null ? 'null' : `a ${typeof value}`;
}

/** The same whatever the order of fields. */
function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function differ(frozen: Fact, now: Fact): boolean {
  if ('failure' in frozen || 'failure' in now) return 'failure' in frozen !== 'failure' in now;
  return canonical(frozen.value) !== canonical(now.value);
}

/**
 * Reports facts whose sources say something else than was frozen, each once in a session. The frozen value holds.
 * @param markOf the file that marks a fact as reported
 */
export function reportChangedFacts(
  frozen: Context,
  now: Readonly<Record<string, Fact>>,
  markOf: (name: string) => string,
  report: (step: string, error: unknown) => void,
): void {
  for (const [name, fact] of Object.entries(now)) {
    const before = Object.hasOwn(frozen, name) ? frozen[name] : undefined;
    if (before === undefined || !differ(before, fact) || !writeFileOnce(markOf(name), '')) continue;
    const why = 'failure' in fact ? ` (${fact.failure})` : '';
    report(
      'a trusted fact has changed since the session began',
      `\`${name}\` was frozen as ${describe(before)}, its source now gives: ${describe(fact)}${why}; the frozen one holds`,
    );
  }
}
