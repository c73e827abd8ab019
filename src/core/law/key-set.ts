const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the place of a key set is a URL and not a file. A single letter before the colon is a drive. */
export function isKeySetUrl(place: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]+:/.test(place);
}

/**
 * Why a key set cannot be taken from a place; undefined when it can. Keys that somebody could change on their way are as
 * good as none, so that plain http goes to this machine only.
 */
export function whyNoKeySet(place: string): string | undefined {
  if (!isKeySetUrl(place)) return undefined;
  const url = URL.canParse(place) ? new URL(place) : undefined;
  if (url === undefined) return 'is no URL';
  if (url.username !== '' || url.password !== '') return 'must not hold a name or a password';
  if (url.protocol === 'https:' || (url.protocol === 'http:' && localHosts.has(url.hostname))) return undefined;
  return 'must be a file or an https URL; http goes to localhost only';
}
