import fs from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json/json-value.ts';
import { readRegularFile, UnreadableFile } from '../read-regular-file.ts';

/** The largest file that is looked at, in bytes. */
const largestFile = 5 * 1024 * 1024;

/** The text of a file, or why it cannot be read, as the end of «cannot be read: …». */
export type FileText =
  | { readonly text: string; readonly unreadable?: never }
  | { readonly text: undefined; readonly unreadable: string };

/** Reads one of the client's files, links followed; undefined when it is not there. */
export function readClientFile(file: string): FileText | undefined {
  try {
    return { text: decode(readRegularFile(file, largestFile)) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { text: undefined, unreadable: `it ${error.message}` };
    const { code } = error as NodeJS.ErrnoException;
    if (isMissing(code))
      return isDanglingLink(file) ? { text: undefined, unreadable: 'it links to nothing' } : undefined;
    return { text: undefined, unreadable: whyUnreadable(code) };
  }
}

/** UTF-8, or UTF-16 when it begins with the mark of that, as the client reads it (observed). */
function decode(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.subarray(2).toString('utf16le') : bytes.toString('utf8');
}

function isMissing(code: string | undefined): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function whyUnreadable(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return `it may not be read (${code})`;
  return code === 'ELOOP' ? 'its links lead in a circle (ELOOP)' : `the system says ${code ?? 'nothing of why'}`;
}

function isDanglingLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** A file's JSON when it holds an object; an empty object otherwise, and where it is not there. */
export function readJsonObject(file: string): JsonObject {
  const text = readClientFile(file)?.text;
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A value when it is an object; an empty one otherwise. */
export function objectOr(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The names in a folder, sorted; none where it cannot be listed. At most 2,000, so that nobody walks through a huge one. */
export function listFolder(folder: string): string[] {
  try {
    const names: string[] = [];
    const opened = fs.opendirSync(folder);
    try {
      for (let entry = opened.readSync(); entry !== null && names.length < 2_000; entry = opened.readSync())
        names.push(entry.name);
    } finally {
      opened.closeSync();
    }
    return names.sort();
  } catch {
    return [];
  }
}

/** A path inside a folder; undefined when it leads out of it, which the client does not follow. */
export function pathWithin(folder: string, named: string): string | undefined {
  const file = path.resolve(folder, named);
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep) ? file : undefined;
}
