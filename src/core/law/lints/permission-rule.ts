import type { Finding, LawLint, LintedLaw, LintedRule } from '../linted-law.ts';
import { tellsWhatToDo } from '../reason-text.ts';
import { isGlob } from '../tool-pattern.ts';

/**
 * The bare name by which `permissions.deny` takes a tool away: a tool's name, or a server's for all of its tools.
 * Undefined for other globs: only for these two forms it is certain that they mean the same in both places.
 */
function permissionFor(tool: string): string | undefined {
  if (!isGlob(tool)) return tool;
  return /^(mcp__[^*?]+?)__\*$/.exec(tool)?.[1];
}

/** Whether a rule takes a tool away and says no more than that. */
function isPlain({ event, effect, document, compiled }: LintedRule): boolean {
  if (event !== 'PreToolUse' || effect !== 'deny') return false;
  if (document.when !== undefined || compiled.during !== undefined || compiled.state !== undefined) return false;
  if (document.instead !== undefined || document.handoff !== undefined) return false;
  return !tellsWhatToDo(document.deny ?? '');
}

/** The entries of `permissions.deny` that stand for a rule; undefined where none, or not all of it, can. */
function permissionsFor(rule: LintedRule): readonly string[] | undefined {
  if (!isPlain(rule) || rule.tools === undefined) return undefined;
  const entries = rule.tools.map(permissionFor);
  return entries.every(entry => entry !== undefined) ? entries : undefined;
}

/** A rule that denies its tools always, with the entries of `permissions.deny` that would do. */
export interface PermissionAdvice {
  readonly rule: LintedRule;
  readonly entries: readonly string[];
}

/** The rules that are better written as permission rules. */
export function advisePermissions({ rules }: LintedLaw): PermissionAdvice[] {
  return rules.flatMap(rule => {
    const entries = permissionsFor(rule);
    return entries === undefined ? [] : [{ rule, entries }];
  });
}

function toFinding({ rule, entries }: PermissionAdvice): Finding {
  const json = `"permissions": { "deny": [${entries.map(entry => JSON.stringify(entry)).join(', ')}] }`;
  return {
    path: rule.path,
    key: 'tool',
    message: `the rule \`${rule.id}\` denies its tools always, and tells the model nothing else to do`,
    help: `in settings.json ${json} takes them away altogether; to keep the rule, add \`instead\``,
  };
}

/** Rules that deny a tool always: a permission rule hides the tool from the model, which then does not even try. */
export const permissionRule: LawLint = {
  code: 'law/permission-rule',
  find: law => advisePermissions(law).map(toFinding),
};
