import type { IncomingMessage } from 'node:http';
import { recordEvent } from '../../adapters/records.ts';
import type { ServedProject } from '../../adapters/served/served-project.ts';
import type { Principal } from '../../adapters/served/tokens.ts';
import type { Unjudged } from '../../core/decision/cannot-tell.ts';
import { type Decision, isRefusal, type Verdict } from '../../core/decision/decision.ts';
import { noticeFor } from '../../core/decision/notice.ts';
import { defaultEventLimits, EventError, readEvent } from '../../core/event/read-event.ts';
import type { HookEvent } from '../../core/event/tool-event.ts';
import { decideUnjudged, type Judged, judgeEvent } from '../../engine/judge-event.ts';
import { renderHttpBody } from '../../render/http-answer.ts';
import { renderSafely } from '../claude-hook/render-safely.ts';
import { type AccessRules, checkAccess } from './access.ts';
import { judgeWithin } from './judge-within.ts';
import type { Metrics } from './metrics.ts';
import { BodyMeter, discardRest, readBody } from './read-body.ts';
import { readTarget } from './read-target.ts';
import { CallRefused } from './refused.ts';

/** The log: one JSON object a line. */
export interface ServeLog {
  readonly debug: (facts: object, message: string) => void;
  readonly info: (facts: object, message: string) => void;
  readonly warn: (facts: object, message: string) => void;
  readonly error: (facts: object, message: string) => void;
}

export interface CallLimits {
  /** Most bytes of one event. */
  readonly maxBody: number;
  /** How long an event may take to arrive, in milliseconds. */
  readonly bodyTimeoutMs: number;
  /** Most events that are read or judged at a time. */
  readonly maxConcurrent: number;
  /** Most bytes of all events that are read or judged at a time. */
  readonly maxHeld: number;
  /** How long judging may take unless the law says less, in milliseconds. */
  readonly deadlineMs: number;
  /** Whether that was given on the command line; then the law's own does not count. */
  readonly deadlineGiven: boolean;
}

/** An answer. It always goes out as a success, since the client lets a call run on anything else. */
export interface Answer {
  readonly body: string;
  readonly verdict: Verdict;
  /** Whether the connection ends with it, since the rest of the request was not read. */
  readonly close: boolean;
}

/** What is known of a call on its way to the answer. */
interface CallState {
  readonly from: number;
  event: string | undefined;
  read: HookEvent | undefined;
  project: ServedProject | undefined;
  principal: Principal | undefined;
}

interface Concluded {
  readonly decision: Decision;
  readonly notice: string | undefined;
  readonly refused: string | undefined;
}

/** Judges requests by the projects that are served. */
export class CallJudge {
  readonly #projects: ReadonlyMap<string, ServedProject>;
  readonly #limits: CallLimits;
  readonly #log: ServeLog;
  readonly #metrics: () => Metrics;
  readonly meter: BodyMeter;
  inFlight = 0;

  constructor(
    projects: ReadonlyMap<string, ServedProject>,
    limits: CallLimits,
    { log, metrics }: { readonly log: ServeLog; readonly metrics: () => Metrics },
  ) {
    this.#projects = projects;
    this.#limits = limits;
    this.#log = log;
    this.#metrics = metrics;
    this.meter = new BodyMeter(limits.maxHeld);
  }

  /** Answers one request. Never throws: whatever goes wrong becomes an answer. */
  readonly answer = async (request: IncomingMessage, access: AccessRules): Promise<Answer> => {
    const state: CallState = {
      from: performance.now(),
      event: undefined,
      read: undefined,
      project: undefined,
      principal: undefined,
    };
    let concluded: Concluded;
    this.inFlight += 1;
    try {
      concluded = await this.#judge(request, access, state);
    } catch (error) {
      concluded = this.#refuse(error, state);
    } finally {
      this.inFlight -= 1;
    }
    return this.#render(concluded, state, !(await discardRest(request)));
  };

  async #judge(request: IncomingMessage, access: AccessRules, state: CallState): Promise<Concluded> {
    const target = readTarget(request.method ?? '', request.url ?? '');
    state.event = target.event;
    state.principal = checkAccess(request, target.event, access);
    const project = this.#choose(target.project, state.principal, target.event);
    state.project = project;
    if (this.inFlight > this.#limits.maxConcurrent)
      throw new CallRefused(
        { kind: 'busy', detail: 'the server has too many calls to judge at the moment' },
        target.event,
      );
    const { maxBody: maxBytes, bodyTimeoutMs: timeoutMs, deadlineMs, deadlineGiven } = this.#limits;
    const body = await readBody(request, target.event, { maxBytes, timeoutMs }, this.meter);
    try {
      const event = this.#read(body.bytes, state);
      const env = state.principal.env;
      const judged = await judgeWithin(deadlineMs, event.name, deadline =>
        judgeEvent(event, project.worldFor({ event, deadline, deadlineGiven, via: target.via, env })),
      );
      return this.#conclude(event, judged, project);
    } finally {
      body.release();
    }
  }

  /** The project is chosen by the URL and by what the token may ask for; nothing that the event says has a part in it. */
  #choose(named: string | undefined, { projects }: Principal, event: string | undefined): ServedProject {
    const refuse = (detail: string): never => {
      throw new CallRefused({ kind: 'access', detail }, event);
    };
    const name = named ?? (projects?.length === 1 ? projects[0] : this.#only());
    if (name === undefined)
      return refuse('several projects are served, and the URL names none (`/projects/NAME/hook/EVENT`)');
    const found = this.#projects.get(name);
    if (found === undefined || projects?.includes(name) === false)
      return refuse(`there is no project \`${name.slice(0, 64)}\` for this token`);
    return found;
  }

  #only(): string | undefined {
    const [first, ...others] = this.#projects.keys();
    return others.length === 0 ? first : undefined;
  }

  /** @throws {EventError} */
  #read(bytes: Buffer, state: CallState): HookEvent {
    const event = readEvent(bytes, state.event, { ...defaultEventLimits, maxBytes: this.#limits.maxBody });
    const name = state.principal?.name;
    // Sessions of one token are out of the reach of all others, whatever id an event claims.
    const own =
      name === undefined || event.sessionId === undefined
        ? event
        : { ...event, sessionId: `${name}.${event.sessionId}` };
    state.event = event.name;
    state.read = own;
    return own;
  }

  #conclude(event: HookEvent, { decision, laws, auditRequired }: Judged, project: ServedProject): Concluded {
    let notice = noticeFor(event, decision, laws);
    if (decision.failure !== undefined) project.report('judging', decision.failure, event);
    const refused = decision.failure === undefined ? undefined : 'judging';
    try {
      recordEvent(project.options.folder, event, decision, auditRequired);
    } catch (error) {
      const detail = `the records cannot be written (${messageOf(error)})`;
      if (!project.report('recording', error, event)) notice ??= `hooklaw: ${detail}; calls are judged all the same`;
      if (auditRequired && !isRefusal(decision))
        return { decision: decideUnjudged(event.name, { kind: 'audit', detail }), notice, refused: 'audit' };
    }
    return { decision, notice, refused };
  }

  /** The answer to what could not be judged; recorded where it is known in which project. */
  #refuse(error: unknown, state: CallState): Concluded {
    const { cause, event } = explain(error, state.event);
    state.event = event;
    const decision = decideUnjudged(event, cause);
    const { project } = state;
    if (project !== undefined) {
      project.report(cause.kind, error, { name: event, sessionId: state.read?.sessionId });
      if (decision.verdict === 'deny') this.#recordDenial(project, decision, state);
    } else if (cause.kind === 'internal') {
      this.#log.error({ err: messageOf(error) }, 'a fault of the server');
    }
    return { decision, notice: undefined, refused: cause.kind };
  }

  #recordDenial(project: ServedProject, decision: Decision, state: CallState): void {
    const unread: HookEvent = {
      name: state.event ?? 'unknown',
      sessionId: undefined,
      cwd: undefined,
      tool: undefined,
      fields: {},
    };
    try {
      recordEvent(project.options.folder, state.read ?? unread, decision, false);
    } catch (error) {
      project.report('recording', error, state.read);
    }
  }

  #render({ decision, notice, refused }: Concluded, state: CallState, close: boolean): Answer {
    const event = state.event ?? 'PreToolUse';
    const body = renderHttpBody(event, decision, renderSafely(event, decision, notice), refused === undefined);
    this.#tell(event, decision, refused, state);
    return { body, verdict: decision.verdict, close };
  }

  #tell(event: string, decision: Decision, refused: string | undefined, state: CallState): void {
    const ms = performance.now() - state.from;
    const project = state.project?.options.name ?? '';
    this.#metrics().count({ project, event, decision, refused, seconds: ms / 1000 });
    const facts = {
      project,
      client: state.principal?.name,
      event,
      session: state.read?.sessionId?.slice(0, 200),
      tool: state.read?.tool?.name.slice(0, 200),
      verdict: decision.verdict,
      rule: decision.rule?.id,
      ms: Math.round(ms * 100) / 100,
    };
    if (refused !== undefined) this.#log.warn({ ...facts, cause: refused }, 'could not be judged');
    else if (isRefusal(decision)) this.#log.info(facts, 'refused');
    else this.#log.debug(facts, 'judged');
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

function explain(error: unknown, event: string | undefined): { cause: Unjudged; event: string | undefined } {
  if (error instanceof CallRefused) return { cause: error.unjudged, event: error.event ?? event };
  if (error instanceof EventError)
    return { cause: { kind: 'event', detail: error.message }, event: error.eventName ?? event };
  return { cause: { kind: 'internal', detail: `an internal error (${messageOf(error)})` }, event };
}
