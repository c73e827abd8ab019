import type { JsonObject } from '../json/json-value.ts';
import { ownField, ownString } from '../json/json-value.ts';
import { pathMatches } from './path-rule.ts';
import { type SimpleCommand, simpleCommands } from './simple-commands.ts';
import { currentToolName } from './tool-aliases.ts';

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

/** The field in which a file tool names its file. */
const pathFields: Readonly<Record<string, string>> = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/**
 * Whether a hook with this `if` would be run for a call.
 * @param project the folder in which the client was started
 */
export function ruleConcerns(rule: PermissionRule, tool: string, input: JsonObject, project: string): RuleVerdict {
  // Names are compared as they are: `mcp__server` and `mcp__server__*` take no tool here (observed), as a permission rule would.
  if (currentToolName(rule.tool) !== currentToolName(tool)) return 'no';
  if (rule.content === undefined) return 'yes';
  const field = tool === 'Bash' ? 'command' : pathFields[tool];
  if (field === undefined) return 'unknown';
  const value = ownString(input, field);
  if (value === undefined) return ownField(input, field) === undefined ? 'no' : 'unknown';
  return tool === 'Bash' ? commandMatches(rule.content, value) : pathMatches(rule.content, value, project);
}

/**
 * A script concerns a rule when one of its commands does. One that does not parse concerns every rule, and so does a command
 * with expansions, unless the rule is a plain prefix of one word: the client would rather run a hook too often. Observed in
 * 2.1.332.
 */
function commandMatches(content: string, script: string): RuleVerdict {
  const commands = simpleCommands(script);
  if (commands === undefined) return 'yes';
  const regex = patternOf(content);
  const wide = !/^[\w.-]+(?::\*| \*)$/.test(content);
  const isMet = ({ text, open, openName }: SimpleCommand): boolean => openName || regex.test(text) || (open && wide);
  return commands.some(isMet) ? 'yes' : 'no';
}

/** `x:*` and `x *` take `x` alone, and `x` with arguments; each after `xargs` as well. */
function patternOf(content: string): RegExp {
  const words = content.endsWith(':*')
    ? content.slice(0, -2)
    : /^[^*]* \*$/.test(content)
      ? content.slice(0, -2)
      : undefined;
  if (words === undefined) return wildcard(content);
  return new RegExp(`^(?:xargs )?${escapeText(words)}(?: [\\s\\S]*)?$`);
}

function escapeText(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\*]/g, '\\$&');
}

function wildcard(pattern: string): RegExp {
  return new RegExp(`^${pattern.split('*').map(escapeText).join('[\\s\\S]*')}$`);
}
