import type { Pattern } from '../pattern.ts';
import type { Word } from '../shell/reading.ts';
import type { Unknown } from '../unknown.ts';

/** Languages whose inline code is looked into; all others are unknown. */
export type CodeLanguage =
  | 'python'
  | 'javascript'
  | 'ruby'
  | 'perl'
  | 'php'
  | 'lua'
  | 'r'
  | 'applescript'
  | 'awk'
  | 'sed';

/** A program start in code: a shell text, or words. */
export type CodeStart = { readonly text: Pattern } | { readonly words: readonly Word[] };

/** Something that code does to a file. Paths are as written: seen from the working folder. */
export interface CodeFileUse {
  readonly kind: 'read' | 'write' | 'delete';
  readonly path: Pattern;
  /** Set for whole folders. */
  readonly recursive?: true;
}

/** What a piece of code would do, as far as it can be told without running it. */
export interface CodeReading {
  readonly files: readonly CodeFileUse[];
  readonly starts: readonly CodeStart[];
  /** URLs and hosts that it talks to; `anything` where it talks to one that is not known. */
  readonly addresses: readonly Pattern[];
  /** Set where it sends data there (an upload, a request with a body that is not plain text of the code). */
  readonly sends: boolean;
  /** Set where text from the network, a decoder or an input is run (`exec(urlopen(…).read())`). */
  readonly runs?: 'download' | 'decoded' | 'other';
  /** Set where it prints the whole environment. */
  readonly printsEnvironment: boolean;
  /** What cannot be known although harm is possible: a deletion at a computed path, `exec` of a variable. Plain computing is no unknown. */
  readonly unknown: readonly Unknown[];
}
