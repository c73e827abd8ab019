import type { Context, Reader } from './context.ts';
import type { Invocation } from './invocation.ts';
import { inSubshell } from './run-node.ts';
import { runFile, runTexts } from './run-shell.ts';
import type { State, Value } from './state.ts';
import { plain, type Text } from './text.ts';

/** Variables whose text is run by programs that are started with them. */
const texts =
  /^(?:GIT_(?:SSH_COMMAND|SSH|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|FCEDIT|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|RSYNC_RSH|CVS_RSH|KUBE_EDITOR|SYSTEMD_EDITOR|PSQL_PAGER|PSQL_EDITOR|npm_config_script_shell|MAKEFLAGS_SHELL)$/;
/** Prompts, which are expanded before they are shown. */
const prompts = /^PS[0-4]$/;
/** Variables that name a file which shells run first. */
const files = /^(?:BASH_ENV|ENV)$/;

/** Runs what variables in front of a program make it run. */
export function runHooks(invocation: Invocation): void {
  const { context } = invocation;
  if (context.assignments.length === 0) return;
  // What is run has the variables as well, which would make it run itself.
  const bare = { ...invocation, places: [], context: { ...context, assignments: [] } };
  for (const { name, value } of context.assignments) runHook(bare, name, plain(value));
}

/** Runs what a variable makes other programs run. */
export function runHook(invocation: Invocation, name: string, value: Text): void {
  const text = { ...value, pattern: value.pattern.replace(/^\|-?\s*/, '') };
  if (text.pattern === '') return;
  if (prompts.test(name) && /\$\(|`/.test(text.pattern))
    inSubshell(invocation.state, inner =>
      runTexts(invocation, name, [{ ...text, pattern: `: "${text.pattern}"` }], inner, { by: name }),
    );
  if (texts.test(name)) inSubshell(invocation.state, inner => runTexts(invocation, name, [text], inner, { by: name }));
  else if (files.test(name)) inSubshell(invocation.state, inner => runFile(invocation, name, text, [], inner));
}

/** Runs what a variable makes programs run that are started later. */
export function runLater(reader: Reader, name: string, value: Value | undefined, state: State, context: Context): void {
  if (!texts.test(name) && !files.test(name) && !prompts.test(name)) return;
  const invocation = { reader, name, words: [], args: [], places: [], state, context: { ...context, assignments: [] } };
  for (const one of value ?? []) if (one.kind === 'text') runHook(invocation, name, one.text);
}
