import { parsePermissionRule } from '../../client/permission-rule.ts';
import { isKnownEvent } from '../../event/catalogue.ts';
import { matchableToolNames } from '../../event/tool-names.ts';
import { ownString } from '../../json/json-value.ts';
import type { SelfTestView } from '../self-test-view.ts';
import type { PlacedHook } from './placed-hook.ts';
import { takesTool } from './tool-names.ts';

/** Events that are about a call of a tool; on others a hook with an `if` never runs. */
const toolEvents = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied'];

/** What is wrong with an `if`. */
interface IfFault {
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string;
}

/** Why a hook with an `if` never runs; undefined when it can, or has none. */
export function findIfFault({ hook }: PlacedHook, { features }: SelfTestView): IfFault | undefined {
  const { event, matcher } = hook;
  const text = ownString(hook.entry, 'if') ?? '';
  if (text === '') return undefined;
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
