import type { EventName } from '../event/catalogue.ts';
import { type CompiledRule, costClasses } from './compiled-law.ts';
import { effectSeverity } from './effects.ts';

/** A rule with the event it stands on. */
export interface PlacedRule {
  readonly event: EventName;
  readonly rule: CompiledRule;
}

/** Rewriting rules divide a chain into stretches; inside one, cost, then severity, then the order of writing decide. */
export function orderChains(rules: readonly PlacedRule[]): Record<string, CompiledRule[]> {
  const chains: Record<string, CompiledRule[]> = {};
  for (const { event, rule } of rules) {
    chains[event] ??= [];
    chains[event].push(rule);
  }
  return Object.fromEntries(Object.entries(chains).map(([event, chain]) => [event, orderChain(chain)]));
}

function orderChain(chain: readonly CompiledRule[]): CompiledRule[] {
  const ordered: CompiledRule[] = [];
  let stretch: CompiledRule[] = [];
  const flush = (): void => {
    ordered.push(...stretch.sort((a, b) => rank(a) - rank(b)));
    stretch = [];
  };
  for (const rule of chain) {
    if (rule.effect.name === 'rewrite') {
      flush();
      ordered.push(rule);
    } else {
      stretch.push(rule);
    }
  }
  flush();
  return ordered;
}

function rank(rule: CompiledRule): number {
  return costClasses.indexOf(rule.cost) * 10 + effectSeverity[rule.effect.name];
}
