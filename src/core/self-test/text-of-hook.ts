import type { ConfiguredHook } from '../client/hook-source.ts';
import { commandText } from '../client/judge-run.ts';
import type { CommandFacts } from './self-test-view.ts';

/**
 * All that is known of what a hook's command says: the command line, and the scripts that it names. Programs that are looked
 * up in PATH belong to the machine, and say nothing of the hook.
 */
export function textOfHook({ entry }: ConfiguredHook, facts: CommandFacts | undefined): string {
  const own = facts?.programs.filter(({ named }) => /[\\/]/.test(named)) ?? [];
  const files = [...own, ...(facts?.scripts ?? [])];
  return [commandText(entry), ...files.flatMap(({ text }) => text ?? [])].join('\n');
}
