import { anything, isOpen } from '../pattern.ts';
import { readEscapes } from './escapes.ts';
import { empty, type Field, join, openOf, origin, plain, type Text } from './text.ts';

/** The most values that one format is filled with. */
const mostValues = 512;

/** What `printf FORMAT VALUES…` prints. */
export function printfText(args: readonly Field[]): Text {
  const [format, ...values] = args[0]?.pattern === '--' ? args.slice(1) : args;
  if (format === undefined) return empty;
  if (isOpen(format.pattern) || values.length > mostValues) return openOf(args.map(asOther));
  const pieces = readFormat(format.pattern);
  const takes = pieces.filter(({ kind }) => kind === 'value').length;
  let all: Text = { ...empty, origin: format.origin, commands: format.commands };
  let next = 0;
  do {
    for (const piece of pieces) {
      if (piece.kind === 'text') {
        all = join(all, plain(piece.text));
        continue;
      }
      const value: Field = values[next++] ?? plain('');
      // Nobody knows how many values there are from here on.
      if (value.splits === true) return join(all, openOf([...values.slice(next - 1).map(asOther)]));
      all = join(all, filled(piece.text, value));
    }
  } while (takes > 0 && next < values.length);
  return all;
}

function asOther(text: Text): Text {
  return text.origin === 0 && isOpen(text.pattern) ? { ...text, origin: origin.other } : text;
}

interface Piece {
  readonly kind: 'text' | 'value';
  readonly text: string;
}

function readFormat(format: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of format.matchAll(/%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]*)?(?:\([^)]*\))?[a-zA-Z])/g)) {
    if (match.index > from) pieces.push({ kind: 'text', text: readEscapes(format.slice(from, match.index), false) });
    pieces.push(match[0] === '%%' ? { kind: 'text', text: '%' } : { kind: 'value', text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < format.length) pieces.push({ kind: 'text', text: readEscapes(format.slice(from), false) });
  return pieces;
}

function filled(directive: string, value: Field): Text {
  const { pattern } = value;
  if (isOpen(pattern)) return { ...value, pattern };
  if (directive === '%s') return value;
  if (directive === '%b') return { ...value, pattern: readEscapes(pattern, true) };
  if (directive === '%q' && /^[\w./:=@%+,-]+$/.test(pattern)) return value;
  if (directive === '%c') return { ...value, pattern: pattern.slice(0, 1) };
  if (/^%[di]$/.test(directive) && /^-?\d{1,15}$/.test(pattern)) return { ...value, pattern: String(Number(pattern)) };
  if (directive === '%x' && /^\d{1,15}$/.test(pattern)) return { ...value, pattern: Number(pattern).toString(16) };
  if (directive === '%o' && /^\d{1,15}$/.test(pattern)) return { ...value, pattern: Number(pattern).toString(8) };
  const width = /^%(-?)(\d{1,4})s$/.exec(directive);
  if (width !== null)
    return {
      ...value,
      pattern: width[1] === '-' ? pattern.padEnd(Number(width[2])) : pattern.padStart(Number(width[2])),
    };
  const cut = /^%\.(\d{1,4})s$/.exec(directive);
  if (cut !== null) return { ...value, pattern: pattern.slice(0, Number(cut[1])) };
  return { ...value, pattern: anything, origin: value.origin | origin.other };
}
