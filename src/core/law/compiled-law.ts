import type { FactDefinition } from '../context/fact.ts';
import type { EffectName } from '../event/catalogue.ts';
import type { QuickTest } from '../expression/quick-test.ts';
import type { SpendWindow } from '../state/spend-window.ts';
import type { CallOutcome } from '../state/state.ts';
import type { ToolShape } from './shape.ts';
import type { Window } from './window.ts';

/** Raised whenever the meaning or layout of a compiled law changes, so that older ones are built again. */
export const compiledLawFormat = 4;

export type RuleKind = 'capability' | 'authorization' | 'policy' | 'observation';

/** A CEL expression that was checked when the law was compiled. */
export interface CompiledExpression {
  readonly text: string;
  /** A cheaper test that proves the expression false, where one could be derived. */
  readonly quick?: QuickTest;
  /** The facts of the context that it reads. */
  readonly facts?: readonly string[];
}

/** A text with `{{ CEL }}` in it, cut into literal parts and expressions. */
export type CompiledTemplate = readonly (string | { readonly cel: string })[];

/** A value whose texts may hold templates; a text that is nothing but one expression keeps the expression's type. */
export type CompiledValue =
  | { readonly literal: null | boolean | number | string }
  | { readonly template: CompiledTemplate }
  | { readonly list: readonly CompiledValue[] }
  | { readonly fields: Readonly<Record<string, CompiledValue>> };

export interface CompiledHandoff {
  readonly tool: string;
  readonly with: Readonly<Record<string, CompiledValue>>;
}

export interface CompiledEffect {
  readonly name: EffectName;
  /** The text of deny, ask, warn and block; for allow the reason. */
  readonly text?: CompiledTemplate;
  readonly instead?: CompiledTemplate;
  readonly handoff?: CompiledHandoff;
  /** Fields that a rewrite puts in place. */
  readonly rewrite?: Readonly<Record<string, CompiledValue>>;
}

/** What a rule costs to judge, cheapest first; the chain runs in this order (docs/law.md, "The order of rules"). */
export const costClasses = ['field', 'regex', 'parser', 'state', 'command'] as const;
export type CostClass = (typeof costClasses)[number];

/** A value of a stateful rule: a plain field, which needs no expression engine, or an expression. */
export type CompiledTerm = { readonly value: number } | { readonly path: readonly string[] } | { readonly cel: string };

/** An earlier call that must have succeeded. */
export interface CompiledRequires {
  readonly tools: readonly string[];
  /** A condition on the earlier call. */
  readonly where?: string;
  readonly withinMs?: number;
  readonly times: number;
}

/** A limit on what is spent; `once` is a limit of one use. */
export interface CompiledSpending {
  readonly of: 'budget' | 'once';
  readonly spend: CompiledTerm;
  readonly limit: CompiledTerm;
  readonly keys: readonly CompiledTerm[];
  readonly window: SpendWindow;
  readonly releaseAfterMs?: number;
}

/** The conditions of a rule that look at what has happened before; each holds where it is violated. */
export interface CompiledState {
  readonly requires?: CompiledRequires;
  readonly spending?: readonly CompiledSpending[];
  /** The facts that they read. */
  readonly facts: readonly string[];
}

/** What a law has to be told of calls that are over; tool patterns. */
export interface Tracked {
  /** Tools whose calls reserve something. */
  readonly reserves: readonly string[];
  /** Tools whose calls are remembered, by what became of them. */
  readonly remembers: Readonly<Partial<Record<CallOutcome, readonly string[]>>>;
}

/** A PostgreSQL server that keeps the state. */
export interface StateSettings {
  readonly postgres: {
    readonly url: string;
    readonly passwordFile?: string;
    readonly ca?: string;
    readonly namespace?: string;
  };
}

export interface CompiledRule {
  readonly id: string;
  readonly kind: RuleKind;
  /** Tool patterns; absent for every tool. */
  readonly tools?: readonly string[];
  readonly when?: CompiledExpression;
  readonly during?: Window;
  readonly state?: CompiledState;
  readonly effect: CompiledEffect;
  readonly cost: CostClass;
  /** The line in the source file, from 1. */
  readonly line: number;
}

/** A law ready to be judged by: plain JSON, with nothing left to parse but the expressions that are needed. */
export interface CompiledLaw {
  readonly format: typeof compiledLawFormat;
  readonly audit: 'best-effort' | 'required';
  /** Set where a managed law keeps projects from having laws of their own. */
  readonly projectLaws?: 'forbidden';
  /** The hook's own deadline in milliseconds. */
  readonly deadlineMs?: number;
  /** Where the state is kept; absent: in the state folder. */
  readonly state?: StateSettings;
  /** Absent where the law remembers nothing. */
  readonly tracked?: Tracked;
  readonly context: Readonly<Record<string, FactDefinition>>;
  /** Declared inputs by tool pattern. */
  readonly shapes: Readonly<Record<string, ToolShape>>;
  /** Rules by event name, in the order in which the chain runs. */
  readonly chains: Readonly<Record<string, readonly CompiledRule[]>>;
}
