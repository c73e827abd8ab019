import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { textsOf } from '../../settings/hook-intent.ts';
import { commandHooks, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';
import { shellTexts } from '../../settings/shell-texts.ts';

/** The event is read from standard input, where it is. */
export const inputFromStdin: Check = {
  name: 'input-from-stdin',
  codes: ['settings/input-variable'],
  reads: 'settings',
  run: view => commandHooks(view).flatMap(placed => judge(placed, view)),
};

/** Variables that people expect, and that the client does not set. */
const invented =
  /^CLAUDE_(?:TOOL_(?:INPUT\w*|NAME|ARGS|ARGUMENTS|PARAMS|OUTPUT|RESULT|RESPONSE|COMMAND|FILE_PATH|USE_ID)|FILE_PATHS?|HOOK_(?:INPUT|EVENT\w*|DATA|PAYLOAD|TOOL\w*)|EVENT(?:_\w+)?|INPUT|COMMAND|BASH_COMMAND|PROMPT|USER_PROMPT|NOTIFICATION|CHANGED_FILES|EDITED_FILE)$/;
/** Names that only make sense as the event, for a command that never reads it. */
const hopeful =
  /^(?:INPUT|HOOK_INPUT|HOOK_DATA|HOOK_EVENT|TOOL_INPUT|TOOL_NAME|TOOL_ARGS|PAYLOAD|EVENT|EVENT_JSON|JSON|STDIN|ARGUMENTS|COMMAND|CMD|BASH_COMMAND|FILE_PATH|FILEPATH|FILE|FILES|PROMPT|input|payload|event|json|tool_input|tool_name|command|file_path|filePath|file|prompt)$/;

function judge(placed: PlacedHook, { env, inForce }: SelfTestView): Finding[] {
  const { facts, hook } = placed;
  const isSet = (name: string): boolean => env[name] !== undefined || inForce.env[name] !== undefined;
  const texts = shellTexts(placed);
  const reads = texts.flatMap(({ reading }) => [...reading.reads].filter(name => !reading.sets.has(name)));
  const others = textsOf(placed).flatMap(text =>
    [...text.matchAll(/\b(?:environ(?:\.get\(|\[)|getenv\(|process\.env(?:\.|\[))\s*["']?(\w+)/g)].map(
      found => found[1] ?? '',
    ),
  );
  const unset = [...new Set([...reads, ...others])].filter(name => !isSet(name));
  const inlineOnly = texts.length === 1 && !facts.reading.couldReadEvent;
  const found = unset.filter(name => invented.test(name) || (inlineOnly && hopeful.test(name)));
  if (found.length === 0) return [];
  const names = found.map(name => `\`$${name}\``).join(', ');
  return [
    findingOfCommand('settings/input-variable', placed, {
      message: `the client sets no variable ${names}, so ${found.length > 1 ? 'they are' : 'it is'} empty: the event comes as JSON on standard input`,
      help: helpFor(found[0] ?? '', hook.event),
      mild: eventInfo(hook.event).role === 'notice',
    }),
  ];
}

function helpFor(name: string, event: string): string {
  const field = /PROMPT/i.test(name)
    ? '.prompt'
    : /NAME/i.test(name)
      ? '.tool_name'
      : /FILE/i.test(name)
        ? '.tool_input.file_path'
        : eventInfo(event).tool
          ? '.tool_input.command'
          : '.';
  return `read it: \`INPUT=$(cat)\`, then \`printf '%s' "$INPUT" | jq -r '${field}'\``;
}
