import { compilePlace, isWithin, touchesAny } from '../path/place.ts';
import { expandHome, resolveTarget } from '../path/target-path.ts';
import { nameOf } from '../path-text.ts';
import type { Surroundings } from '../surroundings.ts';
import type { PathFacts } from './facts.ts';
import { listOf, once } from './once.ts';

/** What is known of a path that stands in a field of a tool; `file:` URLs are paths too. */
export function createPathFacts(text: string, surroundings: Surroundings): PathFacts {
  const rooted = once(() =>
    resolveTarget(surroundings.cwd, expandHome(withoutScheme(text), surroundings), surroundings),
  );
  const places = (texts: string | readonly string[]) => listOf(texts).map(place => compilePlace(place, surroundings));
  const name = once(() => nameOf(rooted()));
  return {
    text: rooted,
    name,
    extension: () => /.(\.[^.]*)$/s.exec(name())?.[1]?.toLowerCase() ?? '',
    within: folders => isWithin({ path: rooted() }, places(folders)) === 'inside',
    matches: patterns => touchesAny({ path: rooted() }, places(patterns)),
  };
}

/** `file:///a%20b` is `/a b`. */
function withoutScheme(text: string): string {
  const path = /^file:\/\/(?:localhost)?(?=\/)/i.exec(text);
  if (path === null) return text;
  const encoded = text.slice(path[0].length);
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
