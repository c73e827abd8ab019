import { createHash } from 'node:crypto';
import path from 'node:path';
import { type InstallRecord, parseInstallRecords, printInstallRecords } from '../core/settings/install-record.ts';
import type { SettingsFault } from '../core/settings/settings-document.ts';
import type { SettingsFiles } from '../ports/settings-files.ts';

/** What init remembers about a settings file; undefined when it remembers nothing. */
export function readInstallRecord(files: SettingsFiles, folder: string, settings: string): InstallRecord | undefined {
  return readAll(files, folder).find(record => record.settings === settings);
}

/** Remembers a settings file in place of what was remembered about it. */
export function writeInstallRecord(files: SettingsFiles, folder: string, record: InstallRecord): void {
  files.createFolder(folder, 'private');
  const others = readAll(files, folder).filter(({ settings }) => settings !== record.settings);
  writeAll(files, folder, [...others, record]);
}

/** Forgets a settings file, and the folder with the last one if nothing else is in it. */
export function removeInstallRecord(files: SettingsFiles, folder: string, settings: string): void {
  const all = readAll(files, folder);
  const others = all.filter(record => record.settings !== settings);
  if (others.length === all.length) return;
  if (others.length > 0) {
    writeAll(files, folder, others);
    return;
  }
  files.remove(recordFile(folder));
  files.removeEmptyFolders(folder, folder);
}

/** The copy of a settings file from before init. */
export function backupOf(settingsFile: string): string {
  return `${settingsFile}.hooklaw-backup`;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The text of a settings file with its byte order mark; undefined when it is not UTF-8. */
export function decodeSettings(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export const encodingFault: SettingsFault = {
  message: 'the file is not UTF-8',
  help: 'save it as UTF-8, then run the command again',
  position: { line: 1, column: 1, offset: 0 },
};

/** Guards against an edit between what was shown and what is written. */
export function assertUnchanged(files: SettingsFiles, file: string, shown: Uint8Array | undefined): void {
  const now = files.read(file);
  const same = now === undefined || shown === undefined ? now === shown : Buffer.compare(now, shown) === 0;
  if (!same) throw new Error(`\`${file}\` has changed in the meantime; nothing was written, run the command again`);
}

function readAll(files: SettingsFiles, folder: string): readonly InstallRecord[] {
  const bytes = files.read(recordFile(folder));
  return bytes === undefined ? [] : (parseInstallRecords(decodeSettings(bytes) ?? '') ?? []);
}

function writeAll(files: SettingsFiles, folder: string, records: readonly InstallRecord[]): void {
  files.stage(recordFile(folder), Buffer.from(printInstallRecords(records))).commit();
}

function recordFile(folder: string): string {
  return path.join(folder, 'install.json');
}
