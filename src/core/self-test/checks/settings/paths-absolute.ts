import type { Check } from '../../check.ts';
import { deadVariable, hasDeadTilde, isRelativePath } from '../../command/command-word.ts';
import type { StartedFile } from '../../command/read-command.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { mayBeGate } from '../../settings/hook-intent.ts';
import { commandHooks, failureEffect, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';

/** No path of a command depends on the session's current folder. */
export const pathsAbsolute: Check = {
  name: 'paths-absolute',
  codes: ['settings/relative-path'],
  reads: 'settings',
  run: view => commandHooks(view).flatMap(placed => judge(placed, view)),
};

function judge(placed: PlacedHook, view: SelfTestView): Finding[] {
  const { started, text, shell, form } = placed.facts.reading;
  const [first] = started.filter(isRelative);
  if (first === undefined) return [];
  const { word } = first;
  const plain = word.value.replace(/^(?:\.\/|"?\$\{?PWD\}?"?\/|\$\(pwd\)\/)/, '');
  const path =
    form === 'exec'
      ? `\${CLAUDE_PROJECT_DIR}/${plain}`
      : `"$CLAUDE_PROJECT_DIR"/${/[\s'"]/.test(plain) ? `"${plain}"` : plain}`;
  const known = form === 'exec' || shell?.calls.some(({ words, nested }) => !nested && words.includes(word)) === true;
  const mended = known && form === 'shell' && text.slice(word.pos, word.end) === word.text;
  const command = mended ? `${text.slice(0, word.pos)}${path}${text.slice(word.end)}` : undefined;
  return [
    findingOfCommand('settings/relative-path', placed, {
      message: `\`${word.value}\` is looked up in the session's current folder: after a \`cd\` of the agent it is not there, ${effectOf(first, mayBeGate(placed), failureEffect(placed, view))}`,
      help: `write \`${command ?? path}\``,
      fix:
        command === undefined
          ? undefined
          : {
              path: [...placed.hook.path, 'command'],
              change: { kind: 'set', value: command },
              title: `look \`${word.value}\` up in the project's folder`,
            },
    }),
  ];
}

function isRelative({ word, role, folder }: StartedFile): boolean {
  if (!isRelativePath(word) || hasDeadTilde(word) || deadVariable(word) !== undefined) return false;
  if (/%\w+%|\$env:/.test(word.value)) return false;
  if (folder !== undefined && !isRelativePath(folder)) return false;
  return role === 'script' || /[\\/]/.test(word.value);
}

/** What an interpreter does without its script: some end with code 2, with which every call is blocked. */
function effectOf({ role, interpreter }: StartedFile, gate: boolean, failed: string): string {
  if (!gate) return 'and the hook fails';
  const blocks = role === 'script' && /^(?:python|perl|dash|sh)$/.test(interpreter ?? '');
  return blocks ? 'and then every call is blocked, since the interpreter ends with code 2' : `and then ${failed}`;
}
