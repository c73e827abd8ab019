import { type EffectName, type EventName, isKnownEvent } from '../event/catalogue.ts';
import { createBaseEnvironment } from '../expression/environment.ts';
import type { Knowledge } from '../expression/logic/known-value.ts';
import type { ASTNode } from '../expression/syntax.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import type { CompiledLaw, CompiledRule } from './compiled-law.ts';
import { knowledgeOfRule } from './lint-knowledge.ts';
import type { LawDocument, RuleDocument } from './schema.ts';

/** One rule of a law that compiles, as lints look at it. */
export interface LintedRule {
  readonly id: string;
  readonly path: readonly PropertyKey[];
  readonly document: RuleDocument;
  readonly compiled: CompiledRule;
  readonly event: EventName;
  readonly effect: EffectName;
  /** Tool patterns; undefined for every tool. */
  readonly tools: readonly string[] | undefined;
  readonly when: ASTNode | undefined;
  /** What is certain of the values that its conditions read, for each of its tool patterns. */
  readonly knowledge: readonly Knowledge[];
}

/** A law that compiles, as lints look at it. */
export interface LintedLaw {
  readonly document: LawDocument;
  readonly compiled: CompiledLaw;
  /** In the order of the file. */
  readonly rules: readonly LintedRule[];
  /** The rules that its tests fire or wait for; undefined where nobody has run them. */
  readonly tested: ReadonlySet<string> | undefined;
}

/** One thing that a lint has found. */
export interface Finding {
  /** The place in the law's data. */
  readonly path: readonly PropertyKey[];
  /** The key that is meant, where it is not the value at `path`. */
  readonly key?: string;
  /** The part of the expression at `path` that is meant. */
  readonly node?: ASTNode;
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string;
}

/** A lint: it looks at a law that compiles for what its author can hardly have meant. */
export interface LawLint {
  readonly code: ProblemCode;
  readonly find: (law: LintedLaw) => readonly Finding[];
}

const environment = createBaseEnvironment();

/** Parses an expression of a law that compiles; undefined where it does not parse after all. */
export function parseExpression(text: string): ASTNode | undefined {
  try {
    return environment.parse(text).ast;
  } catch {
    return undefined;
  }
}

/** What is certain of the values that rules read; the same for rules on the same event and tools. */
class KnownValues {
  readonly #law: CompiledLaw;
  readonly #found = new Map<string, readonly Knowledge[]>();

  constructor(law: CompiledLaw) {
    this.#law = law;
  }

  of(event: EventName, tools: readonly string[] | undefined): readonly Knowledge[] {
    const key = JSON.stringify([event, tools]);
    const knowledge = this.#found.get(key) ?? knowledgeOfRule(this.#law, event, tools);
    this.#found.set(key, knowledge);
    return knowledge;
  }
}

function lintedRule(document: RuleDocument, index: number, law: CompiledLaw, known: KnownValues): LintedRule[] {
  const event = document.on ?? 'PreToolUse';
  const compiled = law.chains[event]?.find(({ id }) => id === document.id);
  if (compiled === undefined || !isKnownEvent(event)) return [];
  return [
    {
      id: document.id,
      path: ['rules', index],
      document,
      compiled,
      event,
      effect: compiled.effect.name,
      tools: compiled.tools,
      when: document.when === undefined ? undefined : parseExpression(document.when),
      knowledge: known.of(event, compiled.tools),
    },
  ];
}

/** Prepares a law that compiles for its lints. */
export function prepareLaw(
  document: LawDocument,
  compiled: CompiledLaw,
  tested: ReadonlySet<string> | undefined,
): LintedLaw {
  const known = new KnownValues(compiled);
  const rules = document.rules.flatMap((rule, index) => lintedRule(rule, index, compiled, known));
  return { document, compiled, rules, tested };
}
