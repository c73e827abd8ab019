import { type EffectName, type EventName, eventInfo, eventNames } from '../event/catalogue.ts';
import type { RuleKind } from './compiled-law.ts';
import type { RuleDocument } from './schema.ts';

export const effectNames: readonly EffectName[] = ['deny', 'ask', 'allow', 'warn', 'rewrite', 'notify', 'block'];

/** Effects that an untrusted project's law may have: they tighten or inform, and start nothing. */
export const tighteningEffects: ReadonlySet<EffectName> = new Set(['deny', 'ask', 'warn', 'block']);

/** The order of effects of one cost: what can end the chain comes first. */
export const effectSeverity: Readonly<Record<EffectName, number>> = {
  deny: 0,
  block: 1,
  ask: 2,
  rewrite: 3,
  warn: 4,
  allow: 5,
  notify: 6,
};

/** The effects that a rule names. */
export function effectsOf(rule: RuleDocument): EffectName[] {
  return effectNames.filter(name => rule[name] !== undefined);
}

/** The events that can carry an effect, for saying where a rule belongs. */
export function eventsWith(effect: EffectName): EventName[] {
  return eventNames.filter(name => eventInfo(name).effects.includes(effect));
}

/**
 * Whether a kind of rule has power on an event. Authorization and policy decide before something happens;
 * observation watches what has happened; a capability check is possible before the tool, though it belongs in it.
 * Source: docs/kinds.md.
 */
export function kindFits(kind: RuleKind, event: EventName, effect: EffectName): boolean {
  const after = eventInfo(event).role === 'notice';
  if (kind === 'observation') return after;
  if (effect === 'block') return kind === 'policy';
  return !after;
}
