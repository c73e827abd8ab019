import { parsePermissionRule } from '../../../client/permission-rule.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { textsOf } from '../../settings/hook-intent.ts';
import { permissionRules } from '../../settings/permission-rules.ts';
import { commandHooks, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';
import { takesTool } from '../../settings/tool-names.ts';

/** No permission rule overrules a hook that is there to allow. */
export const allowCounts: Check = {
  name: 'allow-counts',
  codes: ['settings/overruled-allow'],
  reads: 'settings',
  run: view =>
    commandHooks(view)
      .filter(isAllower)
      .flatMap(placed => judge(placed, view)),
};

/** A hook that allows and denies nothing, by its name or its text. */
function isAllower(placed: PlacedHook): boolean {
  if (placed.hook.event !== 'PreToolUse') return false;
  const texts = textsOf(placed).join('\n');
  const allows = /permissionDecision\W+allow|(?:auto|always)[-_]?(?:allow|approve|accept)|["']approve["']/i.test(texts);
  return allows && !/permissionDecision\W+deny|\bexit\s*\(?\s*2\b|["']deny["']/i.test(texts);
}

function judge(placed: PlacedHook, { readings, features }: SelfTestView): Finding[] {
  const rules = readings
    .flatMap(permissionRules)
    .filter(({ list, text }) => {
      const tool = parsePermissionRule(text)?.tool;
      return list !== 'allow' && tool !== undefined && takesTool(placed.hook.matcher, tool, features);
    })
    .map(({ list, text }) => `\`${text}\` (${list})`);
  if (rules.length === 0) return [];
  const more = rules.length > 3 ? ` and ${rules.length - 3} more` : '';
  return [
    findingOfCommand('settings/overruled-allow', placed, {
      message: `an allow of this hook does not lift ${rules.slice(0, 3).join(', ')}${more}: rules of \`ask\` and \`deny\` win`,
      help: 'take the rule out if the hook is to decide; otherwise people are asked, or refused, all the same',
    }),
  ];
}
