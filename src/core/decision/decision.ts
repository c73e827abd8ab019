import type { JsonObject } from '../json/json-value.ts';
import type { Reservation } from '../state/state.ts';
import type { FailureHint } from './cannot-tell.ts';

/** Where a law stands: the machine's, the user's, one that was named (or given by a program), a project's. */
export type Layer = 'managed' | 'user' | 'named' | 'project';

/** The rule that decided, so that a person finds it. */
export interface RuleRef {
  readonly id: string;
  readonly layer: Layer;
  readonly file: string;
  readonly line: number;
}

/** What became of one rule while an event was judged. */
export interface TraceStep {
  readonly rule: RuleRef;
  readonly effect: string;
  /** `fired`: its conditions held. `passed`: they did not. `failed`: it could not be checked. `ignored`: an untrusted law may not do that. */
  readonly outcome: 'fired' | 'passed' | 'failed' | 'ignored';
  readonly detail: string;
}

/** What is decided on an event. `silent` says nothing, so the call runs unless somebody else stops it. */
export type Verdict = 'silent' | 'deny' | 'ask' | 'allow' | 'block';

/** The judgement of one event: plain data, for renderers, records and the engine's callers. */
export interface Decision {
  readonly verdict: Verdict;
  /** The rule behind the verdict; absent when hooklaw itself decided, or nothing did. */
  readonly rule?: RuleRef;
  /** The text that the model reads, complete. */
  readonly message?: string;
  /** Why a check could not run, for the log. */
  readonly failure?: string;
  /** What it could not run for. */
  readonly failureHint?: FailureHint;
  /** Texts of warnings, for the model. */
  readonly warnings: readonly string[];
  /** The whole input as rewriting rules left it; absent when none changed it. */
  readonly rewrittenInput?: JsonObject;
  /** What the call takes from budgets if it may run. */
  readonly reservations?: readonly Reservation[];
  readonly trace: readonly TraceStep[];
}

/** Whether a decision stops what waits for it. */
export function isRefusal({ verdict }: Decision): boolean {
  return verdict === 'deny' || verdict === 'block';
}
