import type { Check } from '../../check.ts';
import { type CommandWord, deadVariable, hasDeadTilde } from '../../command/command-word.ts';
import type { StartedFile } from '../../command/read-command.ts';
import type { Finding } from '../../finding.ts';
import { commandHooks, failureEffect, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';

/** Every variable and tilde in a path is expanded. */
export const pathsExpanded: Check = {
  name: 'paths-expanded',
  codes: ['settings/dead-path'],
  reads: 'settings',
  run: view =>
    commandHooks(view).flatMap(placed => {
      const { reading } = placed.facts;
      const [first] = reading.started.flatMap(file => faultOf(file, reading.form) ?? []);
      return first === undefined ? [] : [report(placed, first, failureEffect(placed, view))];
    }),
};

interface DeadPath {
  readonly message: string;
  readonly help: string;
  readonly certain: boolean;
}

function faultOf({ word, certain }: StartedFile, form: 'shell' | 'exec'): DeadPath | undefined {
  const variable = deadVariable(word);
  const windows = windowsFault(word, certain);
  if (windows !== undefined) return windows;
  if (form === 'exec') return execFault(word.value, variable, hasDeadTilde(word));
  if (hasDeadTilde(word)) {
    const better = `"$HOME"${word.value.slice(1)}`;
    return {
      certain,
      message: `\`${word.text}\` is not expanded: a \`~\` in quotes is only a character, and there is no such file`,
      help: `write \`${better}\``,
    };
  }
  if (variable === undefined) return undefined;
  return {
    certain,
    message: `\`${word.text}\` is not expanded: in single quotes \`$${variable}\` is only text, and there is no such file`,
    help: `write it in double quotes: \`"${word.value}"\``,
  };
}

/** What only other shells understand: `%X%`, `$env:X`, and backslashes, which a shell takes away. */
function windowsFault({ value, text }: CommandWord, certain: boolean): DeadPath | undefined {
  const [, percent, env] = /%(\w+)%|\$env:(\w+)/i.exec(value) ?? [];
  const name = percent ?? env;
  if (name !== undefined) {
    return {
      certain,
      message: `\`${text}\` is not expanded: \`${percent === undefined ? `$env:${name}` : `%${name}%`}\` means nothing to \`sh\``,
      help: `write \`"$${name}"\``,
    };
  }
  if (!/^(?:[A-Za-z]:|\.{0,2}|[\w.-]+)\\[\w.-]+\\?/.test(text) || value === text) return undefined;
  return {
    certain,
    message: `\`${text}\` becomes \`${value}\`: the shell takes backslashes away`,
    help: `write the path with \`/\`: \`${text.replaceAll('\\', '/')}\``,
  };
}

function execFault(value: string, variable: string | undefined, tilde: boolean): DeadPath | undefined {
  if (variable === undefined && !tilde) return undefined;
  const what = tilde ? '`~`' : `\`$${variable}\``;
  const known = variable !== undefined && /^CLAUDE_(?:PROJECT_DIR|PLUGIN_ROOT|PLUGIN_DATA)$/.test(variable);
  return {
    certain: true,
    message: `\`${value}\` is not expanded: with \`args\` no shell is involved, and ${what} is only text`,
    help: known
      ? `write \`\${${variable}}\` with its braces, which the client fills in itself`
      : 'write the whole path, or leave `args` out so that a shell expands it',
  };
}

function report(placed: PlacedHook, { message, help, certain }: DeadPath, effect: string): Finding {
  return findingOfCommand('settings/dead-path', placed, {
    message: `${message}: the hook fails, and ${effect}`,
    help,
    mild: !certain,
  });
}
