import type { Parsers } from '../parsers.ts';
import { isRooted, normalizePath } from '../path-text.ts';
import { anything, type Pattern } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Command, Redirection, StandardInput, Via } from './reading.ts';
import type { Recorder } from './recorder.ts';
import type { State, Value } from './state.ts';
import { empty, type Text } from './text.ts';

/** What does not change while a text is read. */
export interface Reader {
  readonly recorder: Recorder;
  readonly surroundings: Surroundings;
  readonly parsers: Parsers;
}

/** Where a command's standard input comes from. */
export interface Input {
  readonly from: StandardInput['from'];
  /** What it could be. */
  readonly texts: readonly Text[];
  /** The commands whose output it is, nearest first. */
  readonly sources: readonly number[];
  /** The commands that were found to have it; filled while they are. */
  readonly readers: number[];
}

/** States that a flow was left with by `return`, or by `break` and `continue`. */
export interface Exits {
  readonly states: State[];
}

/** What holds for a part of a text. */
export interface Context {
  readonly via: readonly Via[];
  /** How deep texts, functions and substitutions are nested. */
  readonly depth: number;
  readonly input: Input;
  /** Redirections of what stands around a command. */
  readonly outer: readonly Redirection[];
  /** Set in a script of the project: what cannot be known there is no matter. */
  readonly lenient: boolean;
  /** The functions that are being run, outermost first. */
  readonly functions: readonly string[];
  /** How many pipelines and background starts are around, counted from the start of the text. */
  readonly forks: number;
  readonly returns: Exits | undefined;
  /** What variables held that are local to the function that is being run. */
  readonly locals: Map<string, Value | undefined> | undefined;
  readonly loops: readonly Exits[];
  /** Set in a text that is not known throughout: what runs it, and where what is open comes from. */
  readonly open: { readonly by: string; readonly origin: number } | undefined;
  /** A program's name as it is written, for messages. */
  readonly written: string;
  readonly assignments: Command['assignments'];
  /** Redirections of the command itself. */
  readonly redirections: readonly Redirection[];
}

/** How a command ends; `likely` for a `cd`, which is taken to succeed but for what stands behind `||`. */
export type Status = 'success' | 'likely' | 'failure' | 'either';

/** What a part of a text leaves. */
export interface Out {
  /** What it could print. */
  readonly texts: readonly Text[];
  /** The commands that print it, by their place in the list. */
  readonly commands: readonly number[];
  readonly status: Status;
}

export const silent: Out = { texts: [empty], commands: [], status: 'success' };

export const noInput = (): Input => ({ from: 'nothing', texts: [empty], sources: [], readers: [] });

/** A path seen from a folder; rooted where that is known. */
export function rootPath(path: Pattern, cwd: Pattern): Pattern {
  const whole = isRooted(path) || path.startsWith(anything) ? path : `${cwd}/${path}`;
  if (!whole.startsWith(anything)) return normalizePath(whole);
  const kept: string[] = [];
  for (const segment of whole.split('/')) {
    if (segment === '..') {
      if (kept.length > 1) kept.pop();
    } else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return kept.join('/');
}

/** The context of a text, a function or a substitution inside. */
export function deeper(context: Context, via: Via | undefined): Context {
  return {
    ...context,
    depth: context.depth + 1,
    via: via === undefined ? context.via : [...context.via, via],
    assignments: [],
    redirections: [],
    written: '',
  };
}

/** The context of a command that another runs: it has the same streams. */
export function inside(context: Context, via: Via): Context {
  return {
    ...deeper(context, via),
    outer: mergeRedirections(context.redirections, context.outer),
    assignments: context.assignments,
  };
}

/** A command's own redirections in front of those around it that it does not replace. */
export function mergeRedirections(own: readonly Redirection[], outer: readonly Redirection[]): readonly Redirection[] {
  if (own.length === 0 || outer.length === 0) return own.length === 0 ? outer : own;
  const taken = new Set(own.flatMap(({ descriptor }) => (descriptor === 'both' ? [1, 2] : [descriptor])));
  const kept = outer.filter(({ descriptor }) =>
    descriptor === 'both' ? !taken.has(1) || !taken.has(2) : !taken.has(descriptor),
  );
  return [...own, ...kept];
}

export function isElsewhere(context: Context): boolean {
  return context.via.some(({ elsewhere }) => elsewhere === true);
}
