/** What a plain parse would hide: how deep the text nests, and what two readers could read differently. */
export interface JsonScan {
  /** Deepest nesting of objects and arrays. */
  readonly depth: number;
  /** The first key that stands twice in one object, decoded. */
  readonly duplicateKey?: string;
  /** Whether an object has a key `__proto__`. */
  readonly protoKey: boolean;
  /** The first number too large for a double, as written. */
  readonly hugeNumber?: string;
  /** How many values there are, roughly: commas and containers. */
  readonly values: number;
}

type Container = { keys: Set<string> | undefined; expectsKey: boolean };

const quote = 0x22;
const backslash = 0x5c;

/** The offset just past the closing quote of the string that opens at `start`, or -1 when it never closes. */
function endOfString(text: string, start: number): number {
  let from = start + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close === -1) return -1;
    let slashes = 0;
    for (let at = close - 1; at > start && text.charCodeAt(at) === backslash; at--) slashes++;
    if (slashes % 2 === 0) return close + 1;
    from = close + 1;
  }
}

function decodeKey(raw: string): string {
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return JSON.parse(raw) as string;
  } catch {
    return raw;
  }
}

const numberCharacters = /[-+.0-9eE]+/y;

/**
 * Scans JSON text in linear time without recursion. The text need not be valid: whoever calls this parses it as well,
 * and the parser is the judge of validity. Stops early once `maxDepth` is passed.
 */
export function scanJson(text: string, maxDepth: number): JsonScan {
  const open: Container[] = [];
  let depth = 0;
  let values = 1;
  let duplicateKey: string | undefined;
  let protoKey = false;
  let hugeNumber: string | undefined;
  let at = 0;
  while (at < text.length && depth <= maxDepth) {
    const code = text.charCodeAt(at);
    const top = open[open.length - 1];
    if (code === quote) {
      const end = endOfString(text, at);
      if (end === -1) break;
      if (top?.keys !== undefined && top.expectsKey) {
        const key = decodeKey(text.slice(at, end));
        if (top.keys.has(key)) duplicateKey ??= key;
        top.keys.add(key);
        if (key === '__proto__') protoKey = true;
        top.expectsKey = false;
      }
      at = end;
      continue;
    }
    if (code === 0x7b || code === 0x5b) {
      values++;
      open.push({ keys: code === 0x7b ? new Set() : undefined, expectsKey: true });
      if (open.length > depth) depth = open.length;
    } else if (code === 0x7d || code === 0x5d) {
      open.pop();
    } else if (code === 0x2c) {
      values++;
      if (top !== undefined) top.expectsKey = true;
    } else if ((code >= 0x30 && code <= 0x39) || code === 0x2d) {
      numberCharacters.lastIndex = at;
      const number = numberCharacters.exec(text)?.[0] ?? '';
      if (Math.abs(Number(number)) === Number.POSITIVE_INFINITY) hugeNumber ??= number;
      at += Math.max(1, number.length);
      continue;
    }
    at++;
  }
  return {
    depth,
    values,
    protoKey,
    ...(duplicateKey === undefined ? {} : { duplicateKey }),
    ...(hugeNumber === undefined ? {} : { hugeNumber }),
  };
}
