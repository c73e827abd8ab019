import { hasOption, readArguments } from '../arguments.ts';
import { type Describe, entries } from '../use.ts';

/** Options that name a file to take the mode or the owner from: then no operand says it. */
const references = ['--reference'];

/** Whose first operand is a mode, an owner or attributes, and all others are files. */
const change: Describe = ({ args }) => {
  const modes = args.filter(({ pattern }) => /^-[rwxXst]+$/.test(pattern) && !/^-[Rvcfh]+$/.test(pattern));
  const given = readArguments(
    args.filter(word => !modes.includes(word)),
    new Set(['--from']),
  );
  const recursive = hasOption(given, ['-R', '--recursive']);
  const skipped = modes.length > 0 || hasOption(given, references) ? 0 : 1;
  return given.operands
    .slice(skipped)
    .map(({ pattern }) => ({ does: 'change', path: pattern, ...(recursive ? { recursive } : {}) }));
};

/** The rules stand behind `-m` and `-x`, so that all operands are files. */
const setfacl: Describe = ({ args }) => {
  const given = readArguments(args, new Set(['-m', '-x', '-M', '-X', '--modify', '--remove', '--set', '--restore']));
  const recursive = hasOption(given, ['-R', '--recursive']);
  return given.operands.map(({ pattern }) => ({ does: 'change', path: pattern, ...(recursive ? { recursive } : {}) }));
};

export const permissions: Readonly<Record<string, Describe>> = {
  ...entries('chmod chown chgrp chattr gchmod gchown', change),
  ...entries('setfacl', setfacl),
};
