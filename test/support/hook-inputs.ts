import fs from 'node:fs';
import path from 'node:path';

/** A row of the corpus of what the hook may be handed. */
export interface HookInputRow {
  readonly id: string;
  readonly why: string;
  readonly args: readonly string[];
  readonly exit: number;
  readonly stdin?: string;
  readonly stdin_base64?: string;
  readonly generate?: { readonly depth?: number; readonly content_bytes?: number; readonly ending?: string };
  /** The law's text; null for no `--law` of the harness; absent for the usual one. */
  readonly law?: string | null;
  readonly law_base64?: string;
  readonly says?: string;
  readonly systemMessage?: string;
  readonly silent?: boolean;
  readonly max_reason?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Reads the corpus. */
export function readHookInputs(): HookInputRow[] {
  return fs
    .readFileSync(path.join(import.meta.dirname, '..', 'corpus', 'hook-inputs.jsonl'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as HookInputRow);
}

/** The law of rows that bring none. */
export const usualLaw = `
hooklaw: 1
rules:
  - { id: no-rm, kind: policy, tool: Bash, when: "input.command.contains('rm -rf')", deny: Deleting is not allowed. }
  - { id: no-rm-in-files, kind: policy, tool: Write, when: "input.content.contains('rm -rf')", deny: Not in files either. }
`;

/** What a row puts on standard input. */
export function makeHookInput({ stdin, stdin_base64, generate }: HookInputRow): string | Uint8Array {
  if (stdin_base64 !== undefined) return Buffer.from(stdin_base64, 'base64');
  if (generate?.depth !== undefined) {
    const nested = `${'['.repeat(generate.depth)}${']'.repeat(generate.depth)}`;
    return `{"hook_event_name":"PreToolUse","tool_name":"mcp__x__y","tool_input":{"a":${nested}}}`;
  }
  if (generate?.content_bytes !== undefined) {
    const content = `${'a'.repeat(generate.content_bytes)}${generate.ending ?? ''}`;
    return JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: '/x', content },
    });
  }
  return stdin ?? '';
}
