import type { Pattern } from '../../analysis/pattern.ts';
import { findPaths } from './file-commands.ts';
import type { Input } from './finding.ts';

const valuedOfXargs = ['-I', '-n', '-P', '-L', '-d', '-s', '-a', '-E', '--delimiter', '--max-args', '-j'];

/** The command that `xargs` runs, with what the pipeline names; undefined where it names none. */
export function wordsOfXargs(args: readonly Pattern[], input: Input): Pattern[] | undefined {
  let at = 0;
  let place = '{}';
  for (; args[at]?.startsWith('-') === true; at++) {
    if (args[at] === '-I') place = args[at + 1] ?? place;
    else if (args[at]?.startsWith('-I') === true) place = args[at]?.slice(2) ?? place;
    if (valuedOfXargs.includes(args[at] ?? '')) at++;
  }
  const command = args.slice(at);
  if (command.length === 0) return undefined;
  const items = [...input.paths, ...(input.text ?? '').split(/\s+/).filter(word => word !== '')];
  return command.some(word => word.includes(place))
    ? command.flatMap(word => (word.includes(place) ? items.map(item => word.replaceAll(place, item)) : [word]))
    : [...command, ...items];
}

/** The commands of `find … -exec COMMAND {} ;` and the like, with what it would find in the place of `{}`. */
export function wordsOfFind(name: string, args: readonly Pattern[]): Pattern[][] {
  return args.flatMap((word, at) => {
    if (!/^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/.test(word)) return [];
    const rest = args.slice(at + 1);
    const end = rest.findIndex(next => next === ';' || next === '+');
    const found = findPaths(args.slice(0, at));
    const command = end === -1 ? rest : rest.slice(0, end);
    const named = command.some(next => next.includes('{}')) || name === 'find' ? command : [...command, '{}'];
    return [named.flatMap(next => (next.includes('{}') ? found.map(path => next.replaceAll('{}', path)) : [next]))];
  });
}
