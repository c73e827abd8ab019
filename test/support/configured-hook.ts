import type { ConfiguredHook, HookSource } from '../../src/core/client/hook-source.ts';
import type { JsonObject } from '../../src/core/json/json-value.ts';

const start = { line: 1, column: 1, offset: 0 };

/** A hook as if it stood in a settings file. */
export function configuredHook(
  entry: JsonObject,
  { event = 'PreToolUse', source = {} }: { event?: string; source?: Partial<HookSource> } = {},
): ConfiguredHook {
  const type = entry['type'] === 'http' ? 'http' : 'command';
  return {
    source: { scope: 'project', file: '/p/.claude/settings.json', text: '{}', ...source },
    event,
    path: ['hooks', event, 0, 'hooks', 0],
    span: { start, end: start },
    matcher: 'Bash',
    type,
    entry: { type, ...entry },
  };
}
