import { parsePermissionRule } from '../../../client/permission-rule.ts';
import { ownString } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { mayBeGate } from '../../settings/hook-intent.ts';
import { findIfFault } from '../../settings/if-fault.ts';
import { findingAt, placedHooks } from '../../settings/placed-hook.ts';

/** No `if` of a guard is passed by another spelling of the same command. */
export const ifTight: Check = {
  name: 'if-tight',
  codes: ['settings/if-hole'],
  reads: 'settings',
  run: view =>
    placedHooks(view)
      .filter(
        placed => placed.hook.event === 'PreToolUse' && mayBeGate(placed) && findIfFault(placed, view) === undefined,
      )
      .flatMap(({ hook, reading }) => {
        const rule = parsePermissionRule(ownString(hook.entry, 'if') ?? '');
        const [command = ''] = rule?.content?.split(/[\s:*]/) ?? [];
        if (rule?.tool !== 'Bash' || !/^[\w.-]+$/.test(command) || /^(?:sh|bash)$/.test(command)) return [];
        return findingAt('settings/if-hole', reading, {
          at: [...hook.path, 'if'],
          hook,
          message: `\`if\` compares the start of a command: \`sh -c "${command} …"\`, \`env ${command} …\` and \`/usr/bin/${command} …\` pass by \`Bash(${rule.content})\`, and this guard does not see them`,
          help: 'take the `if` out of a guard, and let the script look at the whole command',
        });
      }),
};
