import type { HookReading } from '../../../client/read-hooks.ts';
import type { Check } from '../../check.ts';
import { permissionRules } from '../../settings/permission-rules.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** Permission rules beside hooks hold nothing that the client could read as something else. */
export const rulesPlain: Check = {
  name: 'rules-plain',
  codes: ['settings/permission-rule'],
  reads: 'settings',
  run: ({ readings, inForce }) => {
    if (inForce.hooks.length + inForce.off.length === 0) return [];
    return readings.flatMap(reading => permissionRules(reading).flatMap(rule => judge(rule, reading)));
  },
};

type Rule = ReturnType<typeof permissionRules>[number];

function judge({ text, at }: Rule, reading: HookReading) {
  const fault = faultOf(text);
  if (fault === undefined) return [];
  return findingAt('settings/permission-rule', reading, {
    at,
    message: `the permission rule \`${text}\` ${fault}; such rules have kept the client from showing and running hooks`,
    help: 'name one command per rule; then see with a live call that the hooks of this file still fire (`hooklaw self-test --live`)',
  });
}

function faultOf(text: string): string | undefined {
  const content = /^[\w.*-]+\(([\s\S]*)\)$/.exec(text)?.[1];
  if (content === undefined) return /[()]/.test(text) ? 'has parentheses that do not fit together' : undefined;
  const shell = /\|\|?|&&?|;|`|\$\(|[<>\n]/.exec(content);
  if (shell !== null) return `holds \`${shell[0].replace('\n', '\\n')}\`, at which the client takes commands apart`;
  return undefined;
}
