import type { Context } from '../core/context/fact.ts';
import type { CompiledLaw } from '../core/law/compiled-law.ts';
import { DeadlineError, type World } from '../ports/world.ts';
import { loadCompiledLaw } from './compiled-laws.ts';
import type { Deadline } from './deadline.ts';
import { type LawPlace, loadLawsInForce } from './laws-in-force.ts';
import { createRegexVerdicts } from './regex-verdicts.ts';
import { createSelfProtection } from './self-protection.ts';
import { sessionContext } from './session-context.ts';

export interface LocalWorldOptions extends LawPlace {
  readonly deadline: Deadline;
  /** Whether a deadline was given on the command line; then the law's own does not count. */
  readonly deadlineGiven: boolean;
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

/** The world of one machine: files, environment, clock. */
export function createLocalWorld(options: LocalWorldOptions): World {
  return {
    laws: () =>
      loadLawsInForce(options, {
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
      }),
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
    protection: createSelfProtection({
      env: options.env,
      platform: options.platform,
      project: options.project ?? '/',
      stateFolders: [options.folder.root, options.userFolder.root],
      memory: options.folder.settingsMemory,
      bounded: run => options.deadline.bounded(run),
      onFault: options.onFault,
    }),
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
