import { isNode, listOf, type TreeNode, textOf, under, unwrap } from './tree-node.ts';

/** How deep a condition is looked into. */
const maxDepth = 60;

/** Whether a condition certainly holds for every row: `1=1`, `true`, `id = id`, `x = 2 OR 1=1`. */
export function isAlwaysTrue(condition: unknown, depth = 0): boolean {
  const [kind, node] = unwrap(condition) ?? [];
  if (kind === undefined || node === undefined || depth > maxDepth) return false;
  if (kind === 'A_Const') return isTrueConstant(node);
  if (kind === 'TypeCast')
    return (
      isAlwaysTrue(node['arg'], depth + 1) || textOf(under(node, 'arg', 'A_Const', 'sval'), 'sval').startsWith('t')
    );
  if (kind === 'NullTest')
    return (
      node['nulltesttype'] === 'IS_NOT_NULL' &&
      unwrap(node['arg'])?.[0] === 'A_Const' &&
      under(node, 'arg', 'A_Const')['isnull'] !== true
    );
  if (kind === 'SubLink')
    return node['subLinkType'] === 'EXISTS_SUBLINK' && isRow(under(node, 'subselect', 'SelectStmt'));
  if (kind === 'A_Expr') return isTrueComparison(node);
  if (kind !== 'BoolExpr') return false;
  const args = listOf(node, 'args');
  if (node['boolop'] === 'OR_EXPR') return args.some(arg => isAlwaysTrue(arg, depth + 1)) || eitherOrNot(args);
  if (node['boolop'] === 'AND_EXPR') return args.every(arg => isAlwaysTrue(arg, depth + 1));
  return isAlwaysFalse(args[0]);
}

/** `x IS NULL OR x IS NOT NULL`. */
function eitherOrNot(args: readonly unknown[]): boolean {
  const tests = args.map(arg => under(arg, 'NullTest')).filter(test => test['arg'] !== undefined);
  const [first, second] = tests;
  return (
    first !== undefined &&
    second !== undefined &&
    first['nulltesttype'] !== second['nulltesttype'] &&
    shape(first['arg']) === shape(second['arg'])
  );
}

function isRow(select: TreeNode): boolean {
  return (
    listOf(select, 'targetList').length > 0 && select['fromClause'] === undefined && select['whereClause'] === undefined
  );
}

function isTrueConstant(node: TreeNode): boolean {
  const boolean = node['boolval'];
  return isNode(boolean) && boolean['boolval'] === true;
}

function isAlwaysFalse(condition: unknown): boolean {
  const [kind, node] = unwrap(condition) ?? [];
  if (node === undefined) return false;
  if (kind === 'A_Const') return isNode(node['boolval']) && node['boolval']['boolval'] !== true;
  if (kind !== 'A_Expr') return false;
  const [left, right] = [constant(node['lexpr']), constant(node['rexpr'])];
  return left !== undefined && right !== undefined && !compare(left, operator(node), right);
}

function isTrueComparison(node: TreeNode): boolean {
  const sign = operator(node);
  const [left, right] = [constant(node['lexpr']), constant(node['rexpr'])];
  if (/^!?~~\*?$/.test(sign)) return !sign.startsWith('!') && typeof right === 'string' && /^%+$/.test(right);
  if (left !== undefined && right !== undefined) return compare(left, sign, right);
  const reflexive = /^(?:=|>=|<=)$/.test(sign) && node['kind'] === 'AEXPR_OP';
  return (
    reflexive &&
    node['lexpr'] !== undefined &&
    !shape(node['lexpr']).includes('FuncCall') &&
    shape(node['lexpr']) === shape(node['rexpr'])
  );
}

function operator(node: TreeNode): string {
  return textOf(under(listOf(node, 'name').at(-1), 'String'), 'sval');
}

function constant(node: unknown): string | number | boolean | undefined {
  const [kind, inner] = unwrap(node) ?? [];
  if (kind === 'TypeCast') return constant(under(inner)['arg'] === undefined ? undefined : inner?.['arg']);
  if (kind !== 'A_Const' || inner === undefined) return undefined;
  if (isNode(inner['ival'])) return typeof inner['ival']['ival'] === 'number' ? inner['ival']['ival'] : 0;
  if (isNode(inner['fval'])) return Number(inner['fval']['fval']);
  if (isNode(inner['boolval'])) return inner['boolval']['boolval'] === true;
  return isNode(inner['sval']) ? textOf(inner['sval'], 'sval') : undefined;
}

function compare(left: string | number | boolean, sign: string, right: string | number | boolean): boolean {
  if (sign === '=') return left === right;
  if (sign === '<>' || sign === '!=') return left !== right;
  if (sign === '<') return left < right;
  if (sign === '>') return left > right;
  return sign === '<=' ? left <= right : sign === '>=' && left >= right;
}

/** An expression without the places of its parts. */
function shape(node: unknown): string {
  return JSON.stringify(node, (key, value) => (key === 'location' ? undefined : value)) ?? '';
}
