import type { CodeLanguage, CodeReading } from '../code/reading.ts';
import type { Pattern } from '../pattern.ts';
import type { Unknown } from '../unknown.ts';

/** A word of a command as the program would get it. */
export interface Word {
  /** Its text; private characters stand for what is open (`analysis/pattern.ts`). */
  readonly pattern: Pattern;
  /** Set where it comes from an expansion without quotes whose value is not known: it may become several words, or none. */
  readonly splits?: true;
  /** The commands whose output is in it, by their place in the reading's list; absent where that is not told word by word. */
  readonly outputs?: readonly number[];
}

/** What a stream is joined to. */
export interface Redirection {
  readonly direction: 'read' | 'write' | 'append';
  /** The file, as written: seen from the command's working folder. */
  readonly target: Pattern;
  /** 0 for input, 1 for output, 2 for errors, or any other; `both` for `&>`. */
  readonly descriptor: number | 'both';
}

/** Where a command's standard input comes from. */
export interface StandardInput {
  readonly from: 'nothing' | 'pipe' | 'text' | 'file' | 'substitution';
  /** The text, where it can be told (here-documents, here-strings, `echo … |`); may be open in parts. */
  readonly text?: Pattern;
  /** The commands whose output it is, by their place in the reading's list, nearest first, whole pipeline. */
  readonly sources: readonly number[];
}

/** How a command comes to run. */
export interface Via {
  /** `sudo`, `bash -c`, `xargs`, `find -exec`, `eval`, `ssh`, `function f`, `alias x`, `python3 -c`, `script ./x.sh` … */
  readonly by: string;
  /** Set where it runs on another machine or in a container: paths are not those of this machine. */
  readonly elsewhere?: true;
  /** Set where its text was read from a script file: then only what is certain counts. */
  readonly script?: true;
}

/** One command that would run, or could. A text with alternatives (a variable with two possible values) gives one for each. */
export interface Command {
  /** The program's base name without folders, lower case, and without `.exe`; undefined where it is not known. */
  readonly program: string | undefined;
  /** All words, the program's own first. */
  readonly words: readonly Word[];
  /** Assignments in front of it, such as `A=1 make`. */
  readonly assignments: readonly { readonly name: string; readonly value: Pattern }[];
  readonly redirections: readonly Redirection[];
  readonly input: StandardInput;
  /** The commands that get its standard output, by their place in the list. */
  readonly feeds: readonly number[];
  /** Commands in substitutions among its words, by their place in the list. */
  readonly substitutions: readonly number[];
  /** The working folder, rooted; `anything` where it is not known. */
  readonly cwd: Pattern;
  /** What it was reached through, outermost first. */
  readonly via: readonly Via[];
  /** Set on a wrapper (`env`, `sudo`, `xargs` …) whose inner command is in the list as well. */
  readonly wraps?: true;
}

/** Program text that is run and where it comes from, where it is not plainly in the command itself. */
export interface FedText {
  /** What runs it: `bash`, `eval`, `python3` … */
  readonly by: string;
  /** Where it comes from: the network, a decoder, a file's content, an environment variable, or something else. */
  readonly source: 'download' | 'decoded' | 'file' | 'variable' | 'other';
}

/** What a shell text would do, as far as it can be told without running it. */
export interface ShellReading {
  readonly commands: readonly Command[];
  /** What cannot be known; empty where everything is. */
  readonly unknown: readonly Unknown[];
  /** Inline code of other languages, by the command that runs it; what it starts is among the commands. */
  readonly code: readonly {
    readonly command: number;
    readonly language: CodeLanguage;
    readonly reading: CodeReading;
  }[];
  /** Text that is run and does not stand there. */
  readonly fed: readonly FedText[];
  /** Set where the text as a whole could not be read: then the commands are not all there are. */
  readonly unreadable?: Unknown;
}
