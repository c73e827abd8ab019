import type { Pattern } from '../pattern.ts';
import type { Command, Word } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';

/** Something that a program does to a file. The path is as written: seen from the command's working folder. */
export interface FileUse {
  /** `change`: owner or permissions. */
  readonly does: 'read' | 'write' | 'delete' | 'change';
  readonly path: Pattern;
  readonly recursive?: boolean;
  readonly many?: boolean;
  readonly uncertain?: boolean;
  /** Set for a folder that is filled with files whose names nobody can see here, as by unpacking. */
  readonly fills?: boolean;
}

/** An exchange of a program with another host. */
export interface NetworkUse {
  readonly does: 'talk';
  readonly address: Pattern;
  /** Files whose content it sends, as written. */
  readonly files?: readonly Pattern[];
  /** Set where files are sent that are not named there. */
  readonly sends?: boolean;
  /** Set where it sends what comes in through its standard input. */
  readonly sendsInput?: boolean;
  /** Set where it sends what it would print. */
  readonly sendsOutput?: boolean;
  /** Set where it sends what later commands would print: a connection that is kept open under a number. */
  readonly sendsLater?: boolean;
  /** Set for programs whose purpose is to bring files to another place (`scp`, `rsync`, `aws s3 cp`). */
  readonly transfer?: true;
  /** Words that go there, so that an output in one of them does. */
  readonly carries?: readonly Word[];
}

export type Use = FileUse | NetworkUse;

/** A command as the description of its program sees it. */
export interface Call {
  readonly name: string;
  /** The words behind the program. */
  readonly args: readonly Word[];
  readonly command: Command;
  readonly surroundings: Surroundings;
}

/** Says what a program would do. */
export type Describe = (call: Call) => readonly Use[];

export const read = (path: Pattern, more: Partial<FileUse> = {}): FileUse => ({ does: 'read', path, ...more });
export const write = (path: Pattern, more: Partial<FileUse> = {}): FileUse => ({ does: 'write', path, ...more });
export const fill = (folder: Pattern): FileUse => ({ does: 'write', path: folder, fills: true });
export const remove = (path: Pattern, more: Partial<FileUse> = {}): FileUse => ({ does: 'delete', path, ...more });

/** The words of a text, for tables of programs. */
export function entries(names: string, describe: Describe): Record<string, Describe> {
  return Object.fromEntries(names.split(/\s+/).map(name => [name, describe]));
}
