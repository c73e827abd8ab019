import type { Layer } from '../decision/decision.ts';
import type { EffectName } from '../event/catalogue.ts';
import type { CompiledLaw, CostClass, RuleKind } from './compiled-law.ts';
import { effectsOf } from './effects.ts';
import type { Softened } from './packs/compile-extends.ts';
import { findRule, type ReadableLaw } from './readable-law.ts';
import { conditionKeys, partsOf, type RulePart } from './rule-parts.ts';
import { type RuleReads, readsOf } from './rule-reads.ts';

/** Where a rule stands among those of its law on the same event. */
export interface ChainPlace {
  /** From 1. */
  readonly place: number;
  readonly of: number;
  readonly cost: CostClass;
  /** The rule that is asked before it, and the one after it. */
  readonly before?: string;
  readonly after?: string;
}

/** What a law says of one of its rules. */
export interface RuleExplanation {
  readonly id: string;
  readonly kind: RuleKind;
  readonly event: string;
  /** Undefined for a rule that concerns every tool, or none. */
  readonly tools?: readonly string[];
  readonly effect: EffectName;
  /** The first and last line of the rule, from 1. */
  readonly line: number;
  readonly endLine: number;
  readonly conditions: readonly RulePart[];
  readonly effects: readonly RulePart[];
  readonly reads: RuleReads;
  /** Undefined for a pack's rule that the law has switched off. */
  readonly chain?: ChainPlace;
  /** How the law weakens it, for a rule of a pack. */
  readonly softened?: Softened;
}

/** What one test of the law shows of a rule. */
export interface TestOfRule {
  readonly name: string;
  readonly passed: boolean;
  readonly outcome: 'fired' | 'silent' | 'failed';
}

/** How often a rule decided, as far back as the audit log was looked at. */
export interface RecentDecisions {
  readonly count: number;
  /** The time of the newest, as the log has it. */
  readonly last?: string;
}

/** A rule of a law in force, with all that is known about it here. */
export interface ExplainedRule {
  readonly rule: RuleExplanation;
  readonly layer: Layer;
  readonly file: string;
  /** The text of the law as it is in force. */
  readonly text: string;
  readonly unapproved?: 'changed' | 'broken' | 'missing' | 'added';
  /** Whether the law is not trusted with what the rule does. */
  readonly ignored: boolean;
  readonly tests: readonly TestOfRule[];
  readonly recent: RecentDecisions;
}

function placeInChain({ chains }: CompiledLaw, event: string, id: string): ChainPlace | undefined {
  const chain = chains[event] ?? [];
  const at = chain.findIndex(rule => rule.id === id);
  const [rule, before, after] = [chain[at], chain[at - 1], chain[at + 1]];
  if (rule === undefined) return undefined;
  return {
    place: at + 1,
    of: chain.length,
    cost: rule.cost,
    ...(before === undefined ? {} : { before: before.id }),
    ...(after === undefined ? {} : { after: after.id }),
  };
}

/** What a law says of one of its rules; undefined where it has no rule of this id. */
export function explainRule(id: string, law: ReadableLaw): RuleExplanation | undefined {
  const found = findRule(id, law);
  if (found === undefined) return undefined;
  const { source, index, rule } = found;
  const { compiled, softened } = law;
  const whole = source.locateWhole(['rules', index]);
  const [effect] = effectsOf(rule);
  if (effect === undefined || whole === undefined) return undefined;
  const softening = softened.find(soft => soft.rule === id);
  const event = rule.on ?? 'PreToolUse';
  const chain = placeInChain(compiled, event, id);
  if (chain === undefined && softening?.to !== 'off') return undefined;
  return {
    id,
    kind: rule.kind,
    event,
    ...(rule.tool === undefined ? {} : { tools: [rule.tool].flat() }),
    effect,
    line: whole.start.line,
    endLine: whole.end.line,
    conditions: partsOf(source, index, conditionKeys),
    effects: partsOf(source, index, [effect, 'instead', 'handoff']),
    reads: readsOf(rule),
    ...(chain === undefined ? {} : { chain }),
    ...(softening === undefined ? {} : { softened: softening }),
  };
}
