/** What can stand in a place of a command line. */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' | 'folders' | 'names' | 'unknown' };

export interface OptionSpec {
  /** Its spellings, such as `-y` and `--yes`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Undefined for an option without a value. */
  readonly value: Values | undefined;
}

/** One command, as the shells are told of it. */
export interface CommandSpec {
  /** The words that lead to it; none for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionSpec[];
  /** What its arguments can be, in their order; the last may be repeated. */
  readonly arguments: readonly Values[];
  readonly variadic: boolean;
}

/** The commands that stand directly below another. */
export function commandsBelow(parent: CommandSpec, all: readonly CommandSpec[]): CommandSpec[] {
  return all.filter(
    ({ path }) => path.length === parent.path.length + 1 && parent.path.every((word, at) => path[at] === word),
  );
}

/** The name of a command: the last word of its path. */
export function nameOf({ path }: CommandSpec): string {
  return path.at(-1) ?? '';
}

/** The command by which a script learns of the names that `explain` takes here: rules can be different in every folder. */
export const namesCommand = 'hooklaw explain --list';

/** A text in single quotes, as POSIX shells and fish read it. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
