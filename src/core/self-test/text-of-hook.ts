import type { ConfiguredHook } from '../client/hook-source.ts';
import { commandText } from '../client/judge-run.ts';
import type { CommandFacts } from './self-test-view.ts';

/** All that is known of what a hook's command says: the command line, and the scripts that it names. */
export function textOfHook({ entry }: ConfiguredHook, facts: CommandFacts | undefined): string {
  const files = [...(facts?.programs ?? []), ...(facts?.scripts ?? [])];
  return [commandText(entry), ...files.flatMap(({ text }) => text ?? [])].join('\n');
}
