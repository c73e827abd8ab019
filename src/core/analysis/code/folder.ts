import { isRooted } from '../path-text.ts';
import { deep, one, type Pattern, star } from '../pattern.ts';
import { either, optionsOf, originOf, pathText, textsOf, type Value } from './value.ts';

/** A path under another, as `path.join` and `/` make it; what is found at any depth stays at any depth. */
export function joinPaths(folder: Pattern, name: Pattern): Pattern {
  if (isRooted(name) || folder === '') return name;
  if (name === '') return folder;
  return folder.endsWith('/') || folder.endsWith(deep) ? `${folder}${name}` : `${folder}/${name}`;
}

/** The same for all that both may be. */
export function joinValues(values: readonly Value[]): Value {
  const from = originOf(values);
  return values.reduce((folder, name) => {
    const joined = textsOf(folder).flatMap(first => textsOf(name).map(second => joinPaths(first, second)));
    return either(joined.slice(0, 9).map(path => pathText(path, from)));
  });
}

/** A glob of a program as a pattern: `**` over any depth. */
export function globPattern(glob: Pattern): Pattern {
  return glob
    .replaceAll(/\*\*\/?/g, deep)
    .replaceAll(/\*/g, star)
    .replaceAll(/\?|\[[^\]/]*\]/g, one)
    .replaceAll(`${deep}${star}`, deep);
}

/** `~` in front as the home folder. */
export function expandHome(value: Value, home: Pattern): Value {
  const expanded = optionsOf(value).map(option =>
    option.kind === 'text' && /^~(?=\/|$)/.test(option.text)
      ? { ...option, text: home + option.text.slice(1) }
      : option,
  );
  return either(expanded);
}
