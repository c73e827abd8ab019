/** A line of a client's own, as found in a text. */
export interface FoundLine {
  /** As written; empty for a mere end of a statement. */
  readonly text: string;
  readonly end: number;
  /** Whether it sends, and so ends, the statement before it. */
  readonly ends: boolean;
  readonly delimiter?: string;
}

/**
 * The client's line that starts here.
 * @param pending whether tokens of a statement stand before it
 */
export function readClientLine(
  text: string,
  at: number,
  client: 'psql' | 'mysql' | 'dot' | 'sqlcmd' | 'bang',
  pending: boolean,
): FoundLine | undefined {
  const sign = text[at];
  if (client === 'psql') return sign === '\\' ? readPsql(text, at) : undefined;
  if (client === 'mysql') return sign === '\\' ? readMysql(text, at) : readDelimiter(text, at, pending);
  if (!startsLine(text, at)) return undefined;
  if (client === 'dot')
    return sign === '.' && !pending && /^\.[A-Za-z]/.test(text.slice(at, at + 2)) ? whole(text, at, false) : undefined;
  if (client === 'bang') return sign === '!' ? whole(text, at, false) : undefined;
  if (/^go\b/i.test(text.slice(at, at + 3))) return { text: '', end: lineEnd(text, at), ends: true };
  return text.startsWith('!!', at) || /^:[A-Za-z]/.test(text.slice(at, at + 2)) ? whole(text, at, false) : undefined;
}

/** psql's commands that take the rest of the line as it is. */
const wholeLine = /^\\(?:!|copy\b|\?|ef\b|ev\b|sf\b|sv\b|h\b|help\b)/;
/** Those that send the statement before them. */
const sends = /^\\(?:g|gx|gset|gexec|gdesc|crosstabview|watch|bind\w*|parse|sendpipeline|;)(?![a-z])/;

function readPsql(text: string, at: number): FoundLine {
  const end = lineEnd(text, at);
  if (text[at + 1] === '\\') return { text: '', end: at + 2, ends: false };
  if (text[at + 1] === ';') return { text: '', end: at + 2, ends: true };
  const head = text.slice(at, at + 16);
  if (wholeLine.test(head)) return whole(text, at, false);
  const stop = nextCommand(text, at + 1, end);
  return { text: text.slice(at, stop).trimEnd(), end: stop, ends: sends.test(head) };
}

/** Where another command starts on the same line, quotes heeded. */
function nextCommand(text: string, from: number, end: number): number {
  let quote = '';
  for (let at = from; at < end; at++) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"' || character === '`') quote = character;
    else if (character === '\\') return at;
  }
  return end;
}

/** `\N` is a null; one letter is the whole command unless it takes a line. */
function readMysql(text: string, at: number): FoundLine | undefined {
  const letter = text[at + 1] ?? '';
  if (letter === 'N') return undefined;
  if (/[gG]/.test(letter)) return { text: '', end: at + 2, ends: true };
  if (!/[!.TPRude]/.test(letter)) return { text: `\\${letter}`, end: at + 2, ends: false };
  // What a command takes ends with the line or the statement.
  const line = whole(text, at, false);
  const end = text.indexOf(';', at);
  return end < 0 || end >= line.end ? line : { text: text.slice(at, end), end, ends: false };
}

function readDelimiter(text: string, at: number, pending: boolean): FoundLine | undefined {
  if (pending || !/^delimiter\s/i.test(text.slice(at, at + 10))) return undefined;
  const end = lineEnd(text, at);
  const delimiter =
    text
      .slice(at + 10, end)
      .trim()
      .split(/\s/)[0] ?? '';
  return { text: '', end, ends: false, ...(delimiter === '' ? {} : { delimiter }) };
}

function whole(text: string, at: number, ends: boolean): FoundLine {
  const end = lineEnd(text, at);
  return { text: text.slice(at, end).trim(), end, ends };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function startsLine(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const character = text[before];
    if (character === '\n') return true;
    if (character !== ' ' && character !== '\t' && character !== '\r') return false;
  }
  return true;
}
