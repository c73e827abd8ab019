import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { ownField } from '../../core/json/json-value.ts';

type Env = Readonly<Record<string, string | undefined>>;

const hours = 3600;

/** Where the client's default differs from 600 seconds. Source: its hooks reference. */
const defaultsByEvent: ReadonlyMap<string, number> = new Map([
  ['UserPromptSubmit', 30],
  ['MessageDisplay', 10],
]);
const sessionEnd = { usual: 1.5, most: 60 };

/** How long the client lets a command or HTTP hook run, in seconds; a day at most, since a timer cannot wait for ever. */
export function hookTimeout({ entry, event }: ConfiguredHook, env: Env): number {
  const written = ownField(entry, 'timeout');
  const own = typeof written === 'number' && written > 0 ? Math.min(written, 24 * hours) : undefined;
  if (event === 'SessionEnd') return sessionEndTimeout(own, env);
  return own ?? defaultsByEvent.get(event) ?? 600;
}

/** All hooks of the event share this budget, which the longest of their own timeouts raises. */
function sessionEndTimeout(own: number | undefined, env: Env): number {
  const named = Number(env['CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS']);
  if (Number.isFinite(named) && named > 0) return named / 1000;
  return Math.min(Math.max(own ?? 0, sessionEnd.usual), sessionEnd.most);
}
