import { type Approval, approve, listApprovals, readApprovedSource, withdrawApproval } from '../adapters/approvals.ts';
import { compileSource } from '../adapters/compile-source.ts';
import { sha256 } from '../adapters/digest.ts';
import { readLawFile } from '../adapters/law-files.ts';
import type { StateFolder } from '../adapters/state-folder.ts';
import { compareLaws, type LawChange } from '../core/law/compare-laws.ts';
import { LawError } from '../core/problem/problem.ts';

/** A law file that is no longer what was approved. */
export interface PendingChange {
  readonly approval: Approval;
  readonly before: string;
  /** The file as it is now; undefined when it is gone. */
  readonly after: { readonly bytes: Uint8Array; readonly text: string } | undefined;
  /** What changed, rule by rule. */
  readonly changes: readonly LawChange[];
}

function readCurrent(file: string): Buffer | undefined {
  try {
    return readLawFile(file);
  } catch (error) {
    if (error instanceof LawError && error.problems[0]?.message === 'the law file is missing') return undefined;
    throw error;
  }
}

/**
 * The changes that wait for approval.
 * @param only the law files it is about; empty for all
 * @throws {LawError} when a changed law is broken: only a law that can be in force can be approved
 */
export function findPendingChanges(folder: StateFolder, only: readonly string[]): PendingChange[] {
  return listApprovals(folder)
    .filter(({ file }) => only.length === 0 || only.includes(file))
    .flatMap(approval => {
      const bytes = readCurrent(approval.file);
      if (bytes !== undefined && sha256(bytes) === approval.sha256) return [];
      const source = readApprovedSource(folder, approval);
      const before = compileSource(source, approval.file).law;
      const after = bytes === undefined ? undefined : compileSource(bytes, approval.file).law;
      return [
        {
          approval,
          before: source.toString('utf8'),
          after: bytes === undefined ? undefined : { bytes, text: bytes.toString('utf8') },
          changes: compareLaws(before, after ?? { ...before, chains: {}, context: {}, shapes: {} }),
        },
      ];
    });
}

/** Approves a change: the file as it is now counts alone from here on; of one that is gone the approval ends. */
export function approveChange(folder: StateFolder, { approval, after }: PendingChange, by: string): void {
  const { layer, file, project } = approval;
  if (after === undefined) withdrawApproval(folder, approval);
  else approve(folder, layer, file, project ?? undefined, after.bytes, by);
}
