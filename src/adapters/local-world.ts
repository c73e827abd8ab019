import { convertFact } from '../core/context/convert-fact.ts';
import type { Context, Fact } from '../core/context/fact.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import type { CompiledLaw } from '../core/law/compiled-law.ts';
import type { StateStore } from '../ports/state-store.ts';
import { DeadlineError, type PlacedFact, type World } from '../ports/world.ts';
import { callRefOf } from './call-ref.ts';
import { loadCompiledLaw } from './compiled-laws.ts';
import type { Deadline } from './deadline.ts';
import { sha256 } from './digest.ts';
import { type LawLoader, type LawPlace, loadLawsInForce } from './laws-in-force.ts';
import { loadAnalysis } from './load-analysis.ts';
import { openState } from './open-state.ts';
import { createRegexVerdicts } from './regex-verdicts.ts';
import { createSelfProtection } from './self-protection.ts';
import { type SessionStore, sessionContext } from './session-context.ts';
import { createSurroundings } from './surroundings.ts';

export interface LocalWorldOptions extends LawPlace {
  /** The folder in which the agent works. */
  readonly project: string;
  readonly deadline: Deadline;
  /** Whether a deadline was given on the command line; then the law's own does not count. */
  readonly deadlineGiven: boolean;
  /** Which of the client's hook entries this is. */
  readonly via: string;
  /** Facts that the program around us establishes itself, in place of the law's sources. */
  readonly given?: Readonly<Record<string, JsonValue>>;
  /** Whether this process judges several calls at once. */
  readonly concurrent?: boolean;
  /** Told of faults that do not change the judgement. */
  readonly onFault: (step: string, error: unknown) => void;
}

/** The compiler and its libraries are loaded here and nowhere else on the hook's way. */
async function compile(bytes: Uint8Array, file: string, { deadline, folder }: LocalWorldOptions): Promise<CompiledLaw> {
  const regexVerdicts = createRegexVerdicts(folder.regexVerdicts);
  const { compileSource } = await import('./compile-source.ts');
  try {
    return deadline.bounded(() => compileSource(bytes, file, regexVerdicts).law);
  } catch (error) {
    if (!(error instanceof DeadlineError)) throw error;
    throw new DeadlineError(deadline.ms(), 'compiling the law (`hooklaw validate` does it without a deadline)');
  }
}

/** A world with an end: what was opened for it is closed. */
export interface LocalWorld extends World {
  readonly close: () => Promise<void>;
}

async function contextOf(
  { name, sessionId }: HookEvent,
  facts: Readonly<Record<string, PlacedFact>>,
  { env, project, folder, deadline, given = {}, onFault }: LocalWorldOptions,
): Promise<Context> {
  const { left } = deadline;
  const resolve = async (wanted: Readonly<Record<string, PlacedFact>>): Promise<Record<string, Fact>> => {
    const own = Object.entries(wanted).filter(([fact]) => Object.hasOwn(given, fact));
    const others = Object.entries(wanted).filter(([fact]) => !Object.hasOwn(given, fact));
    const { resolveFacts } = await import('./facts/resolve-facts.ts');
    return {
      ...(await resolveFacts(Object.fromEntries(others), { env, project, left })),
      ...Object.fromEntries(own.map(([fact, { definition }]) => [fact, convertFact(definition, given[fact], false)])),
    };
  };
  const store: SessionStore | undefined =
    sessionId === undefined
      ? undefined
      : {
          file: folder.sessionFile(sessionId, 'context.json'),
          factFile: key => folder.sessionFile(sessionId, `fact-${sha256(key)}.json`),
        };
  let frozen: { readonly context: Context; readonly resolved: boolean };
  try {
    frozen = await sessionContext(store, facts, resolve);
  } catch (error) {
    onFault("the session's context cannot be kept", error);
    const failure = `the session's context cannot be kept: ${error instanceof Error ? error.message : String(error)}`;
    return Object.fromEntries(Object.keys(facts).map(fact => [fact, { failure }]));
  }
  // A session starts again when it is resumed or compacted. No other event may cost a look at the sources.
  if (name === 'SessionStart' && sessionId !== undefined && !frozen.resolved) {
    const markOf = (fact: string): string => folder.sessionFile(sessionId, `changed-${sha256(fact)}`);
    await findChangedFacts(frozen.context, () => resolve(facts), markOf, onFault);
  }
  return frozen.context;
}

async function findChangedFacts(
  frozen: Context,
  resolve: () => Promise<Context>,
  markOf: (fact: string) => string,
  onFault: LocalWorldOptions['onFault'],
): Promise<void> {
  try {
    const { reportChangedFacts } = await import('./facts/report-changed-facts.ts');
    reportChangedFacts(frozen, await resolve(), markOf, onFault);
  } catch (error) {
    onFault('comparing the trusted facts with their sources', error);
  }
}

/** How laws are loaded where they are in force: compiled once, and approved at first use. */
export function localLawLoader(options: LocalWorldOptions): LawLoader {
  return {
    compile: (bytes, file) =>
      loadCompiledLaw(
        bytes,
        file,
        options.folder,
        (source, name) => compile(source, name, options),
        error => options.onFault('the compiled law could not be stored', error),
      ),
    approveAtFirstUse: true,
    onFault: options.onFault,
  };
}

/** The world of one machine: files, environment, clock. */
export function createLocalWorld(options: LocalWorldOptions): LocalWorld {
  const opened: StateStore[] = [];
  return {
    async close() {
      for (const store of opened.splice(0)) await store.close();
    },
    laws: () => loadLawsInForce(options, localLawLoader(options)),
    context: (event, facts) => contextOf(event, facts, options),
    protection: createSelfProtection({
      env: options.env,
      platform: options.platform,
      project: options.project,
      stateFolders: [options.folder.root, options.userFolder.root],
      memory: options.folder.settingsMemory,
      bounded: run => options.deadline.bounded(run),
      onFault: options.onFault,
    }),
    async evaluator() {
      const { createEvaluator } = await import('../core/expression/evaluate.ts');
      return createEvaluator();
    },
    analysis: loadAnalysis,
    async parser(name) {
      const { loadParser } = await import('./parsers/load-parser.ts');
      return loadParser(name);
    },
    surroundings: event => createSurroundings(event.cwd, options),
    async state(place) {
      const store = await openState(place, options.folder, options.deadline, options.concurrent);
      opened.push(store);
      return store;
    },
    callOf: event => callRefOf(event, options.via),
    now: () => Date.now(),
    bounded: run => options.deadline.bounded(run),
    setDeadline: ms => {
      if (!options.deadlineGiven) options.deadline.set(ms);
    },
  };
}
