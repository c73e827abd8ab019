import type { ClientFeatures } from './client-version.ts';
import { allToolNames, currentToolName } from './tool-aliases.ts';

/** How a client takes a matcher. */
export type Matcher =
  | { readonly kind: 'everything' }
  /** Exact names, case-sensitive. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** A JavaScript regular expression, not anchored. */
  | { readonly kind: 'regex'; readonly regex: RegExp }
  /** A regular expression that does not compile, so nothing matches. */
  | { readonly kind: 'broken'; readonly cause: string };

/** Events whose matchers know no list but that with `|`. Source: 2.1.332. */
const plainListsOnly: readonly string[] = ['StopFailure', 'FileChanged'];

/**
 * Reads a matcher as a client of a version does. Only letters, digits, `_`, `-`, space, comma and `|`: a list of exact names; any
 * other character: a regular expression. Observed in 2.1.197 and 2.1.332.
 */
export function readMatcher(text: string | undefined, features: ClientFeatures, event = 'PreToolUse'): Matcher {
  if (text === undefined || text === '' || text === '*') return { kind: 'everything' };
  if (listPattern(features, event).test(text)) {
    const names = text.split(features.commaList ? /[,|]/ : /\|/).map(name => name.trim());
    return { kind: 'names', names: names.filter(name => name !== '') };
  }
  try {
    return { kind: 'regex', regex: new RegExp(text) };
  } catch (error) {
    return { kind: 'broken', cause: error instanceof Error ? error.message : String(error) };
  }
}

function listPattern({ commaList, exactHyphen }: ClientFeatures, event: string): RegExp {
  if (plainListsOnly.includes(event)) return /^[\w|]*$/;
  return new RegExp(`^[\\w |${commaList ? ',' : ''}${exactHyphen ? '-' : ''}]*$`);
}

/** Whether a matcher takes a value, such as the name of a tool. A tool goes by its former names, too. */
export function matches(matcher: Matcher, value: string): boolean {
  switch (matcher.kind) {
    case 'everything':
      return true;
    case 'names':
      return matcher.names.some(name => currentToolName(name) === currentToolName(value));
    case 'regex':
      return allToolNames(value).some(name => matcher.regex.test(name));
    case 'broken':
      return false;
  }
}
