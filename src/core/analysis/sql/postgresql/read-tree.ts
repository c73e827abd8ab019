import { functionDoes } from '../functions.ts';
import type { SqlStatement } from '../reading.ts';
import { isAlwaysTrue } from './always-true.ts';
import { rootDoes, verbOf } from './statement-kinds.ts';
import { isNode, listOf, type TreeNode, textOf, under, unwrap, walkTree } from './tree-node.ts';

type Does = SqlStatement['does'];

const writing = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** Every statement of a text as PostgreSQL's own grammar reads it, those in CTEs and EXPLAIN ANALYZE included. */
export function readTree(tree: unknown): SqlStatement[] {
  const prepared = new Map<string, Does>();
  return listOf(tree, 'stmts').flatMap(raw => {
    const [kind, node] = unwrap(under(raw, 'stmt')) ?? [];
    return kind === undefined || node === undefined ? [] : readRoot(kind, node, prepared);
  });
}

function readRoot(kind: string, node: TreeNode, prepared: Map<string, Does>): SqlStatement[] {
  if (kind === 'ExplainStmt') return readExplain(node, prepared);
  if (kind === 'PrepareStmt') return [readPrepare(node, prepared)];
  if (kind === 'ExecuteStmt')
    return [{ verb: 'execute', does: prepared.get(textOf(node, 'name')) ?? 'call', tables: [] }];
  const does = rootDoes(kind, node);
  if (does !== 'read' && !writing.has(kind)) return [plain(kind, node, does)];
  const nested = nestedWrites(kind, node);
  if (writing.has(kind)) return [one(kind, node), ...nested];
  return [{ ...one(kind, node), does: queryDoes(node) ?? does }, ...nested];
}

/** A statement that is neither a query nor changes rows; what is inside it does not run now. */
function plain(kind: string, node: TreeNode, does: Does): SqlStatement {
  const { tables } = one(kind, node);
  const dropped = kind === 'DropStmt' ? [...tables, ...droppedNames(node)] : tables;
  return {
    verb: verbOf(kind, node),
    does,
    tables: dropped,
    ...(destroys(kind, node) ? { destroys: true as const } : {}),
  };
}

/** One statement by itself: its tables without those of statements inside it. */
function one(kind: string, node: TreeNode): SqlStatement {
  const every =
    (kind === 'UpdateStmt' || kind === 'DeleteStmt') &&
    (node['whereClause'] === undefined || isAlwaysTrue(node['whereClause']));
  return {
    verb: verbOf(kind, node),
    does: rootDoes(kind, node),
    tables: tablesOf(node),
    ...(every ? { everyRow: true as const, destroys: true as const } : {}),
  };
}

function nestedWrites(kind: string, root: TreeNode): SqlStatement[] {
  const found: SqlStatement[] = [];
  walkTree({ ...root, kind }, (inner, node) => {
    if (writing.has(inner)) found.push(one(inner, node));
    return true;
  });
  return found;
}

/** What a query does besides reading; the gravest is not told from others, the first counts. */
function queryDoes(root: TreeNode): Does | undefined {
  let found: Does | undefined;
  if (root['intoClause'] !== undefined) return 'schema';
  if (root['lockingClause'] !== undefined) found = 'lock';
  walkTree(root, (kind, node) => {
    if (kind === 'LockingClause') found ??= 'lock';
    if (kind === 'IntoClause' || node['intoClause'] !== undefined) found ??= 'schema';
    if (kind === 'FuncCall') found ??= functionDoes(lastName(node), 'postgresql');
    if (kind === 'SelectStmt' && node['lockingClause'] !== undefined) found ??= 'lock';
    return true;
  });
  return found;
}

function lastName(call: TreeNode): string {
  return textOf(under(listOf(call, 'funcname').at(-1), 'String'), 'sval').toLowerCase();
}

function readExplain(node: TreeNode, prepared: Map<string, Does>): SqlStatement[] {
  const runs = listOf(node, 'options').some(option => {
    const given = under(option, 'DefElem');
    return /^analy[sz]e$/.test(textOf(given, 'defname')) && !/^(?:false|off|0)$/.test(optionValue(given));
  });
  const explain: SqlStatement = { verb: 'explain', does: 'read', tables: tablesOf(node) };
  const [kind, inner] = unwrap(node['query']) ?? [];
  if (!runs || kind === undefined || inner === undefined) return [explain];
  return [explain, ...readRoot(kind, inner, prepared)];
}

function optionValue(option: TreeNode): string {
  const [kind, value] = unwrap(option['arg']) ?? [];
  if (value === undefined) return '';
  if (kind === 'Integer') return String(value['ival'] ?? 0);
  return kind === 'Boolean' ? String(value['boolval'] ?? false) : textOf(value, 'sval').toLowerCase();
}

function readPrepare(node: TreeNode, prepared: Map<string, Does>): SqlStatement {
  const [kind, inner] = unwrap(node['query']) ?? [];
  const all = kind === undefined || inner === undefined ? [] : readRoot(kind, inner, prepared);
  const does = all.length > 0 && all.every(statement => statement.does === 'read') ? 'read' : 'call';
  prepared.set(textOf(node, 'name'), does);
  return { verb: 'prepare', does, tables: all.flatMap(({ tables }) => tables) };
}

/** The tables named, without those that WITH makes up and those of nested writing statements. */
function tablesOf(root: TreeNode): string[] {
  const found = new Set<string>();
  const own = new Set<string>();
  const see = (kind: string, node: TreeNode): boolean => {
    if (writing.has(kind)) return false;
    if (kind === 'CommonTableExpr') own.add(textOf(node, 'ctename'));
    if (kind === 'RangeVar') add(node);
    return true;
  };
  const relation = root['relation'];
  if (isNode(relation)) add(relation['RangeVar'] === undefined ? relation : under(relation, 'RangeVar'));
  const rel = under(root, 'into', 'rel');
  if (rel['relname'] !== undefined) add(rel);
  walkTree(Object.values(root), see);
  return [...found].filter(name => !own.has(name));

  function add(node: TreeNode): void {
    const parts = [textOf(node, 'catalogname'), textOf(node, 'schemaname'), textOf(node, 'relname')];
    if (parts[2] !== '') found.add(parts.filter(part => part !== '').join('.'));
  }
}

function droppedNames(node: TreeNode): string[] {
  return listOf(node, 'objects').flatMap(object => {
    const items = listOf(under(object, 'List'), 'items');
    const name = items.map(item => textOf(under(item, 'String'), 'sval')).join('.');
    return name === '' ? [] : [name];
  });
}

const keeps = /^AT_(?:DropNotNull|DropExpression|DropIdentity|DropCluster|DropOids|DropInherit|DropOf)$/;

function destroys(kind: string, node: TreeNode): boolean {
  if (/^(?:Drop|Truncate)/.test(kind)) return true;
  if (kind !== 'AlterTableStmt') return false;
  return listOf(node, 'cmds').some(command => {
    const subtype = textOf(under(command, 'AlterTableCmd'), 'subtype');
    return subtype.startsWith('AT_Drop') && !keeps.test(subtype);
  });
}
