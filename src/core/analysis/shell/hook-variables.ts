import type { Invocation } from './invocation.ts';
import { inSubshell } from './run-node.ts';
import { runFile, runTexts } from './run-shell.ts';
import { plain } from './text.ts';

/** Variables whose text is run by programs that are started with them. */
const texts =
  /^(?:GIT_(?:SSH_COMMAND|SSH|EDITOR|SEQUENCE_EDITOR|PAGER|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|SSH_ASKPASS|SUDO_ASKPASS|EDITOR|VISUAL|FCEDIT|PAGER|MANPAGER|BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|RSYNC_RSH|CVS_RSH|KUBE_EDITOR|SYSTEMD_EDITOR|PSQL_PAGER|PSQL_EDITOR|npm_config_script_shell|MAKEFLAGS_SHELL)$/;
/** Variables that name a file which shells run first. */
const files = /^(?:BASH_ENV|ENV)$/;

/** Runs what variables in front of a program make it run. */
export function runHooks(invocation: Invocation): void {
  for (const { name, value } of invocation.context.assignments) {
    if (texts.test(name) && value !== '')
      inSubshell(invocation.state, inner =>
        runTexts({ ...invocation, places: [] }, name, [plain(value.replace(/^\|-?\s*/, ''))], inner, { by: name }),
      );
    if (files.test(name))
      inSubshell(invocation.state, inner => runFile({ ...invocation, places: [] }, name, plain(value), [], inner));
  }
}

/** Whether a variable holds text that other programs run. */
export function isHook(name: string): boolean {
  return texts.test(name) || files.test(name);
}
