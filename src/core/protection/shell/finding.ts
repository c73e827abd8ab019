import type { Pattern } from '../../analysis/pattern.ts';

/** What a file holds after a command, as far as that can be told. */
export type Result =
  | { readonly kind: 'text'; readonly text: string; readonly append: boolean }
  /** A copy of another file or, folder for folder, of what lies in it. */
  | { readonly kind: 'copy'; readonly of: Pattern }
  | { readonly kind: 'unknown' };

/** Something that a script does. */
export type Finding =
  | { readonly kind: 'write'; readonly target: Pattern; readonly result: Result; readonly narrow?: boolean }
  | { readonly kind: 'remove'; readonly target: Pattern; readonly narrow?: boolean }
  /** Its permissions or its owner change. `hides`: it can no longer be read; `closes`: nor what lies in it. */
  | { readonly kind: 'access'; readonly target: Pattern; readonly hides: boolean; readonly closes: boolean }
  /** A second name for the same file. */
  | { readonly kind: 'alias'; readonly target: Pattern }
  /** Text in another language is run; `writes` when it certainly changes files. */
  | { readonly kind: 'code'; readonly text: string; readonly cwd: Pattern; readonly writes?: boolean }
  /** A command of hooklaw that only a person may give. */
  | { readonly kind: 'own-command'; readonly command: string }
  /** A command that changes nothing that the others read; all others might. */
  | { readonly kind: 'active'; readonly command: string };

/** What a command is given on its standard input. */
export interface Input {
  /** The whole text, where it can be told. */
  readonly text?: string;
  /** Paths that could be named in it. */
  readonly paths: readonly Pattern[];
}

/** A simple command with its words worked out. */
export interface Call {
  readonly name: string;
  readonly args: readonly Pattern[];
  readonly input: Input;
}
