import { type ASTNode, calledFunction, literalList, literalOf, operands, walk } from '../../expression/syntax.ts';
import type { Finding, LawLint, LintedRule } from '../linted-law.ts';
import { parseExpression } from '../linted-law.ts';

/** A path of Windows, whose backslashes are none of a regular expression. */
const windowsPath = /^[A-Za-z]:|^\\\\|\\\w[^\\]*\\\w/;

/** What stands in regular expressions and hardly ever in a text that is compared as it is. */
const signs: readonly RegExp[] = [
  // a group of alternatives; with spaces it may be a pipeline in a subshell
  /\((?:\?:)?[^()\s|]*\|[^()\s]*\)/,
  // any characters inside of a text; at the end or before a space it may be a glob over files
  /[\w)\]]\.[*+](?=[^\s*."'])|__\.[*+]/,
  /\\[bdswBDSW][+*{]?(?:\W|$)|\\[dsw][+*]/,
  /(?:^|[(|])\\[.$*+?/]/,
  /\][+*]|\]\{\d/,
  /^\^[\w(\\[].*|^\^?\w.*[\w)]\$$/,
  /\(\?[:i=!]/,
];

function looksLikeRegex(text: string): boolean {
  return !windowsPath.test(text) && signs.some(sign => sign.test(text));
}

/** The texts that a node compares as they are, with the word for how. */
function comparedTexts(node: ASTNode): { text: string; node: ASTNode; how: string }[] {
  const call = calledFunction(node);
  const [left, right] = node.op === '==' || node.op === '!=' || node.op === 'in' ? (operands(node) ?? []) : [];
  const [only] = call?.receiver === undefined ? [] : call.arguments;
  if (call !== undefined && only !== undefined && ['contains', 'startsWith', 'endsWith'].includes(call.name)) {
    const text = literalOf(only);
    return typeof text === 'string' ? [{ text, node: only, how: `${call.name}()` }] : [];
  }
  if (left === undefined || right === undefined) return [];
  if (node.op === 'in') {
    const texts = (literalList(right) ?? []).filter(text => typeof text === 'string');
    return texts.map(text => ({ text, node: right, how: '`in`' }));
  }
  return [left, right].flatMap(side => {
    const text = literalOf(side);
    return typeof text === 'string' ? [{ text, node: side, how: node.op }] : [];
  });
}

function findIn(text: string | undefined, path: readonly PropertyKey[]): Finding[] {
  const ast = text === undefined ? undefined : parseExpression(text);
  const findings: Finding[] = [];
  if (ast === undefined) return findings;
  walk(ast, node => {
    for (const { text: compared, node: at, how } of comparedTexts(node)) {
      if (!looksLikeRegex(compared)) continue;
      findings.push({
        path,
        node: at,
        message: `\`${compared}\` looks like a regular expression, and ${how} compares it as it is written`,
        help: 'to match a pattern write matches(); to look for one of several texts write one contains() for each, joined by ||',
      });
    }
  });
  return findings;
}

function findRule({ path, document }: LintedRule): Finding[] {
  return [
    ...findIn(document.when, [...path, 'when']),
    ...findIn(document.requires?.where, [...path, 'requires', 'where']),
  ];
}

/** Patterns given to comparisons that know none: such a condition never, or always, holds. */
export const regexAsLiteral: LawLint = {
  code: 'law/regex-as-literal',
  find: ({ rules }) => rules.flatMap(findRule),
};
