import { anything, star } from '../pattern.ts';
import type { Surroundings } from '../surroundings.ts';
import { list, type State, scalar, type Value } from './state.ts';
import { empty, type Field, open, openOf, origin, plain } from './text.ts';

/** Variables that the shell itself sets to a number, or to something short without harm. */
const numbers = new Set([
  '#',
  '?',
  '$',
  '!',
  'RANDOM',
  'SRANDOM',
  'SECONDS',
  'LINENO',
  'UID',
  'EUID',
  'PPID',
  'BASHPID',
  'EPOCHSECONDS',
  'EPOCHREALTIME',
  'SHLVL',
  'BASH_SUBSHELL',
  'COLUMNS',
  'LINES',
]);

/** What a variable that nothing is known of could hold. */
export const unknownValue: Value = scalar(open(origin.variable));

function unknownNamed(name: string): Value {
  return scalar({ ...open(origin.variable), variables: [name] });
}

/** The values that a variable could have here. */
export function lookUp(name: string, state: State, surroundings: Surroundings): Value {
  if (name === '#') {
    const given = state.variables.get('@');
    const only = given?.[0];
    if (given?.length === 1 && only?.kind === 'list' && only.entries.every(({ field }) => field.splits !== true))
      return scalar(plain(String(only.entries.length)));
  }
  if (name === '_') return state.last ?? unknownValue;
  if (name === '*') return lookUp('@', state, surroundings);
  if (/^[1-9]\d*$/.test(name)) return positional(Number(name), state);
  return state.variables.get(name) ?? given(name, state, surroundings) ?? unknownNamed(name);
}

/** `$1` and so on. */
function positional(place: number, state: State): Value {
  const all = state.variables.get('@');
  if (all === undefined) return unknownValue;
  return all.map(one => {
    const fields = one.kind === 'text' ? [one.text] : one.entries.map(({ field }) => field);
    const exact = fields.slice(0, place).every(field => !('splits' in field));
    return { kind: 'text', text: exact ? (fields[place - 1] ?? empty) : openOf(fields) };
  });
}

/** A variable's value where the text has not set it; undefined where it is not known. */
export function given(name: string, state: State, surroundings: Surroundings): Value | undefined {
  switch (name) {
    case 'PWD':
      return scalar(...state.cwds.map(cwd => plain(cwd)));
    case 'OLDPWD':
      return scalar(...state.before.map(cwd => plain(cwd)));
    case 'HOME':
      return scalar(plain(surroundings.home));
    case 'IFS':
      return scalar(plain(' \t\n'));
    case '@': {
      const field: Field = { ...open(origin.variable), splits: true };
      return list([field]);
    }
    case '0':
      return scalar(plain('bash'));
    // Outside a script there is none; in one it is the script.
    case 'BASH_SOURCE':
      return state.variables.get('0') ?? scalar(empty);
    case '-':
      return scalar(plain('hBc'));
    case 'BASH':
    case 'SHELL':
      return scalar(plain(surroundings.env(name) ?? '/bin/bash'));
    default: {
      if (numbers.has(name))
        return scalar({ ...plain(name === 'UID' || name === 'EUID' ? star : anything), origin: 0 });
      const value = surroundings.env(name);
      return value === undefined ? undefined : scalar(plain(value));
    }
  }
}
