import type { Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import { hasOption, valuesOf } from '../arguments.ts';
import { read, type Use, write } from '../use.ts';
import { files, listedPaths, readAll, type Verb } from './git-call.ts';

/** `REV:path` names a file of a revision. */
const ofRevision: Verb = ({ args, paths }) => {
  const end = args.findIndex(({ pattern }) => pattern === '--');
  const revisions = (end === -1 ? args : args.slice(0, end)).map(({ pattern }) => pattern);
  return [...revisions.flatMap(fileOfRevision), ...files(paths ?? [], readAll)];
};

function fileOfRevision(word: Pattern): Use[] {
  const at = word.indexOf(':');
  if (at < 0 || word.startsWith('-') || word.startsWith(':(')) return [];
  // `:/text` is a commit by its message, or a path from the root where there is none.
  if (word.startsWith(':/')) return /\s/.test(word) ? [] : files([word], path => read(path));
  return [read(word.slice(at + 1).replace(/^[0-3]:/, ''))];
}

/** The values of an option that is rare enough to be looked for by itself. */
function valuesBehind(args: readonly Word[], name: string): Pattern[] {
  return args.flatMap(({ pattern }, at) => {
    if (pattern === name) return args[at + 1]?.pattern ?? [];
    return pattern.startsWith(`${name}=`) ? [pattern.slice(name.length + 1)] : [];
  });
}

/** With `--batch` the objects are named by the input. */
export const catFile: Verb = call => {
  if (hasOption(call.given, ['-e', '-s', '-t'])) return [];
  const prints = call.given.options.some(({ name }) =>
    /^--(?:batch|batch-command|textconv|filters|buffer)$/.test(name),
  );
  const named = prints ? call.lines.map(line => line.replace(/^contents\s+/, '')) : [];
  return [...ofRevision(call), ...named.flatMap(fileOfRevision)];
};

/** `git config -f FILE` shows what stands in it. */
export const config: Verb = ({ given, operands }) => {
  const files = valuesOf(given, ['-f', '--file']);
  const sets = operands.filter(word => !/^(?:list|get|set|unset|edit)$/.test(word)).length > 1;
  const unsets = given.options.some(({ name }) =>
    /^--(?:add|unset|unset-all|replace-all|rename-section|remove-section)$/.test(name),
  );
  return files.map(({ pattern }) => (sets || unsets ? write(pattern) : read(pattern)));
};

/** Of `git diff A B file` nobody knows which words are revisions: those that look like files count. */
export const shows: Verb = call => {
  if (
    hasOption(call.given, [
      '--stat',
      '--name-only',
      '--name-status',
      '--shortstat',
      '--numstat',
      '--quiet',
      '--summary',
      '-s',
      '--no-patch',
    ])
  )
    return [];
  const named = call.operands.filter(
    word => !word.includes(':') && /[./]/.test(word) && !/\.\.|^(?:origin|upstream)\//.test(word),
  );
  const orders = valuesBehind(call.args, '--contents').map(path => read(path));
  return [...ofRevision(call), ...orders, ...files(call.paths === undefined ? named : [], readAll)];
};

/** `git log` shows what is in files only with `-p` and the like. */
export const log: Verb = call => {
  const prints = call.given.options.some(({ name }) => /^(?:-p|-u|--patch|-L|-c|--cc|--patch-with-stat)$/.test(name));
  const ranges = valuesOf(call.given, ['-L']).map(({ pattern }) => read(pattern.slice(pattern.lastIndexOf(':') + 1)));
  return prints ? [...shows(call), ...ranges] : [];
};

export const add: Verb = ({ given, operands, lines }) => {
  if (hasOption(given, ['-n', '--dry-run'])) return [];
  const everything = operands.length === 0 && hasOption(given, ['-A', '--all', '--no-ignore-removal']);
  return [...files(everything ? ['.'] : operands, readAll), ...listedPaths(given, lines)];
};

export const commit: Verb = ({ given, operands, lines }) => [
  ...listedPaths(given, lines),
  ...valuesOf(given, ['-F', '--file', '-t', '--template']).flatMap(({ pattern }) =>
    pattern === '-' ? [] : [read(pattern)],
  ),
  ...files(operands, readAll),
];

export const grep: Verb = call => {
  const has = hasOption(call.given, ['-e', '-f']);
  const named = call.paths ?? call.operands.slice(has ? 0 : 1);
  const patterns = valuesOf(call.given, ['-f']).map(({ pattern }) => read(pattern));
  return [
    ...files(named, path => read(path, { recursive: true })),
    ...patterns,
    ...(named.length === 0 ? [read('.', { recursive: true })] : []),
  ];
};

export const archive: Verb = ({ given, operands, args }) => [
  ...valuesBehind(args, '--add-file').map(path => read(path)),
  ...(operands.length > 1
    ? files(operands.slice(1), path => read(path, { recursive: true }))
    : [read('.', { recursive: true })]),
  ...operands.flatMap(word =>
    word.includes(':') ? [read(word.slice(word.indexOf(':') + 1), { recursive: true })] : [],
  ),
  ...valuesOf(given, ['-o', '--output']).map(({ pattern }) => write(pattern)),
];
