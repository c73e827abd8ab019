import path from 'node:path';
import type { InstallRecord } from '../core/settings/install-record.ts';
import { planInstall } from '../core/settings/plan-install.ts';
import { planUninstall } from '../core/settings/plan-uninstall.ts';
import type { SettingsFault } from '../core/settings/settings-document.ts';
import { starterLaw } from '../core/settings/starter-law.ts';
import { ownProgram, type Wiring } from '../core/settings/wiring.ts';
import type { SettingsFiles, StagedWrite } from '../ports/settings-files.ts';
import {
  assertUnchanged,
  backupOf,
  decodeSettings,
  encodingFault,
  hashOf,
  readInstallRecord,
  writeInstallRecord,
} from './install-records.ts';

interface InitRequest {
  readonly settingsFile: string;
  /** Where a starter law goes when there is no law yet; undefined where none is wanted. */
  readonly lawFile: string | undefined;
  /** The folder of `install.json`. */
  readonly recordDir: string;
  readonly wiring: Wiring;
}

/** What init would do; nothing has been written. */
export interface InitPlan {
  readonly kind: 'planned';
  readonly request: InitRequest;
  /** The file that is written: where a symbolic link leads, else the settings file. */
  readonly target: string;
  readonly beforeBytes: Uint8Array | undefined;
  readonly before: string | undefined;
  readonly after: string;
  readonly changesSettings: boolean;
  readonly writesLaw: boolean;
  /** The settings switch all hooks off. */
  readonly hooksDisabled: boolean;
}

interface Refusal {
  readonly kind: 'refused';
  readonly faults: readonly SettingsFault[];
}

interface InitOutcome {
  /** The copy of the original settings, if there were any. */
  readonly backup: string | undefined;
}

/** Works out what wiring the hook in would change. */
export function prepareInit(request: InitRequest, files: SettingsFiles): InitPlan | Refusal {
  const target = files.targetOf(request.settingsFile);
  const beforeBytes = files.read(target);
  const before = beforeBytes === undefined ? undefined : decodeSettings(beforeBytes);
  if (beforeBytes !== undefined && before === undefined) return { kind: 'refused', faults: [encodingFault] };
  const plan = planInstall(before, request.wiring);
  if (plan.kind === 'refused') return plan;
  return {
    kind: 'planned',
    request,
    target,
    beforeBytes,
    before,
    after: plan.text,
    changesSettings: plan.text !== before,
    writesLaw: request.lawFile !== undefined && files.read(request.lawFile) === undefined,
    hooksDisabled: plan.hooksDisabled,
  };
}

/** Carries a plan out. The settings come last, so that the hook is never wired to something that is not there yet. */
export function applyInit(plan: InitPlan, files: SettingsFiles): InitOutcome {
  if (!plan.changesSettings) {
    writeStarterLaw(plan, files);
    return { backup: undefined };
  }
  assertUnchanged(files, plan.target, plan.beforeBytes);
  const createdFolder = files.createFolder(path.dirname(plan.target), 'shared');
  let staged: StagedWrite | undefined;
  try {
    staged = files.stage(plan.target, Buffer.from(plan.after));
    const record = { ...createRecord(plan, files), ...(createdFolder === undefined ? {} : { createdFolder }) };
    writeInstallRecord(files, plan.request.recordDir, record);
    writeBackup(plan, record, files);
    writeStarterLaw(plan, files);
    staged.commit();
    return { backup: record.backup?.file };
  } catch (error) {
    staged?.discard();
    if (createdFolder !== undefined) files.removeEmptyFolders(path.dirname(plan.target), createdFolder);
    throw error;
  }
}

function writeStarterLaw({ request, writesLaw }: InitPlan, files: SettingsFiles): void {
  if (!writesLaw || request.lawFile === undefined) return;
  files.createFolder(path.dirname(request.lawFile), 'shared');
  const written = files.createNew(request.lawFile, Buffer.from(starterLaw));
  if (!written && files.read(request.lawFile) === undefined) {
    throw new Error(`\`${request.lawFile}\` is a symbolic link to a file that does not exist`);
  }
}

/** What to remember. The backup is of the file as it is now, unless that is wired already and an earlier backup is there. */
function createRecord({ request, before, beforeBytes, after }: InitPlan, files: SettingsFiles): InstallRecord {
  const base = { settings: request.settingsFile, sha256: hashOf(Buffer.from(after)) };
  if (before === undefined || beforeBytes === undefined) return { ...base, existed: false, intact: true };
  const file = backupOf(request.settingsFile);
  if (!isInstalled(before, request.wiring)) {
    return { ...base, existed: true, intact: true, backup: { file, sha256: hashOf(beforeBytes) } };
  }
  const previous = readInstallRecord(files, request.recordDir, request.settingsFile);
  if (previous !== undefined) {
    return { ...previous, ...base, intact: previous.intact && previous.sha256 === hashOf(beforeBytes) };
  }
  const kept = files.read(file) ?? beforeBytes;
  return { ...base, existed: true, intact: false, backup: { file, sha256: hashOf(kept) } };
}

/** A backup whose install is still in place is never written over. */
function writeBackup(
  { request, target, before, beforeBytes }: InitPlan,
  record: InstallRecord,
  files: SettingsFiles,
): void {
  if (record.backup === undefined || before === undefined || beforeBytes === undefined) return;
  const inUse = isInstalled(before, request.wiring) && files.read(record.backup.file) !== undefined;
  if (!inUse) files.stage(record.backup.file, beforeBytes, target).commit();
}

function isInstalled(text: string, wiring: Wiring): boolean {
  const plan = planUninstall(text, undefined, ownProgram(wiring));
  return plan.kind === 'planned' && plan.removed > 0;
}
