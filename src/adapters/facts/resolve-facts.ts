import path from 'node:path';
import { convertFact, followPointer } from '../../core/context/convert-fact.ts';
import type { CommandSource, Fact } from '../../core/context/fact.ts';
import type { JsonValue } from '../../core/json/json-value.ts';
import type { PlacedFact } from '../../ports/world.ts';
import { FactFailure } from './fact-failure.ts';
import { type FactPlace, projectsOf, protectedFile, type SourcePlace } from './fact-place.ts';
import { parseJson, readFactFile, unreadable } from './read-fact-file.ts';
import { readToken } from './read-token.ts';
import { runFactCommand } from './run-fact-command.ts';

/** What a source gave; `isText` says that it has still to become a value of the wanted type. */
interface Raw {
  readonly value: JsonValue | undefined;
  readonly isText: boolean;
}

/** What is kept back of the time that is left, so that rules without the fact are still judged: a quarter, at most this. */
const reserveMs = 1_000;

async function readFile(named: string, untrustedOk: string | undefined, place: SourcePlace): Promise<JsonValue> {
  try {
    return await readFactFile(protectedFile(named, untrustedOk, place), named);
  } catch (error) {
    throw unreadable(named, error);
  }
}

async function readOutput(source: CommandSource, place: SourcePlace): Promise<Raw> {
  const output = await runFactCommand(source, place);
  if (output.trim() === '') return { value: undefined, isText: true };
  if (source.format === 'text') return { value: output, isText: true };
  const value = parseJson(output, `the output of ${source.command[0]}`);
  return { value: followPointer(value, source.pointer), isText: false };
}

async function readSource(place: SourcePlace): Promise<Raw> {
  const { source } = place.fact.definition;
  switch (source.kind) {
    case 'env': {
      const text = place.env[source.variable];
      return { value: text === '' ? undefined : text, isText: true };
    }
    case 'literal':
      return { value: source.value, isText: false };
    case 'file': {
      const value = await readFile(source.path, source.untrustedOk, place);
      return { value: followPointer(value, source.pointer), isText: false };
    }
    case 'command':
      return readOutput(source, place);
    case 'jwt': {
      const claims = await readToken(source, place);
      return { value: claims === undefined ? undefined : followPointer(claims, source.pointer), isText: false };
    }
  }
}

/** How long a source may take, in milliseconds: as long as the law says, as far as there is time. */
function timeFor({ definition: { source } }: PlacedFact, left: number): number {
  const most = left - Math.min(reserveMs, left / 4);
  return Math.floor('timeoutMs' in source ? Math.min(source.timeoutMs, most) : most);
}

/** Runs something that is told by a signal when its time is over, and waits no longer than that. */
async function within<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (ms <= 0) throw new FactFailure('there was no time left to find it out');
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new FactFailure(`its source took longer than ${ms} ms`));
      controller.abort();
    }, ms);
  });
  try {
    return await Promise.race([run(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function resolveFact(fact: PlacedFact, { env, project, left }: FactPlace): Promise<Fact> {
  const projects = projectsOf(fact, project);
  const folder = path.dirname(path.resolve(fact.file));
  try {
    const raw = await within(timeFor(fact, left()), signal => readSource({ fact, env, folder, projects, signal }));
    return convertFact(fact.definition, raw.value, raw.isText);
  } catch (error) {
    if (error instanceof FactFailure) return { failure: error.message };
    return { failure: `its source cannot be read (${error instanceof Error ? error.message : String(error)})` };
  }
}

/** Resolves facts, all at once; a source that fails or is too slow makes its own fact fail, and never an exception. */
export async function resolveFacts(
  facts: Readonly<Record<string, PlacedFact>>,
  place: FactPlace,
): Promise<Record<string, Fact>> {
  const names = Object.keys(facts);
  const resolved = await Promise.all(Object.values(facts).map(fact => resolveFact(fact, place)));
  return Object.fromEntries(names.flatMap((name, at) => (resolved[at] === undefined ? [] : [[name, resolved[at]]])));
}
