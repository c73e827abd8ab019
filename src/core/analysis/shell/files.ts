import { isWithin } from '../path-text.ts';
import { isOpen, type Pattern } from '../pattern.ts';
import { type Reader, rootPath } from './context.ts';
import type { State } from './state.ts';
import { open, origin, type Text } from './text.ts';

/** What a file's content is counted as when it is run: those of the project are free. */
export function placeOrigin({ surroundings }: Reader, path: Pattern): number {
  return isWithin(path, surroundings.project) ? origin.project : origin.file;
}

/** What a file holds: what the text has written itself, or nothing that is known. */
export function contentOf(reader: Reader, target: Text, state: State): readonly Text[] {
  if (target.content !== undefined) return target.content;
  return state.cwds.flatMap(cwd => {
    const path = rootPath(target.pattern, cwd);
    const written = state.files.get(path);
    if (written !== undefined) return written;
    const cloned = clonedAround(path, state);
    if (cloned !== undefined) return cloned;
    const unread = open(placeOrigin(reader, path));
    return [isOpen(path) ? unread : { ...unread, file: path }];
  });
}

/** A file that a clone certainly has. */
export const clonedMark = '.git/HEAD';

/** What is known of a folder around a file that the text itself has cloned. */
export function clonedAround(path: string, state: State): readonly Text[] | undefined {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const cloned = state.files.get(`${path.slice(0, end)}/${clonedMark}`);
    if (cloned !== undefined) return cloned;
  }
  return undefined;
}
