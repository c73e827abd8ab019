import { parsePermissionRule } from '../../../client/permission-rule.ts';
import { isKnownEvent } from '../../../event/catalogue.ts';
import { matchableToolNames } from '../../../event/tool-names.ts';
import { ownString } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { findingAt, type PlacedHook, placedHooks } from '../../settings/placed-hook.ts';
import { takesTool } from '../../settings/tool-names.ts';

/** Every `if` can be true. */
export const ifFires: Check = {
  name: 'if-fires',
  codes: ['settings/if-never'],
  reads: 'settings',
  run: view =>
    placedHooks(view).flatMap(placed => {
      const text = ownString(placed.hook.entry, 'if');
      const fault = text === undefined || text === '' ? undefined : findFault(text, placed, view);
      if (fault === undefined) return [];
      const { hook, reading } = placed;
      return findingAt('settings/if-never', reading, { ...fault, at: [...hook.path, 'if'], hook });
    }),
};

/** Events that are about a call of a tool; on others a hook with an `if` never runs. */
const toolEvents = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied'];

interface IfFault {
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string;
}

function findFault(text: string, { hook }: PlacedHook, { features }: SelfTestView): IfFault | undefined {
  const { event, matcher } = hook;
  if (isKnownEvent(event) && !toolEvents.includes(event)) {
    return {
      message: `\`${event}\` is about no tool, so a hook with an \`if\` never runs there`,
      help: 'take the `if` out, and decide in the script',
    };
  }
  const rule = parsePermissionRule(text);
  const several = /\)?\s*(?:\|\|?|&&?|,|\bor\b|\band\b)\s*!?\w+\(/.test(text);
  if (rule === undefined || (several && /^\w+\([^)]*\)\s*(?:\|\|?|&&?|,|or\b|and\b)/.test(text))) {
    const rules = text.match(/\b[A-Z]\w*\([^)]*\)/g) ?? [];
    return {
      message: `\`${text}\` is ${several ? 'more than one permission rule' : 'no permission rule'}, so this hook never runs`,
      help:
        rules.length > 1
          ? `give each rule a hook of its own: ${rules.map(one => `\`"if": "${one}"\``).join(', ')}`
          : 'an `if` takes exactly one rule, such as `Bash(rm *)`; what is more has to be decided in the script',
    };
  }
  if (rule.tool.startsWith('mcp__')) {
    if (/^mcp__.+?__\w[\w-]*$/.test(rule.tool)) return undefined;
    return {
      message: `\`${text}\` never fires: of an MCP tool an \`if\` takes the whole name only, no server and no \`*\``,
      help: `put the server into the matcher, such as \`mcp__${/^mcp__(.+?)(?:__|$)/.exec(rule.tool)?.[1] ?? 'SERVER'}__.*\`, and take the \`if\` out`,
    };
  }
  if (rule.tool.includes('*')) return undefined;
  const known = matchableToolNames.find(name => name.toLowerCase() === rule.tool.toLowerCase());
  if (known !== undefined && known !== rule.tool) {
    return {
      message: `no tool is called \`${rule.tool}\`, so this hook never runs: names are case-sensitive`,
      suggestion: text.replace(rule.tool, known),
    };
  }
  if (known !== undefined && !takesTool(matcher, known, features)) {
    return {
      message: `the matcher \`${matcher}\` does not take \`${rule.tool}\`, so the \`if\` is never true and this hook never runs`,
      help: `write \`"matcher": "${rule.tool}"\` for this hook, or a rule of a tool that the matcher takes`,
    };
  }
  return undefined;
}
