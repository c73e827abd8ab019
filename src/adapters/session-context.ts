import path from 'node:path';
import { convertFact, followPointer } from '../core/context/convert-fact.ts';
import type { Context, Fact, FactDefinition } from '../core/context/fact.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import { deepFreeze } from '../core/json/json-value.ts';
import type { PlacedFact } from '../ports/world.ts';
import { readTextIfExists, writeFileAtomic, writeFileOnce } from './atomic-file.ts';
import { readRegularFile } from './read-regular-file.ts';

type Env = Readonly<Record<string, string | undefined>>;

interface Stored {
  readonly facts: Record<string, Fact>;
  /** Where each fact was taken from, so that another law's fact of the same name is not taken for it. */
  readonly sources?: Record<string, string>;
}

function sourceOf({ definition, file }: PlacedFact): string {
  return JSON.stringify(
    definition.source.kind === 'file' ? [definition.source, path.dirname(file)] : definition.source,
  );
}

function readFactFile(file: string, pointer: string): JsonValue | undefined {
  return followPointer(
    JSON.parse(
      readRegularFile(file)
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    ) as JsonValue,
    pointer,
  );
}

function resolveSource(
  { source }: FactDefinition,
  lawFile: string,
  env: Env,
): { raw: JsonValue | undefined; isText: boolean } {
  switch (source.kind) {
    case 'env':
      return { raw: env[source.variable] === '' ? undefined : env[source.variable], isText: true };
    case 'literal':
      return { raw: source.value, isText: false };
    case 'file':
      return { raw: readFactFile(path.resolve(path.dirname(lawFile), source.path), source.pointer), isText: false };
  }
}

/** Resolves one fact; a source that fails makes a fact that is not established, never an exception. */
export function resolveFact({ definition, file }: PlacedFact, env: Env): Fact {
  try {
    const { raw, isText } = resolveSource(definition, file, env);
    return convertFact(definition, raw, isText);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const name = definition.source.kind === 'file' ? ` \`${definition.source.path}\`` : '';
    return { failure: `its source${name} cannot be read${code === undefined ? '' : ` (${code})`}` };
  }
}

function readStored(file: string): Stored | undefined {
  const text = readTextIfExists(file);
  if (text === undefined) return undefined;
  const stored = JSON.parse(text) as Stored;
  if (typeof stored !== 'object' || stored === null || typeof stored.facts !== 'object') throw new Error('no context');
  return stored;
}

/** A law may have narrowed a fact since it was stored; what no longer fits is not established. */
function checkAgain(stored: Record<string, Fact>, facts: Readonly<Record<string, PlacedFact>>): Record<string, Fact> {
  return Object.fromEntries(
    Object.entries(stored).map(([name, fact]) => {
      const placed = Object.hasOwn(facts, name) ? facts[name] : undefined;
      if (placed === undefined || !('value' in fact) || fact.value === null) return [name, fact];
      return [name, convertFact(placed.definition, fact.value, false)];
    }),
  );
}

/**
 * The frozen facts of a session. Its first event resolves and stores them; from then on the stored copy holds. A fact
 * that a law declares later on, or takes from another source, is resolved then, and frozen in turn.
 * @param file where the session's facts are kept; undefined for an event without a session, which freezes nothing
 * @throws when the stored facts cannot be read or written: then nobody knows what was frozen
 */
export function sessionContext(
  file: string | undefined,
  facts: Readonly<Record<string, PlacedFact>>,
  env: Env,
): Context {
  const names = Object.keys(facts);
  if (names.length === 0) return {};
  const resolve = (wanted: readonly string[]): Record<string, Fact> =>
    Object.fromEntries(
      wanted.flatMap(name => {
        const fact = facts[name];
        return fact === undefined ? [] : [[name, resolveFact(fact, env)]];
      }),
    );
  if (file === undefined) return deepFreeze(resolve(names));
  const sources = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, sourceOf(fact)]));
  let stored = readStored(file);
  if (stored === undefined) {
    const first: Stored = { facts: resolve(names), sources };
    stored = writeFileOnce(file, JSON.stringify(first)) ? first : readStored(file);
    if (stored === undefined) throw new Error('the stored context of the session is gone');
  }
  const from = stored.sources ?? {};
  const frozen = stored.facts;
  const missing = names.filter(name => !Object.hasOwn(frozen, name) || from[name] !== sources[name]);
  if (missing.length === 0) return deepFreeze(checkAgain(frozen, facts));
  const extended = { ...frozen, ...resolve(missing) };
  writeFileAtomic(file, JSON.stringify({ facts: extended, sources: { ...from, ...sources } }));
  return deepFreeze(checkAgain(extended, facts));
}
