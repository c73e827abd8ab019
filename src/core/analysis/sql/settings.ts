import type { SqlStatement } from './reading.ts';
import { isSymbol, isWord, type Token } from './token.ts';

/** Settings that decide what a session may do, who it is, or how its texts are read. */
const guarding =
  /read_?only|^role$|session_?authorization|^authorization$|replication_role|row_security|sql_mode|safe_updates|standard_conforming|backslash_quote|log_bin|identity_insert|allow_ddl|unsigned|external_access|preload|^all$|jwt|^request/;

/** Whether changing a setting changes what the session may do. @param name in lower case, without quotes */
export function isGuarding(name: string): boolean {
  return guarding.test(name);
}

/** `SET …` by its tokens, the verb first. */
export function judgeSet(tokens: readonly Token[]): SqlStatement['does'] {
  const words = tokens
    .slice(1, 12)
    .filter(token => token.kind === 'word')
    .map(token => token.value);
  const [first = '', second = ''] = words;
  if (/^(?:global|persist|persist_only|@@global|@@persist)$/.test(first)) return 'server';
  if (first === 'password') return 'privilege';
  if (first === 'transaction' || second === 'transaction' || words[2] === 'transaction') return judgeTransaction(words);
  if (second === 'characteristics') return judgeTransaction(words);
  // `SET a = 1, GLOBAL b = 2`: every item counts.
  const names = namesSet(tokens);
  if (names.some(name => /^(?:@@)?(?:global|persist|persist_only)$/.test(name))) return 'server';
  return names.some(isGuarding) ? 'session' : 'read';
}

function namesSet(tokens: readonly Token[]): string[] {
  return tokens
    .slice(1)
    .filter(token => token.kind === 'word' || token.kind === 'name')
    .map(token => token.value.toLowerCase());
}

/** Making a transaction read only takes nothing away from anybody; neither does its isolation. */
function judgeTransaction(words: readonly string[]): SqlStatement['does'] {
  return words.includes('write') || words.includes('off') ? 'session' : 'read';
}

/** `BEGIN` and `START TRANSACTION`. */
export function judgeBegin(tokens: readonly Token[]): SqlStatement['does'] {
  return tokens.some((token, at) => isWord(token, 'write') && isWord(tokens[at - 1], 'read')) ? 'session' : 'read';
}

/** Those that ask something, whatever stands in their parentheses. */
const inspecting =
  /^(?:table_info|table_xinfo|table_list|index_list|index_info|index_xinfo|foreign_key_list|foreign_key_check|integrity_check|quick_check|database_list|collation_list|function_list|module_list|pragma_list|compile_options|stats|database_size|storage_info|show_tables|show_tables_expanded|show|version|platform|metadata_info|functions|user_agent|show_databases)$/;
/** Those that change nothing but how this connection works. */
const harmless =
  /^(?:foreign_keys|busy_timeout|cache_size|temp_store|case_sensitive_like|mmap_size|recursive_triggers|reverse_unordered_selects|count_changes|short_column_names|full_column_names|empty_result_callbacks|threads|synchronous|automatic_index|analysis_limit|cell_size_check|max_page_count|soft_heap_limit|hard_heap_limit|defer_foreign_keys|read_uncommitted|trusted_schema|memory_limit|enable_progress_bar|disable_progress_bar|enable_profiling|disable_profiling)$/;
const doing =
  /^(?:wal_checkpoint|optimize|incremental_vacuum|shrink_memory|force_checkpoint|enable_checkpoint_on_shutdown)$/;

/** `PRAGMA …` by its tokens, the verb first. */
export function judgePragma(tokens: readonly Token[]): SqlStatement['does'] {
  const at = isSymbol(tokens[2], '.') ? 3 : 1;
  const name = (tokens[at]?.value ?? '').toLowerCase();
  if (inspecting.test(name)) return 'read';
  if (doing.test(name)) return 'write';
  const given = tokens[at + 1];
  if (given === undefined) return 'read';
  if (name === 'query_only') {
    const value = (tokens[at + 2]?.value ?? '').toLowerCase();
    return /^(?:1|on|true|yes)$/.test(value) ? 'read' : 'session';
  }
  if (harmless.test(name)) return 'read';
  return name === 'locking_mode' ? 'lock' : 'write';
}
