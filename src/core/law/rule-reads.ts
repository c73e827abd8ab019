import { createBaseEnvironment } from '../expression/environment.ts';
import { splitTemplate } from '../expression/split-template.ts';
import { readPaths } from '../expression/syntax.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { RuleDocument } from './schema.ts';

/** The names of the language that an expression can read. */
const roots = ['input', 'context', 'event', 'tool', 'session', 'now', 'result', 'call', 'shell', 'files'] as const;
type Root = (typeof roots)[number];

/** What a rule looks at, as the paths that its expressions name: `input.amount`, `context.tier`, `now`. */
export type RuleReads = Readonly<Partial<Record<Root, readonly string[]>>>;

/** The expressions inside a value whose texts may hold templates. */
function expressionsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return splitTemplate(value).parts.flatMap(part => (typeof part === 'string' ? [] : [part.cel]));
  }
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(expressionsIn) : [];
}

function stateExpressions({ requires, budget, once }: Partial<RuleDocument>): unknown[] {
  const key = isJsonObject(once) ? once['key'] : once;
  return [requires?.where, budget?.spend, budget?.limit, ...[budget?.per ?? []].flat(), ...[key ?? []].flat()];
}

/** Every expression of a rule: its conditions, and what its texts and values are filled with. */
function expressionsOf(rule: Partial<RuleDocument>): string[] {
  const conditions = [rule.when, ...stateExpressions(rule)].filter(text => typeof text === 'string');
  const { deny, ask, allow, warn, block, rewrite, instead, handoff } = rule;
  return [...conditions, ...expressionsIn([deny, ask, allow, warn, block, instead, rewrite, handoff?.with])];
}

function pathsOf(expression: string): string[][] {
  try {
    return readPaths(createBaseEnvironment().parse(expression).ast);
  } catch {
    return [];
  }
}

/** What the expressions of a rule read; an expression that does not parse reads nothing. */
export function readsOf(rule: Partial<RuleDocument>): RuleReads {
  const paths = expressionsOf(rule).flatMap(pathsOf);
  const found = roots.flatMap(root => {
    const read = new Set(paths.filter(([first]) => first === root).map(path => path.join('.')));
    return read.size === 0 ? [] : [[root, [...read].sort()] as const];
  });
  return Object.fromEntries(found);
}
