import { canonicalHost } from './address.ts';
import { UnreadableError, type UrlFacts } from './facts.ts';
import { listOf, once } from './once.ts';

/** How much of a text that is no URL is shown. */
const longestShown = 80;

/** What is known of a URL. Read by the rules of browsers and fetch clients: https://url.spec.whatwg.org */
export function createUrlFacts(text: string): UrlFacts {
  const parsed = once(() => (URL.canParse(text) && !hasTwoHosts(text) ? new URL(text) : undefined));
  const url = (): URL => {
    const known = parsed();
    if (known !== undefined) return known;
    const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
    throw new UnreadableError(`\`${shown}\` is no URL with one plain meaning`);
  };
  const host = once(() => canonicalHost(url().hostname));
  return {
    scheme: () => url().protocol.slice(0, -1),
    host,
    port: () => url().port,
    path: () => url().pathname,
    user: () => decoded(url().username),
    within: hosts => listOf(hosts).some(place => isHostWithin(host(), place)),
    valid: () => parsed() !== undefined,
  };
}

/** `http://a.test\\@b.test`: to browsers the host is the one, to programs that go by RFC 3986 the other. */
function hasTwoHosts(text: string): boolean {
  const authority = /^[^:]*:[/\\]*([^/?#]*)/.exec(text)?.[1] ?? '';
  return /\\[^@]*@/.test(authority);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `*.example.com` is every host below `example.com`, not itself; `*` is every host. */
export function isHostWithin(host: string, place: string): boolean {
  if (place === '*') return host !== '';
  if (!place.startsWith('*.')) return host === canonicalHost(place) && host !== '';
  return host.endsWith(`.${canonicalHost(place.slice(2))}`);
}
