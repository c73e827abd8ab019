import { sha256 } from '../../adapters/digest.ts';
import { canonicalFolder, findProjectRoot } from '../../adapters/law-files.ts';
import { defaultStateDir, stateHome } from '../../adapters/state-dir.ts';
import { createStateFolder } from '../../adapters/state-folder.ts';
import { judgeForProgram, type ProgramJudgement, type ProgramPlace } from '../../commands/judge-for-program.ts';
import type { RuleRef, TraceStep, Verdict } from '../../core/decision/decision.ts';
import type { JsonObject, JsonValue } from '../../core/json/json-value.ts';
import { freezeContext } from './given-context.ts';
import { Law, openParts } from './law.ts';

/** By what, for whom and where calls are judged. */
export interface EngineOptions {
  /** The law, from `loadLaw`. */
  readonly law: Law;
  /**
   * Trusted facts that the program itself establishes: who is logged in, their tier, whose money it is. They take the place of
   * the sources that the law names for facts of these names; other facts come from their sources. Copied and frozen.
   */
  readonly context?: Readonly<Record<string, unknown>>;
  /**
   * The session, by which facts are frozen and earlier calls remembered: one id for one conversation with one customer. A new
   * random one unless it is given.
   */
  readonly sessionId?: string;
  /** The folder in which the agent works; the project around the current one unless it is given. */
  readonly project?: string;
  /**
   * The folder for budgets, records, frozen facts and approved laws, out of the agent's reach. Unless it is given, the one
   * that the hook has for the project.
   */
  readonly stateDir?: string;
  /** Variables for facts with an `env` source, and for finding the user's own law; those of the process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How long one judgement may take, in milliseconds; then a call is refused. Otherwise the law's deadline, or 8 seconds. */
  readonly deadlineMs?: number;
  /** Told of faults that change no verdict. They stand in `errors.jsonl`, too, where that can be written. */
  readonly onFault?: (step: string, error: unknown) => void;
}

/** What was decided on one event. */
export interface Judgement {
  /** `silent` lets a call run; so does `allow`. `ask` needs a person. `block` (on `Stop`) says that the loop must go on. */
  readonly verdict: Verdict;
  /** What the model is to read. A denial's begins with `BLOCKED:`. */
  readonly message?: string;
  /** The rule that decided; absent where hooklaw itself did, or nothing had to be decided. */
  readonly rule?: RuleRef;
  /** Why something could not be checked. */
  readonly failure?: string;
  /** Further texts for the model. */
  readonly warnings: readonly string[];
  /** The input that has to run instead of the one judged; absent where no rule changed it. */
  readonly rewrittenInput?: JsonObject;
  /** What a person (not the model) should be told, such as that the records cannot be written. */
  readonly notice?: string;
  /** What each rule said. */
  readonly trace: readonly TraceStep[];
}

/** An event as the hook gets it; what every event has is filled in. Source: docs/law.md, "Events". */
export interface EventFields {
  readonly hook_event_name: string;
  readonly [field: string]: unknown;
}

/** Who acts: absent for the main agent. */
export interface Agent {
  /** Such as `researcher`; rules read it as `event.agent_type`. */
  readonly type: string;
  /** A new random one unless it is given. */
  readonly id?: string;
}

/** Judges the events of one session, and records them. */
export interface Engine {
  readonly law: Law;
  readonly sessionId: string;
  /** The facts that were given, frozen. */
  readonly context: Readonly<Record<string, JsonValue>>;
  /** The subagent for which it judges; absent for the main agent. */
  readonly agent?: Required<Agent>;
  /**
   * Judges an event. Whatever cannot be judged is decided as the hook decides it: denied where something can still be
   * stopped. A rejection means that nothing was decided; nothing must run then.
   */
  readonly judge: (event: EventFields) => Promise<Judgement>;
  /** Says that the session (or the subagent) begins. Only the first time counts, so that each turn may say it. */
  readonly start: () => Promise<Judgement>;
  /**
   * Says that the agent wants to end its turn; writes the session's summary. The verdict `block` says that it must go on.
   * @param how `active`: it goes on already because of an earlier `block`; `lastMessage`: what it said last
   */
  readonly stop: (how?: { readonly active?: boolean; readonly lastMessage?: string }) => Promise<Judgement>;
  /** An engine for a subagent: the same session, facts and budgets, and rules can tell who acts. */
  readonly subagent: (agent: Agent) => Engine;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function placeOf(options: EngineOptions, law: Law, context: Engine['context']): ProgramPlace {
  const { project = process.cwd(), stateDir, deadlineMs, onFault, env = process.env } = options;
  const vars = { ...env };
  const root = canonicalFolder(options.project ?? findProjectRoot(project, vars) ?? project);
  const named = nonEmpty(stateDir) ?? nonEmpty(vars['HOOKLAW_STATE_DIR']);
  return {
    law: openParts(law).source,
    given: context,
    project: root,
    env: vars,
    platform: process.platform,
    folder: createStateFolder(named === undefined ? defaultStateDir(root, vars) : canonicalFolder(named)),
    userFolder: createStateFolder(stateHome(vars)),
    deadlineMs,
    via: `program ${crypto.randomUUID()}`,
    onFault,
  };
}

function toJudgement({ decision, notice }: ProgramJudgement): Judgement {
  const { reservations: _reservations, failureHint: _hint, ...told } = decision;
  return notice === undefined ? told : { ...told, notice };
}

/** What an engine is made of. */
interface Parts {
  readonly law: Law;
  readonly sessionId: string;
  readonly context: Engine['context'];
  readonly place: ProgramPlace;
  readonly agent: Required<Agent> | undefined;
  readonly identity: string;
}

class LocalEngine implements Engine {
  readonly law: Law;
  readonly sessionId: string;
  readonly context: Engine['context'];
  declare readonly agent?: Required<Agent>;
  readonly #parts: Parts;
  #started: Promise<Judgement> | undefined;

  constructor(parts: Parts) {
    this.law = parts.law;
    this.sessionId = parts.sessionId;
    this.context = parts.context;
    if (parts.agent !== undefined) this.agent = parts.agent;
    this.#parts = parts;
  }

  /** The same for engines that judge alike: by one law, for one session with the same facts, with one state. */
  static identityOf(engine: LocalEngine): string {
    return engine.#parts.identity;
  }

  readonly judge = async (event: EventFields): Promise<Judgement> => {
    const { place, sessionId, agent } = this.#parts;
    const fields = {
      session_id: sessionId,
      transcript_path: '',
      cwd: place.project,
      permission_mode: 'default',
      ...(agent === undefined ? {} : { agent_id: agent.id, agent_type: agent.type }),
      ...event,
    };
    return toJudgement(await judgeForProgram(fields, place));
  };

  readonly start = (): Promise<Judgement> => {
    this.#started ??= this.judge(
      this.agent === undefined
        ? { hook_event_name: 'SessionStart', source: 'startup' }
        : { hook_event_name: 'SubagentStart' },
    );
    return this.#started;
  };

  readonly stop: Engine['stop'] = ({ active = false, lastMessage } = {}) =>
    this.judge({
      hook_event_name: this.agent === undefined ? 'Stop' : 'SubagentStop',
      stop_hook_active: active,
      ...(lastMessage === undefined ? {} : { last_assistant_message: lastMessage }),
    });

  readonly subagent = ({ type, id = crypto.randomUUID() }: Agent): Engine =>
    new LocalEngine({ ...this.#parts, agent: { type, id }, identity: `${this.#parts.identity} ${id}` });
}

/**
 * Creates an engine for one session: one conversation of one customer, or one run of an agent. It opens nothing and costs
 * next to nothing; load the law once, and make an engine for each session.
 * @throws {TypeError} when the context does not fit the law, or is no plain data
 */
export function createEngine(options: EngineOptions): Engine {
  const { law } = options;
  if (!(law instanceof Law)) throw new TypeError('`law` must be what `loadLaw` gave; write `law: await loadLaw(file)`');
  const context = freezeContext(options.context ?? {}, law);
  const place = placeOf(options, law, context);
  const identity = sha256(
    JSON.stringify([openParts(law).identity, context, place.folder.root, place.project, options.sessionId ?? null]),
  );
  const sessionId = options.sessionId ?? crypto.randomUUID();
  return new LocalEngine({ law, sessionId, context, place, agent: undefined, identity });
}

/** The engine that is given, or one that is made for what is given. */
export function engineOf(given: EngineOptions | { readonly engine: Engine }): Engine {
  return 'engine' in given ? given.engine : createEngine(given);
}

/**
 * What tells whether two engines judge alike, so that a call that is guarded twice is judged once.
 * @throws {TypeError} for an engine of another copy of this package
 */
export function identityOf(engine: Engine): string {
  if (engine instanceof LocalEngine) return LocalEngine.identityOf(engine);
  throw new TypeError('`engine` must be what `createEngine` of this same package gave');
}
