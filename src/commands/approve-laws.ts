import fs from 'node:fs';
import {
  type Approval,
  approve,
  findDamagedApprovals,
  listApprovals,
  readApprovedSource,
  withdrawApproval,
} from '../adapters/approvals.ts';
import { compileSource } from '../adapters/compile-source.ts';
import { sha256 } from '../adapters/digest.ts';
import { findLawFiles, readLawFile } from '../adapters/law-files.ts';
import type { LawPlace } from '../adapters/laws-in-force.ts';
import type { StateFolder } from '../adapters/state-folder.ts';
import type { Layer } from '../core/decision/decision.ts';
import { compareLaws, type LawChange } from '../core/law/compare-laws.ts';
import { type CompiledLaw, compiledLawFormat } from '../core/law/compiled-law.ts';
import { LawError } from '../core/problem/problem.ts';

/** A law file that is not what was approved, or that nobody has approved yet. */
export interface PendingChange {
  readonly layer: Layer;
  readonly file: string;
  readonly project: string | undefined;
  readonly folder: StateFolder;
  /** What was approved before; undefined for a law that has appeared since. */
  readonly approval: Approval | undefined;
  /** The text as approved; undefined where nobody knows it any more. */
  readonly before: string | undefined;
  /** The file as it is now; undefined when it is gone. */
  readonly after: { readonly bytes: Uint8Array; readonly text: string } | undefined;
  /** What changed, rule by rule. */
  readonly changes: readonly LawChange[];
}

const emptyLaw: CompiledLaw = { format: compiledLawFormat, audit: 'best-effort', context: {}, shapes: {}, chains: {} };

function readCurrent(file: string): Buffer | undefined {
  return fs.existsSync(file) ? readLawFile(file) : undefined;
}

/** The approved law as far as it can still be read and compiled; a newer program may refuse what an older one took. */
function readBefore(folder: StateFolder, approval: Approval): { text: string | undefined; law: CompiledLaw } {
  let text: string | undefined;
  try {
    const source = readApprovedSource(folder, approval);
    text = source.toString('utf8');
    return { text, law: compileSource(source, approval.file).law };
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return { text, law: emptyLaw };
  }
}

function pendingOf(folder: StateFolder, approval: Approval): PendingChange[] {
  const { layer, file, project } = approval;
  const bytes = readCurrent(file);
  if (bytes !== undefined && sha256(bytes) === approval.sha256) return [];
  const before = readBefore(folder, approval);
  const law = bytes === undefined ? emptyLaw : compileSource(bytes, file).law;
  return [
    {
      layer,
      file,
      project: project ?? undefined,
      folder,
      approval,
      before: before.text,
      after: bytes === undefined ? undefined : { bytes, text: bytes.toString('utf8') },
      changes: compareLaws(before.law, law),
    },
  ];
}

/** Laws of the user that have appeared since others were approved. */
function findAdded(place: LawPlace, known: readonly Approval[]): PendingChange[] {
  return findLawFiles(place)
    .filter(({ layer }) => layer === 'user')
    .filter(({ layer, file }) => !known.some(approval => approval.layer === layer && approval.file === file))
    .map(({ layer, file }) => {
      const bytes = readLawFile(file);
      return {
        layer,
        file,
        project: place.project,
        folder: place.userFolder,
        approval: undefined,
        before: '',
        after: { bytes, text: bytes.toString('utf8') },
        changes: compareLaws(emptyLaw, compileSource(bytes, file).law),
      };
    });
}

export interface PendingChanges {
  readonly changes: readonly PendingChange[];
  /** Records of approvals that cannot be read; approving takes them away. */
  readonly damaged: readonly string[];
}

/**
 * The changes that wait for approval.
 * @param only the law files it is about; empty for all
 * @throws {LawError} when a changed law is broken: only a law that can be in force can be approved
 */
export function findPendingChanges(place: LawPlace, only: readonly string[]): PendingChanges {
  const folders = [place.folder, place.userFolder];
  const damaged = folders.flatMap(findDamagedApprovals);
  if (damaged.length > 0) return { changes: [], damaged };
  const known = folders.flatMap(folder => listApprovals(folder).map(approval => ({ folder, approval })));
  const changed = known.flatMap(({ folder, approval }) => pendingOf(folder, approval));
  const added =
    known.length === 0
      ? []
      : findAdded(
          place,
          known.map(({ approval }) => approval),
        );
  return { changes: [...changed, ...added].filter(({ file }) => only.length === 0 || only.includes(file)), damaged };
}

/** Approves a change: the file as it is now counts alone from here on; of one that is gone the approval ends. */
export function approveChange({ layer, file, project, folder, approval, after }: PendingChange, by: string): void {
  if (after !== undefined) approve(folder, layer, file, project, after.bytes, by);
  else if (approval !== undefined) withdrawApproval(folder, approval);
}
