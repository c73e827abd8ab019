import type { CreateFacts } from '../core/analysis/facts/facts.ts';
import type { ParserName, Parsers } from '../core/analysis/parsers.ts';
import type { Surroundings } from '../core/analysis/surroundings.ts';
import type { Context, FactDefinition } from '../core/context/fact.ts';
import type { LawInForce } from '../core/decision/decide.ts';
import type { Layer } from '../core/decision/decision.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import type { Evaluator } from '../core/expression/evaluator.ts';
import type { StateSettings } from '../core/law/compiled-law.ts';
import type { Refusal } from '../core/protection/refusal.ts';
import type { CallRef } from '../core/state/state.ts';
import type { StateStore } from './state-store.ts';

/** A fact's definition with the law it stands in. */
export interface PlacedFact {
  readonly definition: FactDefinition;
  /** The law file, by which relative paths are read. */
  readonly file: string;
  readonly layer: Layer;
  /** Whether the law is trusted; one that is not may start no program and fetch no keys. */
  readonly trusted: boolean;
}

/** Where the state is kept: where the law says, or in the state folder. */
export interface StatePlace {
  readonly settings: StateSettings | undefined;
  /** The law that says so, by which relative paths are read. */
  readonly file: string | undefined;
}

/** All that judging needs from outside; each member is a narrow port with one adapter. */
export interface World {
  /**
   * The laws in force, compiled.
   * @throws {LawError} or a file system error when one of them cannot be had
   */
  readonly laws: () => Promise<readonly LawInForce[]>;
  /** The session's frozen facts; resolves and stores them at the session's first event. Never throws for a fact that fails. */
  readonly context: (event: HookEvent, facts: Readonly<Record<string, PlacedFact>>) => Promise<Context>;
  /**
   * Whether an event would weaken the guard itself; absent where only the law is asked.
   * @throws when that cannot be told of something that touches the guard
   */
  readonly protection?: (event: HookEvent, laws: readonly LawInForce[]) => Promise<Refusal | undefined>;
  /** Loads the expression engine. */
  readonly evaluator: () => Promise<Evaluator>;
  /** Loads what works out what a call would do. */
  readonly analysis: () => Promise<CreateFacts>;
  /** Loads one of the parsers that the analysis needs for some calls. */
  readonly parser: (name: ParserName) => Promise<Parsers>;
  /** What a call is seen from: folders and files. Nothing is looked at before it is asked for. */
  readonly surroundings: (event: HookEvent) => Surroundings;
  /**
   * The store of earlier calls and of what was spent; opened when a call first needs it.
   * @throws {StateError}
   */
  readonly state: (place: StatePlace) => Promise<StateStore>;
  /** The name of a call, by which its reservations are found again when it reports. */
  readonly callOf: (event: HookEvent) => CallRef;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Runs a synchronous computation, and cuts it off at the deadline.
   * @throws {DeadlineError}
   */
  readonly bounded: <T>(run: () => T) => T;
  /** The law's own deadline, once it is known, in milliseconds from the start. */
  readonly setDeadline: (ms: number) => void;
}

/** The time to judge in is over. */
export class DeadlineError extends Error {
  constructor(ms: number, what = 'the check') {
    super(`${what} took longer than ${ms} ms`);
    this.name = 'DeadlineError';
  }
}
