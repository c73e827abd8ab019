import type { SqlStatement } from '../reading.ts';
import { isGuarding } from '../settings.ts';
import { listOf, type TreeNode, textOf, under } from './tree-node.ts';

type Does = SqlStatement['does'];

const kinds: Readonly<Record<string, Does>> = {
  SelectStmt: 'read',
  InsertStmt: 'write',
  UpdateStmt: 'write',
  DeleteStmt: 'write',
  MergeStmt: 'write',
  TruncateStmt: 'write',
  RefreshMatViewStmt: 'write',
  ReindexStmt: 'write',
  ClusterStmt: 'write',
  RepackStmt: 'write',
  VacuumStmt: 'write',
  NotifyStmt: 'write',
  DoStmt: 'call',
  CallStmt: 'call',
  LockStmt: 'lock',
  DeclareCursorStmt: 'read',
  FetchStmt: 'read',
  ClosePortalStmt: 'read',
  DeallocateStmt: 'read',
  ListenStmt: 'read',
  UnlistenStmt: 'read',
  VariableShowStmt: 'read',
  ConstraintsSetStmt: 'read',
  DiscardStmt: 'session',
  LoadStmt: 'server',
  CheckPointStmt: 'server',
  AlterSystemStmt: 'server',
  GrantStmt: 'privilege',
  GrantRoleStmt: 'privilege',
  AlterDefaultPrivilegesStmt: 'privilege',
  CreateRoleStmt: 'privilege',
  AlterRoleStmt: 'privilege',
  AlterRoleSetStmt: 'privilege',
  DropRoleStmt: 'privilege',
  ReassignOwnedStmt: 'privilege',
  DropOwnedStmt: 'privilege',
  CreatePolicyStmt: 'privilege',
  AlterPolicyStmt: 'privilege',
  AlterOwnerStmt: 'privilege',
};

const schema = /^(?:Create|Alter|Define|Index|View|Rule|Rename|Comment|SecLabel|Drop|Import)/;

/** What a statement does by its kind; a kind that is not known is taken for one that cannot be looked into. */
export function rootDoes(kind: string, node: TreeNode): Does {
  if (kind === 'CopyStmt') return copyDoes(node);
  if (kind === 'VariableSetStmt') return setDoes(node);
  if (kind === 'TransactionStmt') return transactionDoes(node);
  return kinds[kind] ?? (schema.test(kind) ? 'schema' : 'call');
}

function copyDoes(node: TreeNode): Does {
  if (node['is_program'] === true || textOf(node, 'filename') !== '') return 'server';
  return node['is_from'] === true ? 'write' : 'read';
}

function setDoes(node: TreeNode): Does {
  if (node['kind'] === 'VAR_RESET_ALL') return 'session';
  if (node['kind'] === 'VAR_SET_MULTI') return readOnlySwitch(listOf(node, 'args'));
  return isGuarding(textOf(node, 'name').toLowerCase()) ? 'session' : 'read';
}

function transactionDoes(node: TreeNode): Does {
  const kind = textOf(node, 'kind');
  if (/PREPARE/.test(kind)) return 'write';
  return readOnlySwitch(listOf(node, 'options'));
}

/** `READ WRITE` among the modes of a transaction; `READ ONLY` and isolation take nothing away from anybody. */
function readOnlySwitch(modes: readonly unknown[]): Does {
  const writable = modes.some(mode => {
    const given = under(mode, 'DefElem');
    return textOf(given, 'defname') === 'transaction_read_only' && under(given, 'arg', 'A_Const', 'ival')['ival'] !== 1;
  });
  return writable ? 'session' : 'read';
}

const verbs: Readonly<Record<string, string>> = {
  IndexStmt: 'create',
  ViewStmt: 'create',
  RuleStmt: 'create',
  DefineStmt: 'create',
  RenameStmt: 'alter',
  SecLabelStmt: 'security',
  VariableSetStmt: 'set',
  VariableShowStmt: 'show',
  ClosePortalStmt: 'close',
  DeclareCursorStmt: 'declare',
  RefreshMatViewStmt: 'refresh',
  CheckPointStmt: 'checkpoint',
  ConstraintsSetStmt: 'set',
};

/** The first keyword of a kind of statement, in lower case. */
export function verbOf(kind: string, node: TreeNode): string {
  if (/^Grant/.test(kind)) return node['is_grant'] === true ? 'grant' : 'revoke';
  if (kind === 'VacuumStmt') return node['is_vacuumcmd'] === true ? 'vacuum' : 'analyze';
  if (kind === 'TransactionStmt') return transactionVerb(textOf(node, 'kind'));
  return verbs[kind] ?? (/^[A-Z][a-z]*/.exec(kind)?.[0] ?? kind).toLowerCase();
}

function transactionVerb(kind: string): string {
  return (/^TRANS_STMT_([A-Z]+)/.exec(kind)?.[1] ?? 'begin').toLowerCase();
}
