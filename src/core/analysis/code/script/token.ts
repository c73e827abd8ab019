import type { CodeLanguage } from '../reading.ts';

/** Languages that are read by their tokens alone. */
export type ScriptLanguage = Exclude<CodeLanguage, 'python' | 'javascript' | 'awk' | 'sed'>;

/** A part of a text literal: what stands there, or an expression that is put in. */
export type Part = string | readonly Token[];

/** The smallest piece of a program. */
export interface Token {
  readonly kind:
    | 'word'
    | 'variable'
    | 'text'
    /** A text that a shell runs: backticks. */
    | 'command'
    | 'symbol'
    | 'number'
    | 'regex'
    /** Several texts: `%w[a b]`, `qw(a b)`. */
    | 'words'
    /** `<*.o>`, `<STDIN>` and `<>` of Perl. */
    | 'angle'
    | 'mark'
    | 'end'
    | 'open';
  /** What is written, for all but texts. */
  readonly text: string;
  /** The parts of a text. */
  readonly parts?: readonly Part[];
}

/** Whether a value can end with a token, so that a slash behind it divides. */
export function endsValue(token: Token | undefined): boolean {
  if (token === undefined || token.kind === 'end' || token.kind === 'regex') return false;
  if (token.kind === 'mark') return /^[)\]}]$/.test(token.text);
  if (token.kind !== 'word') return true;
  return !/^(?:and|or|not|if|unless|while|until|return|print|puts|p|when|split|grep|map|join|in|do|then|else|elsif|x|lt|gt|eq|ne)$/.test(
    token.text,
  );
}
