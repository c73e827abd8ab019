import type { Pattern } from '../pattern.ts';

/** Something that a call does to a file. */
export interface FileEffect {
  /** `change`: owner or permissions. */
  readonly kind: 'read' | 'write' | 'delete' | 'change';
  /** Rooted where the working folder is known; private characters stand for what is open. */
  readonly path: Pattern;
  /** Set where what lies in the folder is meant as well. */
  readonly recursive?: true;
  /** Set where the path comes from a glob, so that many files may be meant. */
  readonly many?: true;
  /** Set where the path ends with a separator: then a link of that name is followed. */
  readonly enters?: true;
  /** Set where it is not known which file is meant, or whether any. */
  readonly uncertain?: true;
  /** The command that does it, by its place in the reading's list; absent for tools that are no shell. */
  readonly command?: number;
  /** Set where it happens on another machine or in a container. */
  readonly elsewhere?: true;
}

/** An exchange with another host. */
export interface NetworkEffect {
  /** The URL or host, as far as it is known. */
  readonly address: Pattern;
  /** Set where data that does not stand in the command goes there: a file, an output, an input. */
  readonly sends: boolean;
  /** The files whose content goes there. */
  readonly files: readonly Pattern[];
  /** Set for programs whose purpose is to bring files to another place: `scp`, `rsync`, `aws s3 cp`, `ssh` with an input. */
  readonly transfer?: true;
  readonly command?: number;
}

/** All that a call would do outside itself. */
export interface Effects {
  readonly files: readonly FileEffect[];
  readonly network: readonly NetworkEffect[];
  /** Set where the whole environment is printed. */
  readonly printsEnvironment: boolean;
}
