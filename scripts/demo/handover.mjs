/** The ready-made call in a denial's text: a tool's name followed by its input as JSON; undefined when there is none. */
export function findHandover(text) {
  for (const { 0: tool, index } of text.matchAll(/\bmcp__\w+/g)) {
    const input = firstObject(text.slice(index));
    if (input !== undefined) return { tool, input };
  }
  return undefined;
}

function firstObject(text) {
  const start = text.indexOf('{');
  for (const { index } of text.matchAll(/\}/g)) {
    try {
      return JSON.parse(text.slice(start, index + 1));
    } catch {
      // A brace inside the object: the object goes on.
    }
  }
  return undefined;
}
