import type { Pattern } from '../../analysis/pattern.ts';

/** The words of a command, told apart. */
export interface ReadOptions {
  readonly options: readonly { readonly name: string; readonly value?: Pattern }[];
  readonly operands: readonly Pattern[];
}

/**
 * Tells options from operands.
 * @param valued the options that take a value, such as `-t` and `--target-directory`
 */
export function readOptions(args: readonly Pattern[], valued: readonly string[] = []): ReadOptions {
  const options: { name: string; value?: Pattern }[] = [];
  const operands: Pattern[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') return { options, operands: [...operands, ...rest] };
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    const [name = word, inline] = splitOption(word, valued);
    const value = inline ?? (valued.includes(name) ? rest.shift() : undefined);
    options.push(value === undefined ? { name } : { name, value });
  }
  return { options, operands };
}

/** `--name=value`, `-tvalue` where `-t` takes one, and a cluster such as `-qO` whose last option does. */
function splitOption(word: Pattern, valued: readonly string[]): [string, Pattern?] {
  const equals = word.indexOf('=');
  if (word.startsWith('--') && equals !== -1) return [word.slice(0, equals), word.slice(equals + 1)];
  if (valued.includes(word)) return [word];
  const short = word.slice(0, 2);
  const last = `-${word.at(-1) ?? ''}`;
  if (/^-[A-Za-z]{2,}$/.test(word) && !valued.includes(short) && valued.includes(last)) return [last];
  return !word.startsWith('--') && word.length > 2 && valued.includes(short) ? [short, word.slice(2)] : [word];
}

/** Whether one of these options is there; short ones also inside a cluster such as `-rf`. */
export function hasOption({ options }: ReadOptions, ...names: readonly string[]): boolean {
  return options.some(({ name }) =>
    names.some(
      wanted =>
        name === wanted || (wanted.length === 2 && /^-[A-Za-z]{2,}$/.test(name) && name.includes(wanted.slice(1))),
    ),
  );
}

/** The values of these options. */
export function valuesOf({ options }: ReadOptions, ...names: readonly string[]): Pattern[] {
  return options.flatMap(({ name, value }) => (value !== undefined && names.includes(name) ? [value] : []));
}
