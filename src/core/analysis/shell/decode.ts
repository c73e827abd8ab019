/** The longest text that is decoded, in characters. */
const longest = 262_144;

/** What a decoder makes of a known text; undefined where that is not known. */
export function decode(name: string, args: readonly string[], text: string): string | undefined {
  if (text.length > longest) return undefined;
  if (name === 'base64') return decodeBase64(text);
  if (name === 'rev' && args.length === 0)
    return text
      .split('\n')
      .map(line => [...line].reverse().join(''))
      .join('\n');
  if (name === 'xxd') return args.some(word => /^-\w*p/.test(word)) ? decodeHex(text) : undefined;
  return name === 'tr' ? translate(args, text) : undefined;
}

function decodeBase64(text: string): string | undefined {
  try {
    return readUtf8(atob(text.replace(/\s/g, '')));
  } catch {
    return undefined;
  }
}

function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\s/g, '');
  if (!/^(?:[0-9A-Fa-f]{2})*$/.test(digits)) return undefined;
  return readUtf8(digits.replace(/../g, pair => String.fromCharCode(Number.parseInt(pair, 16))));
}

function readUtf8(bytes: string): string {
  return new TextDecoder().decode(Uint8Array.from(bytes, character => character.charCodeAt(0)));
}

/** `tr SET SET` and `tr -d SET`, for sets of plain characters and ranges. */
function translate(args: readonly string[], text: string): string | undefined {
  const removes = args[0] === '-d' || args[0] === '--delete';
  if (args.length !== 2) return undefined;
  const first = readSet(args[removes ? 1 : 0] ?? '');
  const second = removes ? [] : readSet(args[1] ?? '');
  if (first === undefined || second === undefined || first.length === 0) return undefined;
  const last = second.at(-1) ?? '';
  const table = new Map(first.map((character, at) => [character, removes ? '' : (second[at] ?? last)]));
  return [...text].map(character => table.get(character) ?? character).join('');
}

const classes: Readonly<Record<string, string>> = {
  '[:upper:]': 'A-Z',
  '[:lower:]': 'a-z',
  '[:digit:]': '0-9',
};

function readSet(text: string): string[] | undefined {
  const plain = text.replace(/\[:(?:upper|lower|digit):\]/g, name => classes[name] ?? name);
  if (/\[[:=]|[\uE000-\uE003]/.test(plain)) return undefined;
  const characters: string[] = [];
  const all = [...plain.replace(/\\n/g, '\n').replace(/\\t/g, '\t').replace(/\\(.)/g, '$1')];
  for (let at = 0; at < all.length; at++) {
    const from = all[at] ?? '';
    const to = all[at + 1] === '-' ? all[at + 2] : undefined;
    if (to === undefined) {
      characters.push(from);
      continue;
    }
    at += 2;
    const [start, end] = [from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0];
    if (end < start || end - start > 512) return undefined;
    for (let code = start; code <= end; code++) characters.push(String.fromCodePoint(code));
  }
  return characters;
}
