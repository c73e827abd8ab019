import type { Environment } from '@marcbachmann/cel-js';
import { readFault } from './cel-fault.ts';
import { explain, explainMissing, syntaxFault } from './explain-fault.ts';
import { findOptionalReads, findRegexFaults, findSessionFaults, findTimeFaults } from './expression-lints.ts';
import { isFactSource } from './facts/fact-receiver.ts';
import { findFactFaults } from './facts/find-fact-faults.ts';
import { findPastCallFaults } from './past-call-lints.ts';
import { findSessionReads, type SessionRead } from './session.ts';
import type { ExpressionFault, ExpressionSite } from './site.ts';
import { type ASTNode, guardedPaths, readPaths, walk } from './syntax.ts';
import { createTypeEnvironment } from './type-environment.ts';

export interface CheckedExpression {
  /** The parsed expression; undefined when it does not parse. */
  readonly ast: ASTNode | undefined;
  /** The CEL type of the value; `dyn` when it cannot be known. */
  readonly type: string;
  readonly faults: readonly ExpressionFault[];
  /** The facts that it reads. */
  readonly facts: readonly string[];
  readonly usesRegex: boolean;
  /** Whether it asks what a call would do. */
  readonly usesAnalysis: boolean;
  /** What it asks of `session`. */
  readonly sessionReads: readonly SessionRead[];
}

/** The facts an expression reads; one that takes `context` as a whole reads them all. */
function readFacts(ast: ASTNode, site: ExpressionSite): string[] {
  const paths = readPaths(ast).filter(([root]) => root === 'context');
  if (paths.some(path => path.length === 1)) return Object.keys(site.facts);
  return [...new Set(paths.flatMap(path => path.slice(1, 2)))];
}

function usesAnalysis(ast: ASTNode): boolean {
  let found = false;
  walk(ast, node => {
    found ||= isFactSource(node);
  });
  return found;
}

/** Environments by their site: making one costs more than checking an expression in it. */
const environments = new WeakMap<ExpressionSite, Environment>();

/** The environment of a site, before any field is let through that is not known. */
function environmentOf(site: ExpressionSite): Environment {
  const environment = environments.get(site) ?? createTypeEnvironment(site, new Map());
  environments.set(site, environment);
  return environment;
}

/** Parses an expression and checks it against what is known at its site. Never throws for a faulty expression. */
export function checkExpression(text: string, site: ExpressionSite): CheckedExpression {
  const extra = new Map<string, Set<string>>();
  const faults: ExpressionFault[] = [];
  for (let round = 0; ; round++) {
    const environment = extra.size === 0 ? environmentOf(site) : createTypeEnvironment(site, extra);
    let ast: ASTNode;
    let check: ReturnType<Environment['check']>;
    try {
      const parsed = environment.parse(text);
      ast = parsed.ast;
      check = parsed.check();
    } catch (error) {
      const fault = readFault(error);
      return {
        ast: undefined,
        type: 'dyn',
        faults: [syntaxFault(fault, text)],
        facts: [],
        usesRegex: false,
        usesAnalysis: false,
        sessionReads: [],
      };
    }
    if (!check.valid && round < 50) {
      const fault = readFault(check.error);
      const guarded = new Set(guardedPaths(ast).map(path => path.join('.')));
      const missing =
        fault.code === 'no_such_key' ? explainMissing(fault, site, guarded) : { fault: explain(fault, site) };
      if (missing.fault !== undefined) faults.push(missing.fault);
      if ('retry' in missing && missing.retry !== undefined) {
        const [root, field] = missing.retry;
        extra.set(root, new Set([...(extra.get(root) ?? []), field]));
        continue;
      }
    }
    const regex = findRegexFaults(ast, site.judgeRegex);
    return {
      ast,
      type: check.valid ? (check.type ?? 'dyn') : 'dyn',
      faults: [
        ...faults,
        ...findSessionFaults(ast),
        ...findPastCallFaults(ast, site),
        ...regex.faults,
        ...findTimeFaults(ast),
        ...findFactFaults(ast),
        ...findOptionalReads(ast, site),
      ],
      facts: readFacts(ast, site),
      usesRegex: regex.usesRegex,
      usesAnalysis: usesAnalysis(ast),
      sessionReads: findSessionReads(ast),
    };
  }
}
