import { nameOf } from '../../../analysis/path-text.ts';
import { onFailureBlocks } from '../../../client/judge-run.ts';
import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { intentOf } from '../../settings/hook-intent.ts';
import { commandHooks, findingOfCommand, ownFiles, type PlacedHook, resultsOf } from '../../settings/placed-hook.ts';
import { shellTexts } from '../../settings/shell-texts.ts';

/** A guard that means to block ends with code 2, the only one that does. */
export const exitBlocks: Check = {
  name: 'exit-blocks',
  codes: ['hook/exit-1'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(({ hook }) => eventInfo(hook.event).deny !== undefined && hook.event !== 'PermissionRequest')
      .filter(({ hook }) => !onFailureBlocks(hook, view.features))
      .flatMap(placed => judge(placed, view)),
};

function judge(placed: PlacedHook, view: SelfTestView): Finding[] {
  const { constantExit, text } = placed.facts.reading;
  // What it does is known better than what it says.
  if (resultsOf(placed, view).some(({ run }) => run.kind === 'exited' && run.exitCode !== 0 && run.exitCode !== 2))
    return [];
  if (decidesByJson(text)) return [];
  if (constantExit !== undefined && constantExit !== 0 && constantExit !== 2)
    return [report(placed, undefined, constantExit, true)];
  if (intentOf(placed) !== 'gate') return [];
  for (const { script, text: source, reading, certain } of shellTexts(placed)) {
    const codes = reading.exits === undefined ? [] : [...reading.exits].filter(code => typeof code === 'number');
    const wrong = codes.filter(code => code !== 0 && code !== 2);
    const [code] = wrong;
    if (code === undefined || codes.includes(2) || decidesByJson(source)) continue;
    const constant = certain && reading.exits?.size === 1;
    return [report(placed, script, code, constant)];
  }
  return programFaults(placed);
}

/** Python and Node: an explicit end with another code, and none with 2. */
function programFaults(placed: PlacedHook): Finding[] {
  const { text: command, started } = placed.facts.reading;
  const inline = started.some(({ role }) => role === 'script') ? [] : [{ text: command, named: undefined }];
  for (const { text, named } of [...inline, ...ownFiles(placed)]) {
    if (text === undefined || decidesByJson(text)) continue;
    const codes = [...text.matchAll(/\b(?:sys\.exit|process\.exit|os\._exit|exit)\((\d+)\)/g)].map(found =>
      Number(found[1]),
    );
    const wrong = codes.find(code => code !== 0 && code !== 2);
    if (wrong !== undefined && !codes.includes(2))
      return [report(placed, named === undefined ? undefined : nameOf(named), wrong, false)];
  }
  return [];
}

function decidesByJson(text: string): boolean {
  return /permissionDecision|["']decision["']|\\"decision\\"|hookSpecificOutput/.test(text);
}

function report(placed: PlacedHook, script: string | undefined, code: number, always: boolean): Finding {
  const { hook, facts } = placed;
  const what = hook.event === 'PreToolUse' ? 'the call runs' : 'nothing is blocked';
  const subject = script === undefined ? 'this command' : `\`${script}\``;
  const text = facts.reading.text;
  const mended = script === undefined && always ? text.replace(new RegExp(`\\bexit ${code}\\b`), 'exit 2') : text;
  return findingOfCommand('hook/exit-1', placed, {
    message: always
      ? `${subject} always ends with exit code ${code}, with which ${what}: only exit code 2 blocks`
      : `${subject} ends with exit code ${code} where it means to block, and ${what}: only exit code 2 blocks`,
    help:
      mended !== text
        ? `write \`${toStandardError(mended)}\``
        : 'end with `exit 2` and write the reason to standard error',
    mild: !always,
  });
}

/** The reason goes to standard error, where the model gets it from. */
function toStandardError(command: string): string {
  return />&2/.test(command) ? command : command.replace(/\b((?:echo|printf) (?:'[^']*'|"[^"]*"))/, '$1 >&2');
}
