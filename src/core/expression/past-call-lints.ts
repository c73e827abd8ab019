import { nearestName } from '../problem/nearest-name.ts';
import { place } from './cel-fault.ts';
import { findSessionReads } from './session.ts';
import type { ExpressionFault, ExpressionSite } from './site.ts';
import { type ASTNode, calledFunction, literalOf, pathOf, readPaths } from './syntax.ts';

/** What an earlier call has in a test of `session`. */
const fields = ['tool', 'input', 'result', 'at'];

function suggest(name: string, valid: readonly string[]): { suggestion?: string } {
  const nearest = nearestName(name, valid);
  return nearest === undefined ? {} : { suggestion: nearest };
}

/** A field of an earlier call's input that its tool is not known to have: the test would fail on every call. */
function findInputFault(field: string, tool: string, site: ExpressionSite, at: ASTNode): ExpressionFault | undefined {
  const known = site.knowledgeOf?.(tool);
  if (known === undefined || Object.hasOwn(known.shape, field)) return undefined;
  return {
    code: known.source === 'builtin' ? 'law/unknown-field' : 'law/undeclared-field',
    message: `\`${tool}\` is not known to have a field \`${field}\`, and a test that reads it cannot be checked`,
    ...suggest(field, Object.keys(known.shape)),
    ...place(at),
  };
}

function checkTest(node: ASTNode, site: ExpressionSite): ExpressionFault[] {
  const [tool, variable, test] = calledFunction(node)?.arguments ?? [];
  if (tool === undefined || variable === undefined || test === undefined) return [];
  const [name] = pathOf(variable) ?? [];
  const asked = literalOf(tool);
  return readPaths(test).flatMap(([root, field, inner]): ExpressionFault[] => {
    if (root !== name || field === undefined) return [];
    if (!fields.includes(field)) {
      return [
        {
          code: 'law/unknown-field',
          message: `an earlier call has no field \`${field}\``,
          help: `it has ${fields.map(known => `\`${known}\``).join(', ')}`,
          ...suggest(field, fields),
          ...place(test),
        },
      ];
    }
    if (field !== 'input' || inner === undefined || typeof asked !== 'string') return [];
    const fault = findInputFault(inner, asked, site, test);
    return fault === undefined ? [] : [fault];
  });
}

/** Misspelt fields in the tests of `session.succeeded(tool, c, test)` and its like. */
export function findPastCallFaults(ast: ASTNode, site: ExpressionSite): ExpressionFault[] {
  return findSessionReads(ast).flatMap(({ node }) => checkTest(node, site));
}
