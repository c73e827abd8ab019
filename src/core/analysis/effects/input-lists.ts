import type { Command, Word } from '../shell/reading.ts';
import { type FileUse, read } from './use.ts';

/** The most names of one list that are looked at. */
const mostNames = 200;

/** The lines of a command's standard input, as far as they are known; those of `-z` lists end with a NUL. */
export function linesOf({ input }: Pick<Command, 'input'>): readonly string[] {
  return (input.text ?? '').split(/[\n\0]+/, mostNames).filter(line => line !== '');
}

/** Lists of files that a program reads: the list itself, and what it names where it comes through the input. */
export function listed(command: Pick<Command, 'input'>, lists: readonly Word[]): FileUse[] {
  return lists.flatMap(({ pattern }) =>
    /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(pattern) ? linesOf(command).map(path => read(path)) : [read(pattern)],
  );
}
