import { anything, deep, one, type Pattern, star } from '../pattern.ts';
import type { Field } from './text.ts';

/** What `find` or `fd` looks through: where it starts, and what the paths below it look like. */
export interface Walk {
  readonly roots: readonly Pattern[];
  /** Set where the starting points themselves are found as well. */
  readonly self: boolean;
  /** The end of a path below a starting point. */
  readonly below: Pattern;
}

/** Where `find` starts and what it could find, by the words in front of its actions. */
export function readFind(args: readonly Field[]): Walk {
  let at = 0;
  while (/^-(?:[HLP]|O\d?|D)$/.test(args[at]?.pattern ?? '')) at += args[at]?.pattern === '-D' ? 2 : 1;
  const roots: Pattern[] = [];
  for (; at < args.length; at++) {
    const { pattern } = args[at] ?? { pattern: '' };
    if (/^[-(!),]/.test(pattern)) break;
    roots.push(pattern);
  }
  const tests = args.slice(at).map(({ pattern }) => pattern);
  const before = tests.slice(0, actionAt(tests));
  const name = valueAfter(before, /^-i?name$/);
  const alternatives =
    before.includes('-o') || before.includes('-or') || before.includes('!') || before.includes('-not');
  const shallow = valueAfter(before, /^-maxdepth$/);
  const minimum = valueAfter(before, /^-mindepth$/);
  const type = valueAfter(before, /^-type$/);
  const files = type !== undefined && type !== 'd';
  const self =
    shallow === '0' || ((minimum === undefined || minimum === '0') && (alternatives || (!files && name === undefined)));
  const prefix = shallow === '1' ? '' : deep;
  const end = name !== undefined && !alternatives ? globOf(name) : shallow === '1' ? anything : '';
  return { roots: roots.length === 0 ? ['.'] : roots, self, below: `${prefix}${end}` || anything };
}

function actionAt(tests: readonly string[]): number {
  const at = tests.findIndex(word =>
    /^-(?:exec|execdir|ok|okdir|delete|print0?|ls|fprint0?|printf|fprintf|fls)$/.test(word),
  );
  return at === -1 ? tests.length : at;
}

function valueAfter(tests: readonly string[], name: RegExp): string | undefined {
  const at = tests.findIndex(word => name.test(word));
  return at === -1 ? undefined : tests[at + 1];
}

function globOf(text: string): Pattern {
  return text
    .replace(/\[[^\]]{1,64}\]/g, one)
    .replaceAll('*', star)
    .replaceAll('?', one);
}

/** Where `fd` starts: behind its pattern. */
export function readFd(operands: readonly Field[]): Walk {
  const roots = operands.slice(1).map(({ pattern }) => pattern);
  return { roots: roots.length === 0 ? ['.'] : roots, self: false, below: deep };
}

/** All that is found, as patterns of paths. */
export function pathsOf({ roots, self, below }: Walk): readonly Pattern[] {
  return roots.flatMap(root => {
    const path = `${root.replace(/\/+$/, '')}/${below}`;
    return self ? [root, path] : [path];
  });
}
