import { applyFixes } from '../../core/self-test/apply-fixes.ts';
import type { Finding, SettingsFix } from '../../core/self-test/finding.ts';
import type { SettingsFiles } from '../../ports/settings-files.ts';
import { decodeSettings } from '../install-records.ts';

/** What mending one settings file would change; nothing has been written. */
export interface FixPlan {
  readonly file: string;
  /** Where a write goes: the target of a symbolic link. */
  readonly target: string;
  readonly beforeBytes: Uint8Array;
  readonly before: string;
  readonly after: string;
  readonly fixes: readonly SettingsFix[];
}

/** Works out what the fixes of findings would change, file by file. */
export function planFixes(findings: readonly Finding[], files: SettingsFiles): FixPlan[] {
  const fixes = findings.flatMap(({ fix }) => fix ?? []);
  const names = [...new Set(fixes.map(({ file }) => file))];
  return names.flatMap(file => {
    const target = files.targetOf(file);
    const bytes = files.read(target);
    const before = bytes === undefined ? undefined : decodeSettings(bytes);
    if (bytes === undefined || before === undefined) return [];
    const own = fixes.filter(fix => fix.file === file);
    const { text, applied } = applyFixes(before, withoutRepeats(own));
    if (text === before) return [];
    return [{ file, target, beforeBytes: bytes, before, after: text, fixes: applied }];
  });
}

function withoutRepeats(fixes: readonly SettingsFix[]): SettingsFix[] {
  const byPlace = new Map(fixes.map(fix => [JSON.stringify([fix.path, fix.change.kind]), fix]));
  return [...byPlace.values()];
}

/**
 * Writes what was planned, each file whole or not at all.
 * @throws when a file has changed since, or cannot be written
 */
export function writeFixes(plans: readonly FixPlan[], files: SettingsFiles): void {
  for (const { target, file, beforeBytes, after } of plans) {
    const now = files.read(target);
    if (now === undefined || Buffer.compare(now, beforeBytes) !== 0) {
      throw new Error(`\`${file}\` has changed meanwhile; run this again`);
    }
    files.stage(target, Buffer.from(after)).commit();
  }
}
