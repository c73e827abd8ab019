import path from 'node:path';
import type { InstallRecord } from '../core/settings/install-record.ts';
import { findWiredStateDirs, planUninstall } from '../core/settings/plan-uninstall.ts';
import type { SettingsFault } from '../core/settings/settings-document.ts';
import type { SettingsFiles } from '../ports/settings-files.ts';
import {
  assertUnchanged,
  backupOf,
  decodeSettings,
  encodingFault,
  hashOf,
  readInstallRecord,
  removeInstallRecord,
} from './install-records.ts';

interface UninstallRequest {
  readonly settingsFile: string;
  /** The folder where `install.json` should be; the folders that the entries name are looked at too. */
  readonly recordDir: string;
  /** What init writes before `hook`, for a program that does not bear the usual name. */
  readonly ownProgram: string;
}

/** What uninstall would do; nothing has been written. */
export interface UninstallPlan {
  readonly kind: 'planned';
  readonly request: UninstallRequest;
  readonly target: string;
  readonly beforeBytes: Uint8Array;
  readonly before: string;
  /** The bytes to write; undefined when the file goes, because init had made it. */
  readonly after: Uint8Array | undefined;
  readonly afterText: string | undefined;
  /** `restored`: as it was before init, byte for byte. `edited`: only our entries went, since the file has changed. */
  readonly how: 'restored' | 'edited';
  /** The copy of the original settings, if there is one. */
  readonly backup: string | undefined;
  readonly found: FoundRecord | undefined;
}

interface FoundRecord {
  readonly folder: string;
  readonly record: InstallRecord;
}

type Preparation =
  | UninstallPlan
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly faults: readonly SettingsFault[] };

/** Works out what taking the hook out would change. */
export function prepareUninstall(request: UninstallRequest, files: SettingsFiles): Preparation {
  const target = files.targetOf(request.settingsFile);
  const beforeBytes = files.read(target);
  if (beforeBytes === undefined) return { kind: 'nothing' };
  const before = decodeSettings(beforeBytes);
  if (before === undefined) return { kind: 'refused', faults: [encodingFault] };
  const found = findRecord(request, before, files);
  const backupBytes = files.read(backupOf(request.settingsFile));
  const backup = backupBytes === undefined ? undefined : backupOf(request.settingsFile);
  const base = { kind: 'planned', request, target, beforeBytes, before, backup, found } as const;
  const exact = findExactOriginal(beforeBytes, backupBytes, found?.record);
  if (exact !== undefined) {
    const { bytes } = exact;
    return { ...base, after: bytes, afterText: bytes && decodeSettings(bytes), how: 'restored' };
  }
  const plan = planUninstall(before, originalWithoutUs(backupBytes, request.ownProgram), request.ownProgram);
  if (plan.kind === 'refused') return plan;
  if (plan.removed === 0) return { kind: 'nothing' };
  if (found?.record.existed === false && isEmptyObject(plan.text)) {
    return { ...base, after: undefined, afterText: undefined, how: 'restored' };
  }
  const after = Buffer.from(plan.text);
  const how = backupBytes !== undefined && after.equals(backupBytes) ? 'restored' : 'edited';
  return { ...base, after, afterText: plan.text, how };
}

/** Carries a plan out. The backup goes only when the file is again what the backup holds. */
export function applyUninstall(plan: UninstallPlan, files: SettingsFiles): void {
  assertUnchanged(files, plan.target, plan.beforeBytes);
  if (plan.after === undefined) removeSettings(plan, files);
  else files.stage(plan.target, plan.after).commit();
  if (plan.how === 'restored' && plan.after !== undefined && plan.backup !== undefined) files.remove(plan.backup);
  if (plan.found !== undefined) removeInstallRecord(files, plan.found.folder, plan.request.settingsFile);
}

function removeSettings({ target, found }: UninstallPlan, files: SettingsFiles): void {
  files.remove(target);
  const top = found?.record.createdFolder;
  if (top !== undefined) files.removeEmptyFolders(path.dirname(target), top);
}

function findRecord(request: UninstallRequest, text: string, files: SettingsFiles): FoundRecord | undefined {
  const folders = [request.recordDir, ...findWiredStateDirs(text, request.ownProgram).filter(path.isAbsolute)];
  for (const folder of new Set(folders)) {
    const record = readInstallRecord(files, folder, request.settingsFile);
    if (record !== undefined) return { folder, record };
  }
  return undefined;
}

/** The original when the file is still what init wrote and the backup still what init saved; no bytes: there was none. */
function findExactOriginal(
  current: Uint8Array,
  backup: Uint8Array | undefined,
  record: InstallRecord | undefined,
): { readonly bytes: Uint8Array | undefined } | undefined {
  if (record === undefined || !record.intact || record.sha256 !== hashOf(current)) return undefined;
  if (!record.existed) return { bytes: undefined };
  return backup !== undefined && record.backup?.sha256 === hashOf(backup) ? { bytes: backup } : undefined;
}

/** The backup tells which empty lists were there before; entries of ours in it were written by hand and count for nothing. */
function originalWithoutUs(backup: Uint8Array | undefined, ownProgram: string): string | undefined {
  const text = backup === undefined ? undefined : decodeSettings(backup);
  if (text === undefined) return undefined;
  const plan = planUninstall(text, undefined, ownProgram);
  return plan.kind === 'planned' ? plan.text : undefined;
}

function isEmptyObject(text: string): boolean {
  return /^\uFEFF?\s*\{\s*\}\s*$/.test(text);
}
