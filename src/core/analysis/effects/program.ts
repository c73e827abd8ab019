import type { Command, Word } from '../shell/reading.ts';
import { type Arguments, hasOption, namesOf, readArguments, valuesOf } from './arguments.ts';
import { listed } from './input-lists.ts';
import { type Call, type FileUse, read, remove, type Use, write } from './use.ts';

/** What the usual kind of program does with its operands and options; names of options stand with spaces between them. */
export interface Program {
  /** Options that take a value which is no file. */
  readonly valued?: string;
  /** Options whose value is a file that it reads, and one that it writes. */
  readonly reads?: string;
  /** Options whose value is a file that names files to read; `-` is the input. */
  readonly lists?: string;
  readonly writes?: string;
  /** What happens to the operands; nothing where it is absent. */
  readonly operands?: 'read' | 'write' | 'edit' | 'delete';
  /** Options whose value is a folder that it empties before it starts. */
  readonly clears?: string;
  /** How many operands at the start are no files (a pattern, a program). */
  readonly data?: number;
  /** Options in whose presence all operands are files after all. */
  readonly dataBy?: string;
  /** Options with which folders are meant with all in them, or always. */
  readonly recursive?: string | true;
  /** Options with which the operands are written, too, and those with which they are deleted. */
  readonly editBy?: string;
  readonly deleteBy?: string;
  /** Options with which it does nothing of all this. */
  readonly idleBy?: string;
  /** Words that start with `+` are options. */
  readonly plus?: true;
  /** The last of several operands is written. */
  readonly target?: true;
  /** Whether the folder it stands in is meant where no operand is. */
  readonly here?: boolean;
}

const noInput: Pick<Command, 'input'> = { input: { from: 'nothing', sources: [] } };

/** Makes a description of a program from what is usual. */
export function program(spec: Program): (call: Pick<Call, 'args'> & Partial<Pick<Call, 'command'>>) => Use[] {
  const valued = new Set([spec.valued, spec.reads, spec.writes, spec.lists, spec.clears].flatMap(namesOf));
  const [reads, writes, dataBy] = [spec.reads, spec.writes, spec.dataBy].map(namesOf);
  return ({ args, command = noInput }) => {
    const given = readArguments(args, valued);
    if (hasOption(given, namesOf(spec.idleBy))) return [];
    const data = hasOption(given, dataBy ?? []) ? 0 : (spec.data ?? 0);
    return [
      ...valuesOf(given, reads ?? []).map(({ pattern }) => read(pattern)),
      ...listed(command, valuesOf(given, namesOf(spec.lists))),
      ...valuesOf(given, namesOf(spec.clears)).map(({ pattern }) => remove(pattern, { recursive: true })),
      ...valuesOf(given, writes ?? []).map(({ pattern }) => write(pattern)),
      ...useOperands(spec, given, given.operands.slice(data)),
    ];
  };
}

function useOperands(spec: Program, given: Arguments, operands: readonly Word[]): Use[] {
  if (spec.operands === undefined) return [];
  const recursive = spec.recursive === true || hasOption(given, namesOf(spec.recursive));
  const more = recursive ? { recursive } : {};
  const target = spec.target === true && operands.length > 1 ? operands.at(-1) : undefined;
  const sources = target === undefined ? operands : operands.slice(0, -1);
  const uses = sources.flatMap(({ pattern }) => useOperand(spec, given, pattern, more));
  if (sources.length === 0 && spec.here === true && recursive) uses.push(read('.', more));
  return target === undefined ? uses : [...uses, write(target.pattern)];
}

function useOperand(spec: Program, given: Arguments, path: string, more: Partial<FileUse>): FileUse[] {
  if (path === '-' || (spec.plus === true && path.startsWith('+'))) return [];
  if (spec.operands === 'delete') return [remove(path, more)];
  if (spec.operands === 'write') return [write(path, more)];
  const edited = spec.operands === 'edit' || hasOption(given, namesOf(spec.editBy)) ? [write(path, more)] : [];
  const deleted = hasOption(given, namesOf(spec.deleteBy)) ? [remove(path, more)] : [];
  return [read(path, more), ...edited, ...deleted];
}
