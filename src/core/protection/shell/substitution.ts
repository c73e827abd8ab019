import type { ParsedScript } from 'unbash';
import { folderOf, nameOf } from '../../analysis/path-text.ts';
import { anything, isOpen, type Pattern, star } from '../../analysis/pattern.ts';
import { expandWord, type WordContext } from './expand-word.ts';
import { findPaths } from './file-commands.ts';
import { knownOutput } from './known-output.ts';
import { rootPattern } from './scope.ts';
import { inputOf } from './streams.ts';

/** Programs that print names which stand in their own words, or some of them. */
const listers = new Set(['ls', 'grep', 'egrep', 'rg', 'sort', 'stat']);

/** What `$(…)` prints, for the few commands by which paths are usually made. */
export function evaluateSubstitution({ commands }: ParsedScript, context: WordContext): readonly Pattern[] {
  const [statement, second] = commands;
  const command = statement?.command;
  if (second !== undefined || command?.type !== 'Command' || command.name === undefined) return [anything];
  const [name = '', ...args] = [command.name, ...command.args].flatMap(word =>
    word.type === 'Word' ? expandWord(word, context) : [],
  );
  const program = nameOf(name);
  if (program === 'find' || program === 'fd') return findPaths(args);
  if (listers.has(program)) return [...args.filter(word => !word.startsWith('-')), anything];
  if (program === 'cat' && args.length === 0) return [inputOf(command.redirects, context)?.text ?? anything];
  return [printedBy(program, args, context).replace(/\n+$/, '')];
}

function printedBy(name: string, args: readonly Pattern[], { scope, surroundings }: WordContext): Pattern {
  const operands = args.filter(word => !word.startsWith('-'));
  const [first = anything] = operands;
  switch (name) {
    case 'pwd':
      return scope.cwd;
    case 'realpath':
    case 'readlink':
      return rootPattern(first, scope);
    case 'dirname':
      return first.includes('/') ? folderOf(first) : isOpen(first) ? anything : '.';
    case 'basename':
      return operands.length === 1 ? nameOf(first) : anything;
    case 'which':
    case 'type':
      return first;
    case 'command':
      return args[0] === '-v' || args[0] === '-V' ? (args[1] ?? anything) : anything;
    case 'git':
      return args.join(' ') === 'rev-parse --show-toplevel' ? surroundings.project : anything;
    case 'mktemp':
      return `/tmp/tmp.${star}`;
    case 'printf':
    case 'echo':
      return knownOutput(name, args) ?? (name === 'echo' ? args.join(' ') : anything);
    default:
      return anything;
  }
}
