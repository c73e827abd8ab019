import type { Check } from '../../check.ts';
import { textsOf } from '../../settings/hook-intent.ts';
import { commandHooks, findingOfCommand, type PlacedHook, resultsOf } from '../../settings/placed-hook.ts';
import { shellTexts } from '../../settings/shell-texts.ts';

/** A hook allows only what it has looked at. */
export const allowOnCondition: Check = {
  name: 'allow-on-condition',
  codes: ['settings/blanket-allow'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(({ hook }) => hook.event === 'PreToolUse' || hook.event === 'PermissionRequest')
      .filter(placed => !resultsOf(placed, view).some(({ verdict }) => verdict.decision === 'allow'))
      .filter(allowsAlways)
      .map(placed =>
        findingOfCommand('settings/blanket-allow', placed, {
          message:
            'this hook answers `allow` whatever it is asked, so nobody is asked about anything that it fires for',
          help: 'print nothing when there is no objection: then the permissions decide as if the hook were not there',
        }),
      ),
};

const allow = /permissionDecision\W+allow|"behavior"\W+allow|"decision"\W+approve/;

/** A shell that prints it in any case, or a script with no condition in it at all. */
function allowsAlways(placed: PlacedHook): boolean {
  const shells = shellTexts(placed);
  const printed = shells.some(
    ({ reading, certain, text }) =>
      certain &&
      !/\bexit\b/.test(text.split(allow)[0] ?? '') &&
      reading.calls.some(
        call =>
          call.certain && call.printsOut && !call.piped && allow.test(call.words.map(({ value }) => value).join(' ')),
      ),
  );
  if (printed) return true;
  const scripts = textsOf(placed).slice(1);
  return scripts.some(
    text =>
      allow.test(text) &&
      !/\bif\b|\?|&&|\|\||\bcase\b|\bunless\b|\bwhen\b|\bmatch\b|switch/.test(withoutComments(text)),
  );
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:#|\/\/).*$/gm, '');
}
