/**
 * Whether a tool's name fits a pattern: an exact name, or a glob in which `*` stands for any run of characters and `?`
 * for one. Case matters, as it does in the client. Linear in the name for each star (no backtracking past the last one).
 */
export function matchesToolPattern(pattern: string, name: string): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let resume = 0;
  while (n < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[n])) {
      p++;
      n++;
    } else if (star !== -1) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Whether a rule's tools cover a name; undefined stands for every tool. */
export function coversTool(patterns: readonly string[] | undefined, name: string): boolean {
  return patterns === undefined || patterns.some(pattern => matchesToolPattern(pattern, name));
}

export function isGlob(pattern: string): boolean {
  return pattern.includes('*') || pattern.includes('?');
}

/** Whether every tool that `inner` covers is certainly covered by `outer`; sound, not complete. */
export function coversPattern(outer: string, inner: string): boolean {
  if (outer === inner || !isGlob(inner)) return matchesToolPattern(outer, inner);
  // Read as a name, the stars of `inner` can be taken by stars of `outer` only, where that has no `?`.
  return !outer.includes('?') && matchesToolPattern(outer, inner);
}
