import type { Context } from '../core/context/fact.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import type { CompiledLaw } from '../core/law/compiled-law.ts';
import type { World } from '../ports/world.ts';
import { loadCompiledLaw } from './compiled-laws.ts';
import type { Deadline } from './deadline.ts';
import { findLawFiles, type LawFile, readLawFile } from './law-files.ts';
import { sessionContext } from './session-context.ts';
import type { StateFolder } from './state-folder.ts';
import { isTrusted } from './trust-store.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface LocalWorldOptions {
  /** The law file that was named by a flag or the environment. */
  readonly named: string | undefined;
  readonly project: string | undefined;
  readonly env: Env;
  readonly platform: string;
  readonly folder: StateFolder;
  readonly deadline: Deadline;
  /** Whether a deadline was given on the command line; then the law's own does not count. */
  readonly deadlineGiven: boolean;
  /** Told of faults that do not change the judgement. */
  readonly onFault: (step: string, error: unknown) => void;
}

/** The compiler and its libraries are loaded here and nowhere else on the hook's way. */
async function compile(bytes: Uint8Array, file: string, deadline: Deadline): Promise<CompiledLaw> {
  const { compileSource } = await import('./compile-source.ts');
  return deadline.bounded(() => compileSource(bytes, file).law);
}

async function loadLaw({ layer, file }: LawFile, options: LocalWorldOptions): Promise<LawInForce> {
  const law = await loadCompiledLaw(
    file,
    options.folder,
    (bytes, name) => compile(bytes, name, options.deadline),
    error => options.onFault('the compiled law could not be stored', error),
  );
  const trusted = layer !== 'project' || isTrusted(file, readLawFile(file), options.env);
  return { layer, file, trusted, law };
}

/** The world of one machine: files, environment, clock. */
export function createLocalWorld(options: LocalWorldOptions): World {
  return {
    laws: () => Promise.all(findLawFiles(options).map(file => loadLaw(file, options))),
    context(event, facts): Promise<Context> {
      const file =
        event.sessionId === undefined ? undefined : options.folder.sessionFile(event.sessionId, 'context.json');
      try {
        return Promise.resolve(sessionContext(file, facts, options.env));
      } catch (error) {
        options.onFault("the session's context cannot be kept", error);
        const failure = `the session's context cannot be kept: ${error instanceof Error ? error.message : String(error)}`;
        return Promise.resolve(Object.fromEntries(Object.keys(facts).map(name => [name, { failure }])));
      }
    },
    async evaluator() {
      const { createEvaluator } = await import('../core/expression/evaluate.ts');
      return createEvaluator();
    },
    now: () => Date.now(),
    bounded: run => options.deadline.bounded(run),
    setDeadline: ms => {
      if (!options.deadlineGiven) options.deadline.set(ms);
    },
  };
}
