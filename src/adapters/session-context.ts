import path from 'node:path';
import { convertFact } from '../core/context/convert-fact.ts';
import type { Context, Fact } from '../core/context/fact.ts';
import { deepFreeze } from '../core/json/json-value.ts';
import type { PlacedFact } from '../ports/world.ts';
import { readTextIfExists, writeFileAtomic, writeFileOnce } from './atomic-file.ts';

type Facts = Readonly<Record<string, PlacedFact>>;
type Resolve = (facts: Facts) => Promise<Record<string, Fact>>;

/** Where the facts of a session are kept. */
export interface SessionStore {
  readonly file: string;
  /** Where a fact that was resolved later on is written first, by its name and source. */
  readonly factFile: (key: string) => string;
}

interface Stored {
  readonly facts: Record<string, Fact>;
  /** Where each fact was taken from, so that another law's fact of the same name is not taken for it. */
  readonly sources?: Record<string, string>;
}

/** A source as far as it decides on the value: what is relative goes with its law, and programs with the trust in it. */
function sourceOf({ definition: { source }, file, trusted }: PlacedFact): string {
  if (source.kind === 'env' || source.kind === 'literal') return JSON.stringify(source);
  const folder = path.dirname(file);
  return JSON.stringify(source.kind === 'file' || trusted ? [source, folder] : [source, folder, 'untrusted']);
}

function readStored(file: string): Stored | undefined {
  const text = readTextIfExists(file);
  if (text === undefined) return undefined;
  const stored = JSON.parse(text) as Stored;
  if (typeof stored !== 'object' || stored === null || typeof stored.facts !== 'object') throw new Error('no context');
  return stored;
}

/**
 * Stores facts as a session's frozen ones before its first event, so that the hook takes them and asks no source. Only for
 * sessions that are made up to try the hook.
 */
export function presetContext(file: string, facts: Readonly<Record<string, { placed: PlacedFact; fact: Fact }>>): void {
  const entries = Object.entries(facts);
  const stored: Stored = {
    facts: Object.fromEntries(entries.map(([name, { fact }]) => [name, fact])),
    sources: Object.fromEntries(entries.map(([name, { placed }]) => [name, sourceOf(placed)])),
  };
  writeFileAtomic(file, JSON.stringify(stored));
}

/** A law may have narrowed a fact since it was stored; what no longer fits is not established. */
function checkAgain(stored: Record<string, Fact>, facts: Facts): Context {
  return deepFreeze(
    Object.fromEntries(
      Object.entries(stored).map(([name, fact]) => {
        const placed = Object.hasOwn(facts, name) ? facts[name] : undefined;
        if (placed === undefined || !('value' in fact) || fact.value === null) return [name, fact];
        return [name, convertFact(placed.definition, fact.value, false)];
      }),
    ),
  );
}

/** Freezes a fact that came later than the first event: of processes that do so at once, the first one's value holds. */
function freezeLater(file: string, fact: Fact): Fact {
  if (writeFileOnce(file, JSON.stringify(fact))) return fact;
  return JSON.parse(readTextIfExists(file) ?? '') as Fact;
}

/** Adds facts to those stored. What another process has added meanwhile may be lost here, and is then taken up again. */
function extend(
  { file, factFile }: SessionStore,
  resolved: Record<string, Fact>,
  sources: Record<string, string>,
): Stored {
  const later = Object.entries(resolved).map(([name, fact]) => [
    name,
    freezeLater(factFile(JSON.stringify([name, sources[name]])), fact),
  ]);
  const now = readStored(file);
  const from = Object.fromEntries(Object.keys(resolved).map(name => [name, sources[name] ?? '']));
  const extended = {
    facts: { ...now?.facts, ...(Object.fromEntries(later) as Record<string, Fact>) },
    sources: { ...now?.sources, ...from },
  };
  writeFileAtomic(file, JSON.stringify(extended));
  return extended;
}

/**
 * The frozen facts of a session. Its first event resolves and stores them; from then on the stored copy holds. A fact
 * that a law declares later on, or takes from another source, is resolved then, and frozen in turn.
 * @param store where the session's facts are kept; undefined for an event without a session, which freezes nothing
 * @returns the facts, and whether one of them had to be resolved
 * @throws when the stored facts cannot be read or written: then nobody knows what was frozen
 */
export async function sessionContext(
  store: SessionStore | undefined,
  facts: Facts,
  resolve: Resolve,
): Promise<{ readonly context: Context; readonly resolved: boolean }> {
  const names = Object.keys(facts);
  if (names.length === 0) return { context: {}, resolved: false };
  if (store === undefined) return { context: deepFreeze(await resolve(facts)), resolved: true };
  const sources = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, sourceOf(fact)]));
  let stored = readStored(store.file);
  let resolved = false;
  if (stored === undefined) {
    const first: Stored = { facts: await resolve(facts), sources };
    resolved = true;
    stored = writeFileOnce(store.file, JSON.stringify(first)) ? first : readStored(store.file);
    if (stored === undefined) throw new Error('the stored context of the session is gone');
  }
  const { facts: frozen, sources: from = {} } = stored;
  const missing = names.filter(name => !Object.hasOwn(frozen, name) || from[name] !== sources[name]);
  if (missing.length === 0) return { context: checkAgain(frozen, facts), resolved };
  const wanted = Object.fromEntries(Object.entries(facts).filter(([name]) => missing.includes(name)));
  return { context: checkAgain(extend(store, await resolve(wanted), sources).facts, facts), resolved: true };
}
