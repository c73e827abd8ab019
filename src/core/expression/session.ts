import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import type { CallOutcome, PastCall } from '../state/state.ts';
import { calledFunction, literalOf, pathOf, walk } from './syntax.ts';

/** Looks up the session's earlier calls, newest first. */
export type ReadCalls = (outcome: CallOutcome, tool: string) => readonly PastCall[];

export const callOutcomes: readonly CallOutcome[] = ['succeeded', 'failed', 'denied'];

/** The CEL type of `session`. */
export const sessionType = 'hooklaw.Session';

/** An earlier call as an expression reads it. */
function toRecord({ tool, input, result, at }: PastCall): Record<string, unknown> {
  return { tool, input, result, at: new Date(at) };
}

/** The value of `session` in an expression. */
export class SessionView {
  readonly #read: ReadCalls;

  constructor(read: ReadCalls) {
    this.#read = read;
  }

  readonly calls = (outcome: string, tool: string): Record<string, unknown>[] => {
    const known = callOutcomes.find(name => name === outcome);
    if (known === undefined) throw new Error(`a call has succeeded, failed or was denied; it was never \`${outcome}\``);
    return this.#read(known, tool).map(toRecord);
  };
}

/** What CEL's library hands to the expansion of a macro, as far as it is used here. */
interface MacroCall {
  readonly ast: ASTNode;
  readonly args: readonly [tool: ASTNode, variable: ASTNode, condition: ASTNode];
  readonly receiver: ASTNode;
  readonly parser: {
    readonly registry: {
      findMacro(name: string, method: boolean, count: number): { handler(call: object): object } | undefined;
    };
  };
}

/** The part of the library's nodes that its types leave out. */
interface ClonableNode {
  clone(operation: object, args: readonly ASTNode[]): ASTNode & { setMeta(key: string, value: unknown): void };
}

interface Checker {
  check(node: ASTNode, scope: unknown): unknown;
  getType(name: string): unknown;
}

interface Runner {
  run(node: ASTNode, scope: unknown): unknown;
}

/** A node that stands for the list of calls, over which the library's own `exists` then runs. */
function callsNode({ ast, args, receiver }: MacroCall, outcome: CallOutcome): ASTNode {
  const operation = {
    name: 'session-calls',
    check(checker: Checker, _node: ASTNode, scope: unknown): unknown {
      checker.check(receiver, scope);
      checker.check(args[0], scope);
      return checker.getType('list<map>');
    },
    evaluate(runner: Runner, _node: ASTNode, scope: unknown): unknown {
      const session = runner.run(receiver, scope) as SessionView;
      return session.calls(outcome, runner.run(args[0], scope) as string);
    },
  };
  const node = (ast as unknown as ClonableNode).clone(operation, [receiver, args[0]]);
  node.setMeta('async', false);
  return node;
}

/** `session.succeeded(tool, c, condition)`: whether a call of the tool is among them that fits the condition. */
function expandPredicate(call: MacroCall, outcome: CallOutcome): object {
  const exists = call.parser.registry.findMacro('exists', true, 2);
  if (exists === undefined) throw new Error('the expression library has no `exists`');
  const [, variable, condition] = call.args;
  return exists.handler({
    ...call,
    args: [variable, condition],
    receiver: callsNode(call, outcome),
    methodName: 'exists',
  });
}

/**
 * Adds the functions of `session`: `succeeded`, `failed` and `denied`, each with a tool (`session.succeeded('Bash')`) or with
 * a condition on the call as well (`session.succeeded('Bash', c, c.input.command == 'make')`), and `calls(outcome, tool)`.
 */
export function registerSession(environment: Environment): void {
  environment.registerType(sessionType, SessionView);
  environment.registerFunction(
    `${sessionType}.calls(string, string): list<map>`,
    (session: SessionView, outcome: string, tool: string) => session.calls(outcome, tool),
  );
  for (const outcome of callOutcomes) {
    environment.registerFunction(
      `${sessionType}.${outcome}(string): bool`,
      (session: SessionView, tool: string) => session.calls(outcome, tool).length > 0,
    );
    environment.registerFunction(`${sessionType}.${outcome}(string, ast, ast): bool`, (call: never) =>
      expandPredicate(call as MacroCall, outcome),
    );
  }
}

/** What an expression asks of `session`; `tool` is undefined where it is not a constant text. */
export interface SessionRead {
  readonly outcome: CallOutcome | undefined;
  readonly tool: string | undefined;
  readonly node: ASTNode;
}

function isSession(node: ASTNode | undefined): boolean {
  const path = node === undefined ? undefined : pathOf(node);
  return path?.length === 1 && path[0] === 'session';
}

function constantText(node: ASTNode | undefined): string | undefined {
  const value = node === undefined ? undefined : literalOf(node);
  return typeof value === 'string' ? value : undefined;
}

/** The calls on `session` in an expression. */
export function findSessionReads(ast: ASTNode): SessionRead[] {
  const reads: SessionRead[] = [];
  walk(ast, node => {
    const call = calledFunction(node);
    if (call === undefined || !isSession(call.receiver)) return;
    const named = call.name === 'calls' ? constantText(call.arguments[0]) : call.name;
    const tool = constantText(call.arguments[call.name === 'calls' ? 1 : 0]);
    reads.push({ outcome: callOutcomes.find(outcome => outcome === named), tool, node });
  });
  return reads;
}
