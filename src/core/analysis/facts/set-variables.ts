import { isOpen } from '../pattern.ts';
import type { Command } from '../shell/reading.ts';

/** Commands that put variables into the environment of what comes after. */
const setters = new Set(['export', 'declare', 'typeset', 'env', 'sudo', 'setx', 'set']);

/**
 * Whether a text sets one of these variables for a program: in front of a command, with `env`, or with `export`.
 * @param wanted `NAME=value`, both as globs: `HUSKY=0`, `PIP_INDEX_URL=*`
 */
export function setsVariable(commands: readonly Command[], wanted: readonly string[]): boolean {
  const patterns = wanted.map(compile);
  return commands.some(({ program, words, assignments }) => {
    const inFront = assignments.map(({ name, value }) => `${name}=${value}`);
    const given =
      program !== undefined && setters.has(program)
        ? words.slice(1).flatMap(({ pattern }) => (/^[A-Za-z_]\w*=/.test(pattern) ? [pattern] : []))
        : [];
    return [...inFront, ...given].some(text => patterns.some(pattern => pattern(text)));
  });
}

/** A value that is not known counts: it could be the one that is meant. */
function compile(wanted: string): (text: string) => boolean {
  const at = wanted.indexOf('=');
  const name = glob(at === -1 ? wanted : wanted.slice(0, at));
  const value = glob(at === -1 ? '*' : wanted.slice(at + 1));
  return text => {
    const equals = text.indexOf('=');
    const given = text.slice(equals + 1);
    return name.test(text.slice(0, equals)) && (value.test(given) || isOpen(given));
  };
}

function glob(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*')}$`, 's');
}
