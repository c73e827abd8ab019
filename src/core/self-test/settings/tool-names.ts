import type { ClientFeatures } from '../../client/client-version.ts';
import { type Matcher, matches, readMatcher } from '../../client/matcher.ts';
import { formerToolNames, matchableToolNames } from '../../event/tool-names.ts';

/** The names of tools that a matcher takes, of those that are known: the client's, and one of each MCP server. */
export function toolsTaken(
  matcher: string | undefined,
  features: ClientFeatures,
  mcpServers: readonly string[],
): readonly string[] {
  const read = readMatcher(matcher, features);
  const known = [...matchableToolNames, ...mcpServers.map(server => `mcp__${server}__…`)];
  return known.filter(name => takes(read, name));
}

/** Whether a matcher takes a tool, under its present name or a former one. */
export function takes(matcher: Matcher, tool: string): boolean {
  if (matches(matcher, tool)) return true;
  if (matcher.kind !== 'names') return false;
  return matcher.names.some(name => Object.hasOwn(formerToolNames, name) && formerToolNames[name] === tool);
}

export function takesTool(matcher: string | undefined, tool: string, features: ClientFeatures): boolean {
  return takes(readMatcher(matcher, features), tool);
}
