import { formatVersion } from '../../../client/client-version.ts';
import { isBackground } from '../../../client/judge-run.ts';
import { ownField } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { mayBeGate, shortName } from '../../settings/hook-intent.ts';
import { findingAt, type PlacedHook, placedHooks } from '../../settings/placed-hook.ts';

/** A guard that fails stops the call. */
export const failureStops: Check = {
  name: 'failure-stops',
  codes: ['settings/no-on-failure'],
  reads: 'settings',
  run: view =>
    placedHooks(view)
      .filter(({ hook }) => hook.type === 'command' || hook.type === 'http')
      .filter(({ hook }) => ownField(hook.entry, 'onFailure') === undefined && !isBackground(hook))
      .filter(placed => mayBeGate(placed) || placed.hook.type === 'http')
      .flatMap(placed => report(placed, view)),
};

function report(placed: PlacedHook, { features, installed, version }: SelfTestView): Finding[] {
  const { hook, reading } = placed;
  if (cannotFail(placed)) return [];
  if (hook.type === 'http' && !mayBeGateEvent(hook.event)) return [];
  const timeout = ownField(hook.entry, 'timeout');
  const causes = [
    'an exit code other than 0 and 2',
    hook.type === 'http' ? 'an answer that is no success' : 'a missing file',
    typeof timeout === 'number' ? `more than ${timeout} seconds of work` : 'a timeout',
  ];
  const needed = '`"onFailure": "block"`';
  const old = `; Claude Code ${formatVersion(version)} ignores it (2.1.295 and newer heed it), so update it, too`;
  return [
    findingAt('settings/no-on-failure', reading, {
      at: hook.path,
      hook,
      message: `when \`${shortName(placed)}\` fails, the call runs: ${causes.join(', ')}${withoutFolder(placed)}`,
      help: `if it is a guard, put ${needed} into this hook${features.onFailure ? (installed ? '' : ' (clients before 2.1.295 ignore it)') : old}`,
      fix: {
        path: [...hook.path, 'onFailure'],
        change: { kind: 'set', value: 'block' },
        title: `put ${needed} into the hook \`${shortName(placed)}\``,
      },
    }),
  ];
}

function mayBeGateEvent(event: string): boolean {
  return event === 'PreToolUse' || event === 'PermissionRequest' || event === 'PreSkillShellCommand';
}

/** Nothing is started but the shell, and it always ends the same way. */
function cannotFail({ facts: { reading } }: PlacedHook): boolean {
  return reading.started.length === 0 && (reading.constantExit === 0 || reading.constantExit === 2);
}

/** What happens where the project's folder is not known, or the script is not there. */
function withoutFolder({ facts: { reading } }: PlacedHook): string {
  const script = reading.started.find(({ word }) => /CLAUDE_PROJECT_DIR/.test(word.value));
  if (script === undefined) return '';
  const blocks = script.role === 'script' && /^(?:python|perl|sh|dash)$/.test(script.interpreter ?? '');
  return `; without \`CLAUDE_PROJECT_DIR\` or its file ${blocks ? 'the interpreter ends with code 2 instead, which blocks every call' : 'it is not found, and every call runs'}`;
}
