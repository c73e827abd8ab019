import type { ClientFeatures } from '../../client/client-version.ts';
import type { ConfiguredHook } from '../../client/hook-source.ts';
import { matches, readMatcher } from '../../client/matcher.ts';
import { parsePermissionRule } from '../../client/permission-rule.ts';
import { builtinToolNames } from '../../event/builtin-tools.ts';
import { ownString } from '../../json/json-value.ts';
import { alternativesOf, exampleOfRegex } from './example-of-regex.ts';

/** The tools that tell most of a hook that takes them all, in this order; the others follow. */
const telling = ['Bash', 'Write', 'Read', 'Edit', 'WebFetch', 'Grep', 'NotebookEdit', 'Glob', 'Agent'];

/** How many tools a hook is tried with. */
const most = 6;

/** The last parts of the names of tools that MCP servers often have. */
const mcpTools = ['query', 'create', 'delete'];

/** A name that differs from one of these only in its case belongs to no tool. */
const lowerNames: ReadonlySet<string> = new Set(builtinToolNames.map(name => name.toLowerCase()));

/** Names of tools that a hook would be run for, the telling ones first. */
export function toolsOfHook(
  hook: ConfiguredHook,
  mcpServers: readonly string[],
  features: ClientFeatures,
): readonly string[] {
  const matcher = readMatcher(hook.matcher, features);
  const named = matcher.kind === 'names' ? matcher.names : [];
  const rule = parsePermissionRule(ownString(hook.entry, 'if') ?? '');
  const servers = [...mcpServers, 'example'];
  const candidates = new Set([
    ...(rule === undefined || rule.tool.includes('*') ? [] : [rule.tool]),
    ...named.filter(name => !lowerNames.has(name.toLowerCase())),
    ...telling.slice(0, 4),
    ...examplesOfMatcher(hook.matcher ?? ''),
    ...servers.flatMap(server => mcpTools.map(tool => `mcp__${server}__${tool}`)),
    ...telling,
    ...builtinToolNames,
  ]);
  const taken = [...candidates].filter(tool => matches(matcher, tool) && isTool(tool));
  return spread(taken).slice(0, most);
}

function isTool(name: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(name);
}

/** One tool of each MCP server before a second one of any. */
function spread(tools: readonly string[]): string[] {
  const seen = new Set<string>();
  const later: string[] = [];
  const first = tools.filter(tool => {
    const server = /^mcp__.+?__/.exec(tool)?.[0];
    if (server === undefined) return true;
    const repeated = seen.has(server);
    seen.add(server);
    if (repeated) later.push(tool);
    return !repeated;
  });
  return [...first, ...later];
}

/** Names that a regular expression was written for: `mcp__db__.*` becomes `mcp__db__query`. */
function examplesOfMatcher(matcher: string): string[] {
  return alternativesOf(matcher)
    .filter(part => part.includes('mcp__'))
    .flatMap(part => {
      const source = part
        .replaceAll('^', '')
        .replaceAll('$', '')
        .replace(/^\(+|\)+$/g, '');
      const filled = source.replace(/\.[*+]|\*/g, 'query');
      const example = exampleOfRegex(filled) ?? '';
      return /^mcp__.+__./.test(example) ? [example] : [];
    });
}
