import fs from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and its parents, for this user alone. Made level by level: the recursive form of Node 20 never returns
 * where a level cannot be made, as below /proc.
 * @throws the file system's error
 */
export function makeFolder(folder: string): void {
  if (makeOne(folder)) return;
  makeFolder(path.dirname(folder));
  if (!makeOne(folder)) throw new Error(`the folder ${folder} cannot be made`);
}

/** Makes one level; false when the level above it is missing. */
function makeOne(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && fs.statSync(folder).isDirectory()) return true;
    const parent = path.dirname(folder);
    if (code === 'ENOENT' && parent !== folder && !fs.existsSync(parent)) return false;
    throw error;
  }
}
