import { isOpen } from '../pattern.ts';
import { callProgram } from './call.ts';
import { programOf } from './emit.ts';
import { type Handler, throughOut, within } from './invocation.ts';
import { inSubshell } from './run-node.ts';
import type { Field } from './text.ts';
import { isWellKnown } from './well-known.ts';

/** Programs that can do harm, with the verbs that do none. */
const risky: Readonly<Record<string, readonly string[]>> = {
  rm: [],
  rmdir: [],
  unlink: [],
  shred: [],
  srm: [],
  dd: [],
  mkfs: [],
  wipefs: [],
  fdisk: [],
  parted: [],
  truncate: [],
  chmod: [],
  chown: [],
  chgrp: [],
  mv: [],
  ln: [],
  shutdown: [],
  reboot: [],
  halt: [],
  poweroff: [],
  kill: [],
  pkill: [],
  killall: [],
  crontab: [],
  userdel: [],
  diskutil: [],
  bash: [],
  sh: [],
  zsh: [],
  dash: [],
  eval: [],
  sudo: [],
  doas: [],
  xargs: [],
  find: [],
  git: [
    'status',
    'log',
    'diff',
    'show',
    'branch',
    'rev-parse',
    'ls-files',
    'blame',
    'describe',
    'fetch',
    'remote',
    '--version',
  ],
  docker: ['ps', 'images', 'logs', 'inspect', 'version', 'info', 'build'],
  podman: ['ps', 'images', 'logs', 'inspect', 'version', 'info', 'build'],
  kubectl: ['get', 'describe', 'logs', 'version', 'config', 'explain', 'top'],
  helm: ['list', 'status', 'get', 'version', 'repo'],
  terraform: ['plan', 'validate', 'fmt', 'show', 'version', 'output', 'init'],
  tofu: ['plan', 'validate', 'fmt', 'show', 'version', 'output', 'init'],
  pulumi: ['preview', 'version'],
  aws: [],
  gcloud: [],
  az: [],
  psql: [],
  mysql: [],
  mongo: [],
  mongosh: [],
  'redis-cli': [],
  sqlite3: [],
  dropdb: [],
  curl: [],
  wget: [],
  ssh: [],
  scp: [],
  rsync: [],
  nc: [],
  socat: [],
};

/** A program that nobody knows in front of one that can do harm: it may well run it. */
export const runUnknownWrapper: Handler = invocation => {
  const { reader, name, args, state, context } = invocation;
  if (name === '' || isWellKnown(name)) return undefined;
  const at = placeOfProgram(args);
  if (at === undefined) return undefined;
  const words = args.slice(at);
  const inner = programOf(words[0]?.pattern) ?? '';
  const verbs = risky[inner] ?? [];
  const isHarmless = verbs.includes(words.slice(1).find(({ pattern }) => !pattern.startsWith('-'))?.pattern ?? '');
  if (!isHarmless && !context.lenient) reader.recorder.unknown('wrapper', `\`${name} ${inner}\``);
  const own = within(invocation, { by: name });
  return throughOut(
    invocation,
    inSubshell(state, within_ => callProgram(reader, words, within_, own)),
  );
};

/** Where a program stands among the first words: behind options and their values, or a verb such as `run`. */
function placeOfProgram(args: readonly Field[]): number | undefined {
  for (let at = 0; at < Math.min(args.length - 1, 8); at++) {
    const { pattern } = args[at] ?? { pattern: '' };
    if (isRisky(pattern)) return at;
    const before = args[at - 1]?.pattern;
    const passes =
      pattern.startsWith('-') ||
      /^(?:run|exec|x)$/.test(pattern) ||
      /^\w+=/.test(pattern) ||
      (before?.startsWith('-') === true && before !== '--') ||
      /^\d+[smh]?$/.test(pattern);
    if (!passes) return undefined;
  }
  return undefined;
}

function isRisky(word: string): boolean {
  if (isOpen(word) || !/^(?:\/[\w./-]+\/)?[a-z][\w-]*$/.test(word)) return false;
  return Object.hasOwn(risky, programOf(word) ?? '');
}
