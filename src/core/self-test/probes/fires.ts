import type { ClientFeatures } from '../../client/client-version.ts';
import type { ConfiguredHook } from '../../client/hook-source.ts';
import { hooksFor } from '../../client/hooks-in-force.ts';
import { parsePermissionRule, ruleConcerns } from '../../client/permission-rule.ts';
import { isJsonObject, type JsonObject, ownField, ownString } from '../../json/json-value.ts';

/** Whether the client runs a hook for an event; with an `if` only when that is certain. */
export function fires(hook: ConfiguredHook, event: JsonObject, features: ClientFeatures): boolean {
  if (hooksFor(hook.event, event, { hooks: [hook] }, features).length === 0) return false;
  const condition = ownString(hook.entry, 'if') ?? '';
  const rule = condition === '' ? undefined : parsePermissionRule(condition);
  const input = ownField(event, 'tool_input');
  if (rule === undefined || !isJsonObject(input)) return true;
  const tool = ownString(event, 'tool_name') ?? '';
  return tool !== 'Bash' || ruleConcerns(rule, tool, input, ownString(event, 'cwd') ?? '') === 'yes';
}

/** A command that a condition such as `Bash(git push *)` lets through to its hook; undefined when there is no such. */
export function commandForCondition({ entry }: ConfiguredHook): string | undefined {
  const rule = parsePermissionRule(ownString(entry, 'if') ?? '');
  if (rule?.tool !== 'Bash' || rule.content === undefined) return undefined;
  return rule.content.replace(/:\*$/, ' example').replaceAll('*', 'example');
}
