import { Environment } from '@marcbachmann/cel-js';
import { registerSession } from './session.ts';

/** Bounds on one expression. */
const limits = { maxAstNodes: 5_000, maxDepth: 60 };

/** The CEL dialect of the law: the standard, with arithmetic across whole numbers and doubles, since JSON has doubles only. */
export function createBaseEnvironment(): Environment {
  const environment = new Environment({ homogeneousAggregateLiterals: false, limits });
  registerSession(environment);
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
