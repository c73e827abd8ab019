import { knownFields } from '../../../client/entry-fields.ts';
import { nearestName } from '../../../problem/nearest-name.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { findingAt, type PlacedGroup, type PlacedHook, placedGroups, placedHooks } from '../../settings/placed-hook.ts';

/** Every key of a group and of a hook is one that the client knows. */
export const keysKnown: Check = {
  name: 'keys-known',
  codes: ['settings/unknown-key'],
  reads: 'settings',
  run: view => [...placedGroups(view).flatMap(judgeGroup), ...placedHooks(view).flatMap(judgeEntry)],
};

/** What people write for a key of a group. */
const groupAliases: Readonly<Record<string, string>> = {
  tool: 'matcher',
  tools: 'matcher',
  toolname: 'matcher',
  tool_name: 'matcher',
  toolnames: 'matcher',
  match: 'matcher',
  pattern: 'matcher',
  filter: 'matcher',
};

/** And for one of an entry. An empty text: the client has nothing of the kind there. */
const entryAliases: Readonly<Record<string, string>> = {
  cmd: 'command',
  script: 'command',
  run: 'command',
  exec: 'command',
  arguments: 'args',
  timeoutms: 'timeout',
  timeout_ms: 'timeout',
  timeoutseconds: 'timeout',
  failclosed: 'onFailure',
  fail_closed: 'onFailure',
  onerror: 'onFailure',
  on_error: 'onFailure',
  ontimeout: 'onFailure',
  background: 'async',
  when: 'if',
  condition: 'if',
  matcher: '',
  matchers: '',
  blocking: '',
  block: '',
  env: '',
  cwd: '',
  enabled: '',
  disabled: '',
};

/** What else may stand there to tell people something. */
const notes = /^(?:[_$/#]|x-|description$|comment$|name$|id$|note$|notes$|title$|label$)/i;

function judgeGroup({ value, path, reading, hooks }: PlacedGroup): Finding[] {
  // A hook without its group is reported as such.
  if (hooks.some(({ hook }) => hook.path.length <= path.length)) return [];
  return Object.keys(value).flatMap(key => {
    if (key === 'matcher' || key === 'hooks' || key === 'onFailure' || notes.test(key)) return [];
    const meant = meantKey(key, ['matcher', 'hooks'], groupAliases);
    const inEntry = meant === undefined && knownFields('command').includes(key);
    if (meant === undefined && !inEntry) return [];
    const effect =
      meant === 'matcher' && !('matcher' in value)
        ? 'without a `matcher` the hooks of this group run for everything'
        : 'it has no effect';
    const change = { kind: 'rename', key: meant ?? '' } as const;
    const at = [...path, key];
    const safe = meant !== undefined && !(meant in value) && typeof value[key] === 'string';
    return findingAt('settings/unknown-key', reading, {
      at,
      message: `a group of hooks knows no key \`${key}\`, and the client ignores it: ${effect}`,
      help: inEntry ? `\`${key}\` belongs into the hook itself, beside \`command\`` : undefined,
      suggestion: meant,
      ...(hooks[0] === undefined ? {} : { hook: hooks[0].hook }),
      fix: safe ? { path: at, change, title: `rename \`${key}\` to \`${meant}\`` } : undefined,
    });
  });
}

function judgeEntry({ hook, reading }: PlacedHook): Finding[] {
  const known = knownFields(hook.type);
  return Object.keys(hook.entry).flatMap(key => {
    if (known.includes(key) || notes.test(key) || (key === 'matcher' && hook.path.length <= 4)) return [];
    const alias = Object.hasOwn(entryAliases, key.toLowerCase()) ? entryAliases[key.toLowerCase()] : undefined;
    const meant = alias === '' ? undefined : meantKey(key, known, entryAliases);
    if (meant === undefined && alias === undefined) return [];
    const at = [...hook.path, key];
    const change = { kind: 'rename', key: meant ?? '' } as const;
    const sameValue = meant !== undefined && key.toLowerCase() === meant.toLowerCase() && !(meant in hook.entry);
    return findingAt('settings/unknown-key', reading, {
      at,
      message: `a hook of type \`${hook.type}\` knows no key \`${key}\`, and the client ignores it`,
      help: entryHelp(key, meant, hook.entry[key]),
      suggestion: meant,
      hook,
      fix: sameValue ? { path: at, change, title: `rename \`${key}\` to \`${meant}\`` } : undefined,
    });
  });
}

function entryHelp(key: string, meant: string | undefined, value: unknown): string | undefined {
  const lower = key.toLowerCase();
  if (lower.startsWith('matcher')) return 'a matcher belongs into the group, beside its `hooks`';
  if (meant === 'onFailure') return 'write `"onFailure": "block"`';
  if (meant === 'timeout' && typeof value === 'number')
    return `write seconds: \`"timeout": ${Math.max(1, Math.ceil(/ms$/i.test(key) ? value / 1000 : value))}\``;
  if (lower === 'env' || lower === 'cwd')
    return 'set it in the command itself, such as `FOO=1 guard.sh` or `cd … && guard.sh`';
  if (lower === 'enabled' || lower === 'disabled')
    return 'a hook cannot be switched off by a key; take it out, or use `disableAllHooks`';
  return meant === undefined
    ? 'take it out; to block, a hook ends with exit code 2 and says `"onFailure": "block"`'
    : undefined;
}

function meantKey(
  key: string,
  known: readonly string[],
  aliases: Readonly<Record<string, string>>,
): string | undefined {
  const lower = key.toLowerCase();
  const plain = lower.replace(/[_-]/g, '');
  const same = known.find(name => name.toLowerCase() === plain);
  if (same !== undefined) return same;
  const alias = Object.hasOwn(aliases, lower) ? aliases[lower] : undefined;
  return (
    alias ??
    nearestName(
      key,
      known.filter(name => name.length > 3),
    )
  );
}
