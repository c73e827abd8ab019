import type { LawInForce } from '../../core/decision/decide.ts';
import type { HookEvent } from '../../core/event/tool-event.ts';
import type { Evaluator } from '../../core/expression/evaluator.ts';
import type { World } from '../../ports/world.ts';
import type { Deadline } from '../deadline.ts';
import type { LawPlace } from '../laws-in-force.ts';
import { createLocalWorld } from '../local-world.ts';
import { recordError } from '../records.ts';
import { createSelfProtection } from '../self-protection.ts';
import { createSurroundings } from '../surroundings.ts';
import { ServedLaws } from './served-laws.ts';
import { ServedState } from './served-state.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ServedProjectOptions extends LawPlace {
  readonly name: string;
  readonly project: string;
  /** How long compiling a law may take, in milliseconds. */
  readonly compileMs: number;
  /** The home folder of the agent's account, where that is another than the server's. */
  readonly agentHome: string | undefined;
  readonly onChange: (laws: readonly LawInForce[] | undefined) => void;
  readonly onFault: (step: string, error: unknown) => void;
}

/** What one call brings to judging. */
export interface ServedCall {
  readonly event: HookEvent;
  readonly deadline: Deadline;
  /** Whether a deadline was given on the command line; then the law's own does not count. */
  readonly deadlineGiven: boolean;
  readonly via: string;
  /** Variables that the server's configuration gives to whoever asks, for facts. */
  readonly env: Env;
}

/** How long the laws hold before their files are looked at again, in milliseconds. */
const holdMs = 250;

/** One project, kept ready: its laws compiled, its state open. Each call gets a world of its own on top of that. */
export class ServedProject {
  readonly options: ServedProjectOptions;
  readonly #laws: ServedLaws;
  readonly #state: ServedState;
  readonly #siteEnv: Env;
  #evaluator: Promise<Evaluator> | undefined;

  constructor(options: ServedProjectOptions) {
    this.options = options;
    this.#laws = new ServedLaws({ ...options, holdMs });
    this.#state = new ServedState(options.folder);
    this.#siteEnv = options.agentHome === undefined ? options.env : { ...options.env, HOME: options.agentHome };
  }

  /** @throws {LawError} or a file system error, as long as one of the laws cannot be had */
  readonly laws = (): Promise<readonly LawInForce[]> => this.#laws.get();

  /** Looks at the laws' files again at the next call. */
  readonly expire = (): void => this.#laws.expire();

  get stateFailing(): boolean {
    return this.#state.failing;
  }

  /** Records a fault; false when not even that was possible. */
  readonly report = (
    step: string,
    error: unknown,
    event?: Pick<HookEvent, 'sessionId'> & { name?: string | undefined },
  ): boolean => {
    this.options.onFault(step, error);
    return recordError(this.options.folder, { step, error, event: event?.name, sessionId: event?.sessionId });
  };

  /** The world by which one call is judged. */
  readonly worldFor = (call: ServedCall): World => {
    const { options } = this;
    const { event, deadline } = call;
    const onFault = (step: string, error: unknown): void => void this.report(step, error, event);
    const env = Object.keys(call.env).length === 0 ? options.env : { ...options.env, ...call.env };
    const own = createLocalWorld({ ...options, ...call, env, onFault });
    return {
      ...own,
      laws: this.laws,
      state: place => this.#state.get(place),
      evaluator: () => this.#loadEvaluator(),
      // Paths of a call are those of the account that the agent works in.
      surroundings: ({ cwd }) => createSurroundings(cwd, { ...options, env: this.#siteEnv }),
      protection: createSelfProtection({
        env: this.#siteEnv,
        platform: options.platform,
        project: options.project,
        stateFolders: [options.folder.root, options.userFolder.root],
        memory: options.folder.settingsMemory,
        bounded: run => deadline.bounded(run),
        onFault,
      }),
    };
  };

  readonly close = (): Promise<void> => this.#state.close();

  #loadEvaluator(): Promise<Evaluator> {
    this.#evaluator ??= import('../../core/expression/evaluate.ts').then(({ createEvaluator }) => createEvaluator());
    return this.#evaluator;
  }
}
