/** How a law names a pack that comes with the program: `hooklaw:secrets`. */
const prefix = 'hooklaw:';

/** The packs that come with the program. */
export interface PackLibrary {
  readonly names: readonly string[];
  /** The text of a pack's law file; undefined where there is no such pack. */
  readonly textOf: (name: string) => string | undefined;
}

/** A library for laws that extend nothing. */
export const noPacks: PackLibrary = { names: [], textOf: () => undefined };

/** The name under which a law, a command or a message cites a pack. */
export function citePack(name: string): string {
  return `${prefix}${name}`;
}

/** The name of the pack that is cited; undefined for anything else. */
export function citedPack(text: string): string | undefined {
  return text.startsWith(prefix) ? text.slice(prefix.length) : undefined;
}

/** The id of a pack's rule in a law that extends it. No rule of the law's own has a slash in its id. */
export function idInLaw(pack: string, id: string): string {
  return `${pack}/${id}`;
}

/** The pack and the rule that an id in a law stands for; undefined for a rule of the law's own. */
export function splitPackId(id: string): { readonly pack: string; readonly id: string } | undefined {
  const slash = id.indexOf('/');
  return slash === -1 ? undefined : { pack: id.slice(0, slash), id: id.slice(slash + 1) };
}

/** The line by which a pack is introduced: the comment that it begins with. */
export function titleOfPack(text: string): string {
  return /^#\s*(.*\S)/.exec(text)?.[1] ?? '';
}
