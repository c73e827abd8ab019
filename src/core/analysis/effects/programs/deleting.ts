import { anything, deep } from '../../pattern.ts';
import { hasOption, mayBeOptions, readArguments } from '../arguments.ts';
import { program } from '../program.ts';
import { type Describe, entries, read, remove, type Use, write } from '../use.ts';

const recursiveOptions = ['-r', '-R', '--recursive', '-Recurse'];

/** Words in front of which nobody knows what stands may follow options. */
const rm: Describe = ({ args }) => {
  const given = readArguments(args);
  const recursive = hasOption(given, recursiveOptions) || args.some(({ pattern }) => /^-rec/i.test(pattern));
  const unsure = args.findIndex(mayBeOptions);
  return given.operands.map(word => {
    const after = unsure !== -1 && args.indexOf(word) > unsure;
    return remove(word.pattern, recursive || after ? { recursive: true } : {});
  });
};

const always = program({
  operands: 'delete',
  recursive: true,
  valued: '-n -s --iterations --size --max-depth -g --impl --backoff',
});

const shred: Describe = ({ args }) => {
  const given = readArguments(args, new Set(['-n', '-s', '--iterations', '--size', '--random-source']));
  return given.operands.map(({ pattern }) => remove(pattern));
};

/** What `find` is told to do; what `-exec` starts stands in the list of commands by itself. */
const find: Describe = ({ args }) => {
  const start = args.findIndex(({ pattern }) => /^(?:-[^HLPDO]|-D.|[(!])/.test(pattern));
  const tests = start === -1 ? [] : args.slice(start).map(({ pattern }) => pattern);
  const roots = (start === -1 ? args : args.slice(0, start))
    .map(({ pattern }) => pattern)
    .filter(word => !/^-[HLPDO]/.test(word));
  const uses: Use[] = tests.flatMap((test, at) => {
    const value = tests[at + 1] ?? '';
    if (/^-f(?:print0?|printf|ls)$/.test(test)) return [write(value)];
    if (test === '-files0-from') return value === '-' ? [] : [read(value)];
    return [];
  });
  if (!tests.includes('-delete')) return uses;
  return [...uses, ...(roots.length === 0 ? ['.'] : roots).flatMap(root => found(root, tests))];
};

/** What `find` deletes below a folder: the folder with all in it, or the files that its tests let through. */
function found(root: string, tests: readonly string[]): Use[] {
  const choices = alternatives(tests);
  const names = choices.map(namesIn);
  if (names.every(own => own.length > 0)) {
    return names.flat().map(name => remove(`${root}/${deep}/${toName(name)}`, { many: true }));
  }
  if (choices.every(choice => choice.some(test => narrowing.test(test)))) {
    return [remove(`${root}/${deep}/${anything}`, { many: true })];
  }
  const inside = tests.some((test, at) => test === '-type' && tests[at + 1] !== 'd') || tests.includes('-mindepth');
  return [remove(root, inside ? { recursive: true, many: true } : { recursive: true })];
}

/** Tests that let only some files through. */
const narrowing =
  /^-(?:empty|[acm]time|[acm]min|newer.*|size|i?regex|user|group|uid|gid|perm|links|inum|samefile|nouser|nogroup|used)$/;

/** The tests between the `-o`s, without those that are turned round. */
function alternatives(tests: readonly string[]): string[][] {
  const choices: string[][] = [[]];
  for (let at = 0; at < tests.length; at++) {
    const test = tests[at] ?? '';
    if (test === '-o' || test === '-or' || test === ',') choices.push([]);
    else if (test === '!' || test === '-not') at += tests[at + 1] === '(' ? 0 : 1;
    else choices.at(-1)?.push(test);
  }
  return choices;
}

function namesIn(tests: readonly string[]): string[] {
  return tests.flatMap((test, at) => (/^-i?(?:name|path|wholename)$/.test(test) ? [tests[at + 1] ?? ''] : []));
}

function toName(name: string): string {
  return name
    .slice(name.lastIndexOf('/') + 1)
    .replace(/\[[^\]]*\]|\?/g, '\uE001')
    .replaceAll('*', anything);
}

/** `fd` and its like: what they run stands by itself. */
const none: Describe = () => [];

const truncate = program({ operands: 'write', valued: '-s --size', reads: '-r --reference' });

/** Emptying a file loses what was in it. */
const truncateCall: Describe = call => {
  const zero = call.args.some(
    ({ pattern }, at) =>
      /^(?:-s|--size=?)0[A-Za-z]*$/.test(pattern) ||
      (/^(?:-s|--size)$/.test(pattern) && /^0/.test(call.args[at + 1]?.pattern ?? '')),
  );
  const uses = truncate(call).filter(({ does }) => does !== 'read');
  return zero ? [...uses, ...uses.flatMap(use => (use.does === 'write' ? [remove(use.path)] : []))] : uses;
};

export const deleting: Readonly<Record<string, Describe>> = {
  ...entries('rm grm', rm),
  ...entries('rimraf del-cli trash-cli trash trash-put rip srm wipe', always),
  ...entries('unlink', program({ operands: 'delete' })),
  ...entries('rmdir', call =>
    call.args.some(({ pattern }) => /^\/s$/i.test(pattern))
      ? always({ args: call.args.filter(({ pattern }) => !/^\/[a-z]$/i.test(pattern)) })
      : program({ operands: 'delete' })(call),
  ),
  ...entries('shred', shred),
  ...entries('gio', ({ args }) =>
    /^(?:trash|remove)$/.test(args[0]?.pattern ?? '') ? always({ args: args.slice(1) }) : [],
  ),
  ...entries('truncate', truncateCall),
  ...entries('find gfind bfs', find),
  ...entries('fd fdfind locate mlocate plocate', none),
  ...entries('touch', program({ operands: 'write', valued: '-d -t -r --date --reference --time' })),
  ...entries('fallocate', program({ operands: 'write', valued: '-l -o --length --offset' })),
  ...entries('mkfs mkfs.ext4 mkfs.ext3 mkfs.ext2 mkfs.xfs mkfs.vfat mkfs.btrfs mke2fs mkswap', ({ args }) =>
    args.flatMap(({ pattern }) => (pattern.startsWith('/') ? [write(pattern)] : [])),
  ),
  ...entries('wipefs blkdiscard', program({ operands: 'write', valued: '-t -o -l -s' })),
  ...entries('logrotate', program({ operands: 'read', valued: '-s -l' })),
  ...entries('tmpreaper tmpwatch', ({ args }) =>
    readArguments(args)
      .operands.slice(1)
      .map(({ pattern }) => remove(pattern, { recursive: true })),
  ),
};
