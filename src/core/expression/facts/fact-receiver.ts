import { type ASTNode, calledFunction } from '../syntax.ts';
import { type FactKind, factFunctions, factVariables } from './fact-members.ts';

function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The object and the name of `object.name`; undefined for anything else. */
export function fieldAccess(node: ASTNode): { object: ASTNode; name: string } | undefined {
  if (node.op !== '.') return undefined;
  const [object, name] = node.args;
  return typeof name === 'string' ? { object, name } : undefined;
}

/** The kind of facts that a part of an expression is, as far as it is plain to see: `shell`, `sql(x)`, `shell.sql`. */
export function factKindOf(node: ASTNode): FactKind | undefined {
  if (node.op === 'id') return typeof node.args === 'string' ? own(factVariables, node.args) : undefined;
  const call = calledFunction(node);
  if (call !== undefined) return call.receiver === undefined ? own(factFunctions, call.name) : undefined;
  const access = fieldAccess(node);
  return access?.name === 'sql' && factKindOf(access.object) === 'Shell' ? 'Sql' : undefined;
}

/** Whether an expression asks what a call would do. */
export function isFactSource(node: ASTNode): boolean {
  return factKindOf(node) !== undefined && (node.op === 'id' || node.op === 'call');
}
