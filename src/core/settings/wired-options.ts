import { readOwnOption } from './own-entry.ts';
import { findOwnHooks } from './own-hooks.ts';
import { readSettings } from './settings-document.ts';

/** What the entry of the hook is told by its settings. */
export interface WiredOptions {
  readonly law?: string;
  readonly stateDir?: string;
}

/** Reads what our entry on PreToolUse is told; undefined when the settings have none, or cannot be read. */
export function readWiredOptions(text: string): WiredOptions | undefined {
  const { document } = readSettings(text);
  if (document === undefined) return undefined;
  const hook = findOwnHooks(document.body, document.root).find(({ event }) => event === 'PreToolUse');
  if (hook === undefined) return undefined;
  const law = readOwnOption(hook.value, '--law');
  const stateDir = readOwnOption(hook.value, '--state-dir');
  return { ...(law === undefined ? {} : { law }), ...(stateDir === undefined ? {} : { stateDir }) };
}
