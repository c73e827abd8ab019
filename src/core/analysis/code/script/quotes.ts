import { endsValue, type ScriptLanguage, type Token } from './token.ts';

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Longest regular expression between slashes; a longer one is taken for a division. */
const maxRegex = 1_000;

/** A quoted piece of a program. */
export interface Delimited {
  readonly kind: 'text' | 'command' | 'regex' | 'words';
  /** What stands between the marks: two for a substitution. */
  readonly bodies: readonly string[];
  /** Set where nothing is put in. */
  readonly raw: boolean;
  /** Where it ends in the text, flags included. */
  readonly end: number;
  readonly flags: string;
}

/** What stands between the mark at a place and the one that closes it, brackets in pairs. */
export function delimited(code: string, start: number): { body: string; end: number } {
  const open = code[start] ?? '';
  const close = closers[open] ?? open;
  let depth = 1;
  let at = start + 1;
  for (; at < code.length; at++) {
    const character = code[at];
    if (character === '\\') at++;
    else if (character === close && --depth === 0) break;
    else if (character === open && close !== open) depth++;
  }
  return { body: code.slice(start + 1, at), end: Math.min(code.length, at + 1) };
}

/** Quotes that are written with a letter or as a regular expression; undefined where none stands at a place. */
export function quoteOperator(
  language: ScriptLanguage,
  code: string,
  at: number,
  before: Token | undefined,
): Delimited | undefined {
  if (language === 'perl') return perlQuote(code, at, before) ?? slashRegex(code, at, before);
  if (language === 'ruby') return rubyQuote(code, at, before) ?? slashRegex(code, at, before);
  if (language !== 'lua') return undefined;
  const long = /\[(=*)\[/y;
  long.lastIndex = at;
  const found = long.exec(code);
  if (found === null || endsValue(before)) return undefined;
  const end = code.indexOf(`]${found[1]}]`, long.lastIndex);
  const stop = end < 0 ? code.length : end;
  return {
    kind: 'text',
    bodies: [code.slice(long.lastIndex, stop)],
    raw: true,
    end: stop + found[0].length,
    flags: '',
  };
}

function perlQuote(code: string, at: number, before: Token | undefined): Delimited | undefined {
  if (
    before?.kind === 'mark' &&
    (before.text === '->' || before.text === '{') &&
    /^[a-z]+\}/.test(code.slice(at, at + 4))
  )
    return undefined;
  if (/[\w-]/.test(code[at - 1] ?? '')) return undefined;
  const operator = /(q|qq|qw|qx|qr|m|s|tr|y)(\s*)([^\w\s,;)=])/y;
  operator.lastIndex = at;
  const found = operator.exec(code);
  if (found === null) return undefined;
  const [whole, name = '', space = '', mark = ''] = found;
  if (mark === '#' && space !== '') return undefined;
  const first = delimited(code, at + whole.length - 1);
  let { end } = first;
  const bodies = [first.body];
  if (name === 's' || name === 'tr' || name === 'y') {
    if (closers[mark] !== undefined) while (/\s/.test(code[end] ?? '')) end++;
    const second = delimited(code, closers[mark] === undefined ? end - 1 : end);
    bodies.push(second.body);
    end = second.end;
  }
  const flags = /^[a-z]*/.exec(code.slice(end, end + 12))?.[0] ?? '';
  if (name === 'q') return { kind: 'text', bodies, raw: true, end, flags: '' };
  if (name === 'qq') return { kind: 'text', bodies, raw: false, end, flags: '' };
  if (name === 'qw') return { kind: 'words', bodies, raw: true, end, flags: '' };
  if (name === 'qx') return { kind: 'command', bodies, raw: mark === "'", end, flags: '' };
  return { kind: 'regex', bodies, raw: true, end: end + flags.length, flags: name === 's' ? flags : '' };
}

function rubyQuote(code: string, at: number, before: Token | undefined): Delimited | undefined {
  if (code[at] !== '%' || (endsValue(before) && /[\s(]/.test(code[at + 1] ?? ' '))) return undefined;
  if (endsValue(before) && before?.kind !== 'word') return undefined;
  const operator = /%([qQwWiIxrs]?)([^\w\s])/y;
  operator.lastIndex = at;
  const found = operator.exec(code);
  if (found === null) return undefined;
  const { body, end } = delimited(code, at + found[0].length - 1);
  const [, name = ''] = found;
  if (/[wWiI]/.test(name)) return { kind: 'words', bodies: [body], raw: true, end, flags: '' };
  if (name === 'x') return { kind: 'command', bodies: [body], raw: false, end, flags: '' };
  if (name === 'r') return { kind: 'regex', bodies: [body], raw: true, end, flags: '' };
  return { kind: 'text', bodies: [body], raw: name === 'q' || name === 's', end, flags: '' };
}

function slashRegex(code: string, at: number, before: Token | undefined): Delimited | undefined {
  if (code[at] !== '/' || endsValue(before)) return undefined;
  const { body, end } = delimited(code.slice(at, at + maxRegex), 0);
  if (body.includes('\n') || end >= maxRegex) return undefined;
  const flags = /^[a-z]*/.exec(code.slice(at + end, at + end + 12))?.[0] ?? '';
  return { kind: 'regex', bodies: [body], raw: true, end: at + end + flags.length, flags: '' };
}
