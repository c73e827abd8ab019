import type { JsonObject } from '../json/json-value.ts';
import { ownField, ownString } from '../json/json-value.ts';

/** A permission rule such as `Bash(git push *)`; `content` is undefined for the bare name of a tool. */
export interface PermissionRule {
  readonly tool: string;
  readonly content: string | undefined;
}

/** Reads a permission rule; undefined when the text is none, or more than one. */
export function parsePermissionRule(text: string): PermissionRule | undefined {
  const found = /^([A-Za-z_][\w*.-]*)(?:\(([\s\S]*)\))?$/.exec(text.trim());
  const [, tool, content] = found ?? [];
  if (tool === undefined) return undefined;
  if (content !== undefined && /\)\s*(?:\|\|?|&&|,)\s*[A-Za-z_]\w*\(/.test(content)) return undefined;
  return { tool, content: content === undefined || content === '*' ? undefined : content };
}

/** Whether a rule concerns a call; `unknown` where that depends on more than the model of the client knows. */
export type RuleVerdict = 'yes' | 'no' | 'unknown';

/** Whether a hook with this `if` would be run for a call. */
export function ruleConcerns(rule: PermissionRule, tool: string, input: JsonObject): RuleVerdict {
  if (!isSameTool(rule.tool, tool)) return 'no';
  if (rule.content === undefined) return 'yes';
  if (tool !== 'Bash') return 'unknown';
  const command = ownString(input, 'command');
  if (command === undefined) return ownField(input, 'command') === undefined ? 'no' : 'unknown';
  return commandMatches(rule.content, command);
}

function isSameTool(named: string, tool: string): boolean {
  if (named === tool) return true;
  if (named.includes('*')) return wildcard(named).test(tool);
  return /^mcp__[^_](?:(?!__).)*$/.test(named) && tool.startsWith(`${named}__`);
}

/** A command that the client has to take apart is beyond the model; a plain one is compared whole. */
function commandMatches(content: string, command: string): RuleVerdict {
  const pattern = content.endsWith(':*') ? `${content.slice(0, -2)}*` : content;
  const trimmed = command.trim();
  const whole = wildcard(pattern).test(trimmed) || pattern.replace(/ ?\*$/, '') === trimmed;
  if (whole) return 'yes';
  return /[;&|\n`$(){}<>]/.test(trimmed) || /^\w+=/.test(trimmed) ? 'unknown' : 'no';
}

function wildcard(pattern: string): RegExp {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '[\\s\\S]*');
  return new RegExp(`^${source}$`);
}
