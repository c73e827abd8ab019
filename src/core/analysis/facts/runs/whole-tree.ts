import { isOpen, type Pattern } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';

/** Verbs of git that take paths and lose what is in them. */
const verbs = new Set(['checkout', 'restore', 'rm', 'checkout-index']);

/** `*`, `**`, `*` of the shell, a folder of them, `[!x]*`. Git's own `*` passes over folders. */
const everything = /^(?:\.\/)*(?:\[[^\]]*\]|[*?\uE000\uE001\uE003])*[*\uE000\uE003](?:\/?[*\uE000\uE003])*$/;

/** A wish of how a path is to be matched, in front of it (gitglossary, "pathspec"). */
const magic = /^:(?:\/|\((?![^)]*exclude)[^)]*\)|$)/;

/**
 * The same command with `.` for every path that is the whole tree by another name: `'*'`, `:(top)`, `$PWD`, `../app`.
 * @returns undefined where there is none
 */
export function namesWholeTree(words: readonly Word[], cwd: Pattern): readonly Word[] | undefined {
  const [program, ...args] = words;
  if (program?.pattern !== 'git' || !args.some(({ pattern }) => verbs.has(pattern))) return undefined;
  const changed = args.map(word => (isWholeTree(word.pattern, cwd) ? { ...word, pattern: '.' } : word));
  return changed.some((word, at) => word !== args[at]) ? [program, ...changed] : undefined;
}

function isWholeTree(word: Pattern, cwd: Pattern): boolean {
  const top = magic.test(word);
  const path = word.replace(magic, '');
  if (path === '') return top;
  if (everything.test(path)) return true;
  if (isOpen(path) || isOpen(cwd) || !/^\.{1,2}(?:\/|$)|^\//.test(path)) return false;
  const names: string[] = [];
  for (const name of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `${cwd}/`.startsWith(`/${names.join('/')}/`.replace('//', '/'));
}
