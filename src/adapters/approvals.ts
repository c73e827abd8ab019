import fs from 'node:fs';
import path from 'node:path';
import type { Layer } from '../core/decision/decision.ts';
import { createProblem, LawError } from '../core/problem/problem.ts';
import { readTextIfExists, writeFileAtomic, writeFileOnce } from './atomic-file.ts';
import { isoTime } from './clock.ts';
import { sha256, sha256Once } from './digest.ts';
import { readRegularFile } from './read-regular-file.ts';
import type { StateFolder } from './state-folder.ts';

/** That a person approved a law file as it stood, or that it was the one found at first use. */
export interface Approval {
  readonly layer: Layer;
  /** Absolute path of the law file. */
  readonly file: string;
  /** The project in which it was approved; a project's own law is in force there only. */
  readonly project: string | null;
  /** Hash of the approved source, by which the copy is kept. */
  readonly sha256: string;
  /** ISO 8601 with the zone. */
  readonly approved_at: string;
  /** The account's name, or `first use`. */
  readonly approved_by: string;
}

const firstUse = 'first use';

function recordFile(folder: StateFolder, layer: Layer, file: string): string {
  return path.join(folder.approvals, `${sha256(`${layer}\n${file}`).slice(0, 32)}.json`);
}

function sourceFile(folder: StateFolder, hash: string): string {
  return path.join(folder.approvals, `${hash}.law`);
}

function damaged(file: string, what: string): LawError {
  return new LawError([
    createProblem('law/approval-damaged', {
      file,
      message: `${what}, so nobody knows what was approved`,
      help: 'a person runs `hooklaw approve` on the law as it should be',
    }),
  ]);
}

function parseRecord(text: string, record: string): Approval {
  try {
    const approval = JSON.parse(text) as Approval;
    if (
      typeof approval.file === 'string' &&
      typeof approval.sha256 === 'string' &&
      typeof approval.layer === 'string'
    ) {
      return approval;
    }
  } catch {
    throw damaged(record, 'the record of the approved law cannot be read');
  }
  throw damaged(record, 'the record of the approved law is incomplete');
}

/**
 * The approval of a law file; undefined where there is none yet.
 * @throws {LawError} when it is damaged
 */
export function readApproval(folder: StateFolder, layer: Layer, file: string): Approval | undefined {
  const record = recordFile(folder, layer, file);
  const text = readTextIfExists(record);
  return text === undefined ? undefined : parseRecord(text, record);
}

function recordFiles(folder: StateFolder): string[] {
  let names: string[];
  try {
    names = fs.readdirSync(folder.approvals);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
  return names
    .filter(name => name.endsWith('.json') && !name.startsWith('.'))
    .sort()
    .map(name => path.join(folder.approvals, name));
}

/**
 * Every approval in a state folder.
 * @throws {LawError} when one of them is damaged
 */
export function listApprovals(folder: StateFolder): Approval[] {
  return recordFiles(folder).map(record => parseRecord(readTextIfExists(record) ?? '', record));
}

/**
 * The approved source of a law.
 * @throws {LawError} when the copy is missing or is not the one that was approved
 */
export function readApprovedSource(folder: StateFolder, { sha256: hash, file }: Approval): Buffer {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(sourceFile(folder, hash));
  } catch {
    throw damaged(file, 'the copy of the approved law cannot be read');
  }
  if (sha256Once(bytes) !== hash) throw damaged(file, 'the copy of the approved law was changed');
  return bytes;
}

function createApproval(
  layer: Layer,
  file: string,
  project: string | undefined,
  bytes: Uint8Array,
  by: string,
): Approval {
  return {
    layer,
    file,
    project: project ?? null,
    sha256: sha256Once(bytes),
    approved_at: isoTime(Date.now()),
    approved_by: by,
  };
}

function keepSource(folder: StateFolder, bytes: Uint8Array): void {
  writeFileAtomic(sourceFile(folder, sha256Once(bytes)), bytes);
}

/** Keeps the approved source again where its copy was lost. */
export function keepLostSource(folder: StateFolder, { sha256: hash }: Approval, bytes: Uint8Array): void {
  if (!fs.existsSync(sourceFile(folder, hash))) keepSource(folder, bytes);
}

/** The records of approvals that cannot be read, as files. */
export function findDamagedApprovals(folder: StateFolder): string[] {
  return recordFiles(folder).filter(record => {
    try {
      parseRecord(readTextIfExists(record) ?? '', record);
      return false;
    } catch {
      return true;
    }
  });
}

/** Takes the law found at first use as approved, unless another process was first. */
export function approveAtFirstUse(
  folder: StateFolder,
  layer: Layer,
  file: string,
  project: string | undefined,
  bytes: Uint8Array,
): void {
  keepSource(folder, bytes);
  writeFileOnce(recordFile(folder, layer, file), JSON.stringify(createApproval(layer, file, project, bytes, firstUse)));
}

/** Puts a person's approval of a law as it stands in the place of the one before. */
export function approve(
  folder: StateFolder,
  layer: Layer,
  file: string,
  project: string | undefined,
  bytes: Uint8Array,
  by: string,
): Approval {
  const approval = createApproval(layer, file, project, bytes, by);
  keepSource(folder, bytes);
  writeFileAtomic(recordFile(folder, layer, file), JSON.stringify(approval));
  return approval;
}

/** Ends the approval of a law that is meant to be gone. */
export function withdrawApproval(folder: StateFolder, { layer, file }: Approval): void {
  fs.rmSync(recordFile(folder, layer, file), { force: true });
}
