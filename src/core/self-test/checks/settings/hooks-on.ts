import { effectiveSetting, type OffCause } from '../../../client/hooks-in-force.ts';
import type { HookReading } from '../../../client/read-hooks.ts';
import { createProblem } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** Nothing switches hooks off. */
export const hooksOn: Check = {
  name: 'hooks-on',
  codes: ['settings/hooks-off'],
  reads: 'settings',
  run: view => [...bareMode(view), ...disabled(view), ...managedOnly(view), ...pluginOnly(view)],
};

function isTruthy(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false', 'no', 'off'].includes(value.toLowerCase());
}

function bareMode({ env }: SelfTestView): Finding[] {
  const value = env['CLAUDE_CODE_SIMPLE'];
  if (!isTruthy(value)) return [];
  return [
    createProblem('settings/hooks-off', {
      file: 'environment',
      message: `\`CLAUDE_CODE_SIMPLE=${value}\` is set in the environment, and with it the client runs no hook at all`,
      help: 'unset it before the client is started; `--bare` does the same',
    }),
  ];
}

function disabled({ readings }: SelfTestView): Finding[] {
  const setting = effectiveSetting(readings, 'disableAllHooks');
  if (setting?.value !== true) return [];
  const { reading } = setting;
  const spared = reading.source.scope === 'managed' ? '' : '; only hooks of managed settings still run';
  return [
    findingAt('settings/hooks-off', reading, {
      at: ['disableAllHooks'],
      message: `\`disableAllHooks\` turns off every hook of every settings file${spared}`,
      help: 'take it out, or set it to `false`; who can write this file can switch every guard off',
    }),
  ];
}

function managedOnly(view: SelfTestView): Finding[] {
  return filesOff(view, 'managed-only').map(reading =>
    findingAt('settings/hooks-off', reading, {
      at: ['hooks'],
      message: 'a managed settings file has `allowManagedHooksOnly`, so no hook of this file runs',
      help: 'have the hooks put into the managed settings, where they count',
    }),
  );
}

function filesOff({ inForce }: SelfTestView, wanted: OffCause): HookReading[] {
  return [...new Set(inForce.off.filter(({ cause }) => cause === wanted).map(({ reading }) => reading))];
}

/** `true`, or a list of what may only come from plugins, `hooks` among it. Source: the client's settings reference. */
function pluginOnly({ readings }: SelfTestView): Finding[] {
  return readings.flatMap(reading => {
    const value =
      reading.source.scope === 'managed' && reading.taken
        ? reading.root?.children.get('strictPluginOnlyCustomization')?.value
        : undefined;
    const off = value === true || (Array.isArray(value) && value.includes('hooks'));
    if (!off) return [];
    return findingAt('settings/hooks-off', reading, {
      at: ['strictPluginOnlyCustomization'],
      message: '`strictPluginOnlyCustomization` covers hooks, so those of user and project settings do not run',
      help: 'have the hooks put into the managed settings or into a plugin that is allowed',
    });
  });
}
