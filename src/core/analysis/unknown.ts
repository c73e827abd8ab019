/** Why something about a call cannot be known. */
export type UnknownReason =
  /** The text is no valid shell, SQL or code. */
  | 'invalid'
  /** Too long, too deep or too many commands. */
  | 'too-large'
  /** A program whose name comes from a variable, a substitution or an input. */
  | 'program'
  /** Text that is run and comes from a variable, a substitution, an input or a file that cannot be read. */
  | 'text'
  /** Code in a language, or with a construct, that cannot be looked into. */
  | 'code'
  /** A program that runs other programs in a way that is not known, in front of a known one. */
  | 'wrapper'
  /** Something that starts itself again and again. */
  | 'endless'
  /** Invisible characters. */
  | 'invisible';

/** Something that cannot be known, in words for a person. */
export interface Unknown {
  readonly reason: UnknownReason;
  /** What it is about, such as `$CMD` or `python3 -c`; lower-case start, no final period. */
  readonly detail: string;
}
