import { createDeadline, type Deadline } from '../adapters/deadline.ts';
import { sha256 } from '../adapters/digest.ts';
import { loadLawsInForce } from '../adapters/laws-in-force.ts';
import { createLocalWorld, type LocalWorld, type LocalWorldOptions, localLawLoader } from '../adapters/local-world.ts';
import { recordError, recordEvent } from '../adapters/records.ts';
import type { StateFolder } from '../adapters/state-folder.ts';
import { convertFact } from '../core/context/convert-fact.ts';
import type { Context, Fact } from '../core/context/fact.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import { type Decision, isRefusal } from '../core/decision/decision.ts';
import { noticeFor } from '../core/decision/notice.ts';
import { defaultEventLimits, EventError, readEvent } from '../core/event/read-event.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import { deepFreeze, type JsonObject, type JsonValue } from '../core/json/json-value.ts';
import { copyPlainJson } from '../core/json/plain-json.ts';
import { defaultDeadlineMs } from '../core/law/duration.ts';
import { decideUnjudged, type Judged, judgeEvent } from '../engine/judge-event.ts';
import type { PlacedFact, World } from '../ports/world.ts';

/** Where and by what a program has its events judged. */
export interface ProgramPlace {
  /** The law file, or a law that the program brings along as text. */
  readonly law: { readonly file: string } | { readonly inMemory: LawInForce };
  /** Facts that the program itself establishes. */
  readonly given: Readonly<Record<string, JsonValue>>;
  /** The folder in which the agent works. */
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly folder: StateFolder;
  /** The state folder of the user. */
  readonly userFolder: StateFolder;
  /** How long judging one event may take, in milliseconds; undefined: as long as the law says. */
  readonly deadlineMs: number | undefined;
  /** Which guard of the program asks. */
  readonly via: string;
  /** Told of faults that change no verdict, after they were written to `errors.jsonl`. */
  readonly onFault: ((step: string, error: unknown) => void) | undefined;
}

/** A judged event, and what the user (not the model) is told. */
export interface ProgramJudgement {
  readonly decision: Decision;
  readonly notice: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const unread: HookEvent = { name: 'unknown', sessionId: undefined, cwd: undefined, tool: undefined, fields: {} };

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Facts that were frozen with another value than the program now gives are not established: nobody knows whose they are. */
function checkGiven(
  context: Context,
  facts: Readonly<Record<string, PlacedFact>>,
  given: ProgramPlace['given'],
): Context {
  const differing = Object.entries(given).flatMap(([name, value]): [string, Fact][] => {
    const placed = Object.hasOwn(facts, name) ? facts[name] : undefined;
    const frozen = Object.hasOwn(context, name) ? context[name] : undefined;
    if (placed === undefined || frozen === undefined || 'failure' in frozen) return [];
    const now = convertFact(placed.definition, value, false);
    if ('value' in now && canonical(now.value) === canonical(frozen.value)) return [];
    const failure =
      'it was frozen with another value when this session began; another context needs another session id';
    return [[name, { failure }]];
  });
  return differing.length === 0 ? context : deepFreeze({ ...context, ...Object.fromEntries(differing) });
}

/** The text of a value in which the order of keys makes no difference. */
function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, inner: JsonValue) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** A program's own law beside those of the machine and the user. Where projects may have no laws, it counts as far as it tightens. */
async function lawsWith(own: LawInForce, options: LocalWorldOptions): Promise<LawInForce[]> {
  const others = await loadLawsInForce({ ...options, named: undefined, project: undefined }, localLawLoader(options));
  const forbidden = others.some(({ law }) => law.projectLaws === 'forbidden');
  return [...others, forbidden ? { ...own, trusted: false } : own];
}

/** One event on its way: from the fields to the verdict and the records. */
class ProgramRun {
  readonly #place: ProgramPlace;
  readonly #deadline: Deadline;
  #event: HookEvent | undefined;
  /** Whether the failure of the decision has been written down already. */
  #reported = false;
  #rearm: () => void = () => undefined;

  constructor(place: ProgramPlace) {
    this.#place = place;
    this.#deadline = createDeadline(place.deadlineMs ?? defaultDeadlineMs, performance.now());
  }

  async run(fields: Fields): Promise<ProgramJudgement> {
    try {
      this.#event = readFields(plainFields(fields));
    } catch (error) {
      if (!(error instanceof EventError) && !(error instanceof TypeError)) throw error;
      return this.#refuseUnread(fields, error);
    }
    return this.#record(this.#event, await this.#judge(this.#event));
  }

  #refuseUnread(fields: Fields, error: Error): ProgramJudgement {
    const { hook_event_name: name, session_id: session } = fields;
    const eventName = typeof name === 'string' ? name : undefined;
    // As with the hook, what is recorded of an event that cannot be read is that it could not be read.
    const sessionId = error instanceof TypeError && typeof session === 'string' ? session : undefined;
    const event = { ...unread, name: eventName ?? unread.name, sessionId };
    this.#report('event', error, event);
    this.#reported = true;
    const decision = decideUnjudged(eventName, { kind: 'event', detail: error.message });
    return this.#record(event, { decision, laws: [], auditRequired: false });
  }

  /** Judges within the deadline. What is decided after it comes to nothing: the call has been refused by then. */
  async #judge(event: HookEvent): Promise<Judged> {
    const world = this.#world();
    const judging = judgeEvent(event, world);
    const late = this.#whenLate();
    const first = await Promise.race([judging, late.promise]);
    late.cancel();
    if (first !== 'late') {
      await this.#close(world, event);
      return first;
    }
    void judging
      .then(({ decision }) => this.#giveBack(event, decision, world))
      .catch(error => this.#report('judging', error, event))
      .finally(() => this.#close(world, event));
    const detail = `the check took longer than ${this.#deadline.ms()} ms`;
    this.#report('deadline', new Error(detail), event);
    this.#reported = true;
    return { decision: decideUnjudged(event.name, { kind: 'deadline', detail }), laws: [], auditRequired: false };
  }

  async #giveBack(event: HookEvent, decision: Decision, world: World): Promise<void> {
    if (decision.reservations === undefined) return;
    await judgeEvent({ ...event, name: 'PermissionDenied' }, world);
  }

  #whenLate(): { readonly promise: Promise<'late'>; readonly cancel: () => void } {
    let timer: NodeJS.Timeout | undefined;
    const promise = new Promise<'late'>(resolve => {
      this.#rearm = () => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve('late'), Math.max(0, this.#deadline.left()));
      };
      this.#rearm();
    });
    return { promise, cancel: () => clearTimeout(timer) };
  }

  #world(): LocalWorld {
    const { law, given, project, env, platform, folder, userFolder, deadlineMs, via } = this.#place;
    const deadline = {
      ...this.#deadline,
      set: (ms: number): void => {
        this.#deadline.set(ms);
        this.#rearm();
      },
    };
    const options: LocalWorldOptions = {
      named: 'file' in law ? law.file : undefined,
      project,
      env,
      platform,
      folder,
      userFolder,
      deadline,
      deadlineGiven: deadlineMs !== undefined,
      via,
      given,
      concurrent: true,
      onFault: (step, error) => this.#report(step, error, this.#event ?? unread),
    };
    const local = createLocalWorld(options);
    return {
      ...local,
      ...('inMemory' in law ? { laws: () => lawsWith(law.inMemory, options) } : {}),
      context: async (event, facts) => checkGiven(await local.context(event, facts), facts, given),
    };
  }

  async #close(world: LocalWorld, event: HookEvent): Promise<void> {
    try {
      await world.close();
    } catch (error) {
      this.#report('closing the state', error, event);
    }
  }

  #record(event: HookEvent, { decision, laws, auditRequired }: Judged): ProgramJudgement {
    let notice = noticeFor(event, decision, laws);
    if (decision.failure !== undefined && !this.#reported) this.#report('judging', decision.failure, event);
    try {
      recordEvent(this.#place.folder, event, decision, auditRequired);
    } catch (error) {
      const detail = `the records cannot be written (${messageOf(error)})`;
      if (!this.#report('recording', error, event)) notice ??= `hooklaw: ${detail}; calls are judged all the same`;
      if (auditRequired && !isRefusal(decision))
        return { decision: decideUnjudged(event.name, { kind: 'audit', detail }), notice };
    }
    return { decision, notice };
  }

  #report(step: string, error: unknown, { name, sessionId }: HookEvent): boolean {
    const written = recordError(this.#place.folder, { step, error, event: name, sessionId });
    try {
      this.#place.onFault?.(step, error);
    } catch {
      // INVARIANT: whoever is told of a fault cannot change a verdict by failing.
    }
    return written;
  }
}

/** The most that a tool's answer may take in an event, in characters of JSON. */
const longestResponse = 8_000_000;

function readFields(fields: JsonObject): HookEvent {
  const encode = (value: JsonObject): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  try {
    return readEvent(encode(fields), undefined, defaultEventLimits);
  } catch (error) {
    // What a tool has answered must not keep it from being written down that it ran.
    if (!(error instanceof EventError) || !Object.hasOwn(fields, 'tool_response')) throw error;
    const response = `(an answer that cannot be kept: ${error.message})`;
    return readEvent(encode({ ...fields, tool_response: response }), undefined, defaultEventLimits);
  }
}

/**
 * A tool's answer as an event holds it: what JSON makes of it, a text where it makes nothing of it, and of one that is too
 * large its start.
 */
export function describeResponse(response: unknown): JsonValue {
  let text: string | undefined;
  try {
    text = JSON.stringify(response, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  } catch {
    return '(an answer that JSON cannot hold)';
  }
  if (text === undefined) return null;
  if (text.length > longestResponse)
    return `${text.slice(0, 1_000)}… [cut: ${text.length} characters, sha256 ${sha256(text)}]`;
  return JSON.parse(text) as JsonValue;
}

/** The event's fields as plain data. @throws {TypeError} */
function plainFields(fields: Fields): JsonObject {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, copyPlainJson(value, name === 'tool_input' ? 'input' : name)]),
  );
}

/**
 * Judges one event of a program and records it, as the hook does with an event of the client.
 * @param fields the event, with `hook_event_name`
 */
export function judgeForProgram(fields: Fields, place: ProgramPlace): Promise<ProgramJudgement> {
  return new ProgramRun(place).run(fields);
}
