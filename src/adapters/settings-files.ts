import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { SettingsFiles, StagedWrite } from '../ports/settings-files.ts';

/** The settings files on disk. Every write is atomic: a reader sees the old text or the new one. */
export function createSettingsFiles(): SettingsFiles {
  return { read, targetOf, stage, createNew, remove, createFolder, removeEmptyFolders };
}

function read(file: string): Uint8Array | undefined {
  return attempt('read', file, () => unlessMissing(() => fs.readFileSync(file)));
}

function targetOf(file: string): string {
  return attempt('follow', file, () => followLinks(file));
}

/** Not `realpath`: the end of the chain may not exist yet, and the folders above keep the names that the user knows. */
function followLinks(file: string, hops = 0): string {
  const stat = unlessMissing(() => fs.lstatSync(file));
  if (stat === undefined || !stat.isSymbolicLink()) return file;
  if (hops > 40) throw new Error('too many symbolic links');
  const target = path.resolve(fs.realpathSync(path.dirname(file)), fs.readlinkSync(file));
  return followLinks(target, hops + 1);
}

function stage(file: string, bytes: Uint8Array, like = file): StagedWrite {
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}.tmp`);
  const discard = (): void => fs.rmSync(temporary, { force: true });
  try {
    attempt('write', file, () => writeDurably(temporary, bytes, like));
  } catch (error) {
    discard();
    throw error;
  }
  const commit = (): void => attempt('write', file, () => fs.renameSync(temporary, file));
  return { commit, discard };
}

function writeDurably(temporary: string, bytes: Uint8Array, like: string): void {
  const model = unlessMissing(() => fs.statSync(like));
  const handle = fs.openSync(temporary, 'wx');
  try {
    fs.writeFileSync(handle, bytes);
    if (model !== undefined) keepOwner(handle, model);
    if (model !== undefined) fs.fchmodSync(handle, model.mode & 0o777);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Root may edit another user's file and should leave it that user's; nobody else can change the owner. */
function keepOwner(handle: number, model: fs.Stats): void {
  try {
    fs.fchownSync(handle, model.uid, model.gid);
  } catch {
    // The file then belongs to whoever runs the command, as with any editor.
  }
}

function createNew(file: string, bytes: Uint8Array): boolean {
  return attempt('write', file, () => {
    try {
      fs.writeFileSync(file, bytes, { flag: 'wx' });
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
  });
}

function remove(file: string): void {
  attempt('remove', file, () => fs.rmSync(file, { force: true }));
}

function createFolder(folder: string, access: 'shared' | 'private'): string | undefined {
  const mode = access === 'private' ? 0o700 : 0o777;
  return attempt('make', folder, () => fs.mkdirSync(folder, { recursive: true, mode }));
}

function removeEmptyFolders(folder: string, top: string): void {
  for (let at = folder; at === top || at.startsWith(top + path.sep); at = path.dirname(at)) {
    try {
      fs.rmdirSync(at);
    } catch {
      return;
    }
  }
}

function unlessMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function attempt<T>(verb: string, file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot ${verb} \`${file}\`: ${cause}`, { cause: error });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
