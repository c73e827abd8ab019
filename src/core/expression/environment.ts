import { Environment } from '@marcbachmann/cel-js';
import type { FactGround } from './facts/fact-views.ts';
import { registerFacts } from './facts/register-facts.ts';
import { registerSession } from './session.ts';

/** Bounds on one expression. */
const limits = { maxAstNodes: 5_000, maxDepth: 60 };

/** Where nothing is known of what a call would do. */
export const noFacts: FactGround = {
  read() {
    throw new Error('nothing is known of what the call would do');
  },
  failed: () => undefined,
};

/**
 * The CEL dialect of the law: the standard, with arithmetic across whole numbers and doubles, since JSON has doubles only.
 * @param facts what the call that is judged would do; not needed where nothing is evaluated
 */
export function createBaseEnvironment(facts: FactGround = noFacts): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, limits });
  registerSession(environment);
  registerFacts(environment, facts);
  const operators: Record<string, (left: number, right: number) => number> = {
    '+': (left, right) => left + right,
    '-': (left, right) => left - right,
    '*': (left, right) => left * right,
    '/': (left, right) => left / right,
  };
  for (const [operator, apply] of Object.entries(operators)) {
    const handler = (left: number | bigint, right: number | bigint): number => apply(Number(left), Number(right));
    environment.registerOperator(`double ${operator} int`, handler);
    environment.registerOperator(`int ${operator} double`, handler);
  }
  return environment;
}
