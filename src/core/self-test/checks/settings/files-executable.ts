import type { Check } from '../../check.ts';
import { readShebang } from '../../command/shebang.ts';
import type { Finding } from '../../finding.ts';
import type { NamedFile, SelfTestView } from '../../self-test-view.ts';
import { mayBeGate } from '../../settings/hook-intent.ts';
import { commandHooks, failureEffect, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';

/** The system starts every script that is called as a program. */
export const filesExecutable: Check = {
  name: 'files-executable',
  codes: ['settings/not-executable'],
  reads: 'settings',
  run: view => (view.platform === 'win32' ? [] : commandHooks(view).flatMap(placed => judge(placed, view))),
};

function judge(placed: PlacedHook, view: SelfTestView): Finding[] {
  const exec = placed.facts.reading.form === 'exec';
  for (const file of placed.facts.programs) {
    const fault = file.started === undefined || file.state !== 'file' ? undefined : findFault(file, exec);
    if (fault === undefined) continue;
    const gate = mayBeGate(placed);
    const mild = !gate || file.started?.certain !== true;
    return [
      findingOfCommand('settings/not-executable', placed, {
        message: `${fault.message}${gate ? `, and ${failureEffect(placed, view)}` : ''}`,
        help: fault.help,
        mild,
      }),
    ];
  }
  return scriptFaults(placed);
}

function findFault(
  { named, path, executable, text }: NamedFile,
  exec: boolean,
): { message: string; help: string } | undefined {
  if (!executable) {
    return {
      message: `\`${named}\` is not executable: the shell ends with code 126`,
      help: `\`chmod +x ${path}\`, and \`git update-index --chmod=+x\` if git keeps it`,
    };
  }
  if (text === undefined) return undefined;
  const shebang = readShebang(text);
  if (shebang?.crlf === true) {
    return {
      message: `the first line of \`${named}\` ends with a carriage return, so the system looks for an interpreter \`${shebang.name}\\r\` and starts nothing`,
      help: `save it with line feeds only: \`sed -i 's/\\r$//' ${path}\`; \`*.sh text eol=lf\` in \`.gitattributes\` keeps it so`,
    };
  }
  if (shebang !== undefined || !exec) return undefined;
  return {
    message: `\`${named}\` has no first line \`#!\`, and with \`args\` there is no shell that would run it all the same (ENOEXEC)`,
    help: 'put `#!/bin/sh` or the like into its first line',
  };
}

/** A script for a shell whose lines end with carriage returns fails at the first of them. */
function scriptFaults(placed: PlacedHook): Finding[] {
  const found = placed.facts.scripts.find(
    ({ text, started }) => /^(?:ba|da|z|k)?sh$/.test(started?.interpreter ?? '') && text?.includes('\r\n') === true,
  );
  if (found === undefined) return [];
  return [
    findingOfCommand('settings/not-executable', placed, {
      message: `the lines of \`${found.named}\` end with carriage returns, which the shell takes for a part of each command`,
      help: `save it with line feeds only: \`sed -i 's/\\r$//' ${found.path}\`; \`*.sh text eol=lf\` in \`.gitattributes\` keeps it so`,
      mild: !mayBeGate(placed),
    }),
  ];
}
