import type { Word, WordPart } from 'unbash';

/** A stretch of a word, in order. */
export type Piece =
  | { readonly kind: 'text'; readonly value: string; readonly quoted: boolean }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** As it stands in the source, such as `${X:-.}`. */
      readonly text: string;
      readonly quoted: boolean;
      /** What stands in for an unset variable, as in `${X:-.}`; undefined when nothing does. */
      readonly fallback: string | undefined;
      readonly pos: number;
      readonly end: number;
    }
  /** What only running it would tell: the output of a command, a glob, arithmetic. */
  | {
      readonly kind: 'open';
      readonly text: string;
      readonly quoted: boolean;
      readonly substitution: boolean;
      readonly pos: number;
      readonly end: number;
    };

/** A word of a command. Offsets count in the text of the shell script that it stands in. */
export interface CommandWord {
  /** As it is written, with its quotes. */
  readonly text: string;
  /** Without its quotes; expansions as they are written. */
  readonly value: string;
  readonly pieces: readonly Piece[];
  readonly pos: number;
  readonly end: number;
}

/** Reads a word as the parser gives it. */
export function readWord(word: Word): CommandWord {
  const { text, value, pos, end } = word;
  const pieces: Piece[] =
    word.parts === undefined
      ? [{ kind: 'text', value, quoted: false }]
      : word.parts.flatMap(part => readPart(part, false));
  return { text, value, pieces, pos, end };
}

/** A word of an exec form, in which only the placeholders of the client are expanded. */
export function plainWord(value: string): CommandWord {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of value.matchAll(/\$\{(CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA)\}/g)) {
    if (found.index > from) pieces.push({ kind: 'text', value: value.slice(from, found.index), quoted: true });
    const end = found.index + found[0].length;
    const name = found[1] ?? '';
    pieces.push({ kind: 'variable', name, text: found[0], quoted: true, fallback: undefined, pos: found.index, end });
    from = end;
  }
  if (from < value.length) pieces.push({ kind: 'text', value: value.slice(from), quoted: true });
  return { text: value, value, pieces, pos: 0, end: value.length };
}

function readPart(part: WordPart, quoted: boolean): Piece[] {
  const { pos, end } = part;
  switch (part.type) {
    case 'Literal':
      return [{ kind: 'text', value: part.value, quoted: quoted || part.text.startsWith('\\') }];
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ kind: 'text', value: part.value, quoted: true }];
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.length === 0
        ? [{ kind: 'text', value: '', quoted: true }]
        : part.parts.flatMap(child => readPart(child, true));
    case 'SimpleExpansion':
      return [{ kind: 'variable', name: part.text.slice(1), text: part.text, quoted, fallback: undefined, pos, end }];
    case 'ParameterExpansion': {
      const { parameter: name, operation, text } = part;
      const fallback =
        operation?.type === 'Default' && /^:?[-=]$/.test(operation.operator) ? operation.operand.value : undefined;
      return [{ kind: 'variable', name, text, quoted, fallback, pos, end }];
    }
    default: {
      const substitution = part.type === 'CommandExpansion';
      return [{ kind: 'open', text: part.text, quoted, substitution, pos, end }];
    }
  }
}

/** The text of a word that is nothing but text. */
export function literalOf({ pieces }: CommandWord): string | undefined {
  if (!pieces.every(piece => piece.kind === 'text')) return undefined;
  return pieces.map(piece => (piece.kind === 'text' ? piece.value : '')).join('');
}

/**
 * What a word stands for with the given variables; undefined when only running it would tell. An unset variable is empty,
 * as for the shell.
 */
export function expandWith(
  { pieces }: CommandWord,
  variable: (name: string) => string | undefined,
  home: string,
): string | undefined {
  let text = '';
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'open') return undefined;
    if (piece.kind === 'text') {
      text += index === 0 && !piece.quoted ? piece.value.replace(/^~(?=\/|$)/, home) : piece.value;
      continue;
    }
    const value = variable(piece.name);
    const fallback = piece.fallback?.replace(/^\$\{?(\w+)\}?/, (_all, name: string) => variable(name) ?? '');
    text += value === undefined || value === '' ? (fallback ?? value ?? '') : value;
  }
  return text;
}

/** Whether a word starts with a tilde that the shell leaves as it is, because it stands in quotes. */
export function hasDeadTilde({ pieces: [first] }: CommandWord): boolean {
  return first?.kind === 'text' && first.quoted && /^~(?:\/|$)/.test(first.value);
}

/** The name of a variable that stands in single quotes, or in an exec form, and so is not expanded. */
export function deadVariable({ pieces }: CommandWord): string | undefined {
  for (const piece of pieces) {
    if (piece.kind !== 'text' || !piece.quoted) continue;
    const found = /\$\{?((?:CLAUDE_[A-Z_]+|HOME|PWD|USER))\b\}?/.exec(piece.value);
    if (found !== null) return found[1];
  }
  return undefined;
}

/** Whether a path starts at the session's current folder, and so depends on where the agent has gone. */
export function isRelativePath({ pieces: [first] }: CommandWord): boolean {
  if (first === undefined) return false;
  if (first.kind === 'text') return !/^(?:[/\\]|[A-Za-z]:[/\\])/.test(first.value) && !isTilde(first);
  if (first.kind === 'variable') return first.name === 'PWD' || first.name === 'OLDPWD';
  return first.substitution && /^[$`(]*\s*pwd\s*[)`]*$/.test(first.text);
}

function isTilde(piece: Piece): boolean {
  return piece.kind === 'text' && piece.value.startsWith('~');
}
