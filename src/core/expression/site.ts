import type { FactDefinition } from '../context/fact.ts';
import type { EventName } from '../event/catalogue.ts';
import type { ToolShape } from '../law/shape.ts';
import type { ProblemCode } from '../problem/catalogue.ts';

/** A fault of an expression; `start` and `end` are offsets in the expression's text. */
export interface ExpressionFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string;
  readonly start?: number;
  readonly end?: number;
}

/** What is known about the input of the tool an expression is checked for. */
export interface InputKnowledge {
  readonly tool: string;
  readonly shape: ToolShape;
  /** `builtin`: an unknown field is an error. `declared`: it is a warning, unless it looks misspelt. */
  readonly source: 'builtin' | 'declared';
}

/** Where an expression stands. */
export interface ExpressionSite {
  readonly event: EventName;
  /** The tool's name, where the site is about one; undefined for a glob, for every tool, and on an event without one. */
  readonly tool?: string;
  /** Undefined when nothing is known about the input, as for a glob over tools. */
  readonly input: InputKnowledge | undefined;
  /** `one`: a tool of the rule's own; `several`: one of many, so that a field asked for with has() may be another's; `every`: the rule names no tool. */
  readonly tools: 'one' | 'several' | 'every';
  readonly facts: Readonly<Record<string, FactDefinition>>;
  /** Set where the condition is about an earlier call: `call` is its input, `result` what it gave. */
  readonly earlierCall?: InputKnowledge | 'unknown';
  /** What is known about the input of another tool, for calls that were earlier; undefined when nothing is. */
  readonly knowledgeOf?: (tool: string) => InputKnowledge | undefined;
  /** Judges a regular expression; undefined when it is harmless. */
  readonly judgeRegex: RegexJudge;
}

export interface RegexVerdict {
  readonly kind: 'bad' | 'slow';
  readonly detail: string;
}

export type RegexJudge = (source: string) => RegexVerdict | undefined;
