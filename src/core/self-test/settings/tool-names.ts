import type { ClientFeatures } from '../../client/client-version.ts';
import { matches, readMatcher } from '../../client/matcher.ts';

/** Whether a matcher takes a tool. */
export function takesTool(matcher: string | undefined, tool: string, features: ClientFeatures): boolean {
  return matches(readMatcher(matcher, features), tool);
}
