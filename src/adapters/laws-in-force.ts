import path from 'node:path';
import type { LawInForce } from '../core/decision/decide.ts';
import type { Layer } from '../core/decision/decision.ts';
import type { OpenLaw } from '../core/law/open-law.ts';
import { assertMayForbid } from '../core/law/project-laws.ts';
import { createProblem, LawError } from '../core/problem/problem.ts';
import {
  type Approval,
  approveAtFirstUse,
  keepLostSource,
  listApprovals,
  readApproval,
  readApprovedSource,
} from './approvals.ts';
import { sha256Once } from './digest.ts';
import { findLawFiles, type LawFile, readLawFile } from './law-files.ts';
import type { StateFolder } from './state-folder.ts';
import { isTrusted } from './trust-store.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Where laws are looked for. */
export interface LawPlace {
  /** The law that a flag or the environment names. */
  readonly named: string | undefined;
  readonly project: string | undefined;
  readonly env: Env;
  readonly platform: string;
  /** The state folder of the project. */
  readonly folder: StateFolder;
  /** The state folder of the user, where the approval of the user's own law is kept for all projects. */
  readonly userFolder: StateFolder;
}

/** The folder in which a law's approval is kept. */
function approvalsOf(layer: Layer, { folder, userFolder }: LawPlace): StateFolder {
  return layer === 'user' ? userFolder : folder;
}

/** How laws are loaded: the hook keeps what it compiles and approves at first use, a trial leaves no trace. */
export interface LawLoader {
  /** @throws {LawError} */
  readonly compile: (bytes: Uint8Array, file: string) => Promise<OpenLaw>;
  readonly approveAtFirstUse: boolean;
  /** Told of faults that do not change the judgement. */
  readonly onFault: (step: string, error: unknown) => void;
}

function trusts({ layer, file }: LawFile, bytes: Uint8Array, env: Env): boolean {
  return layer !== 'project' || isTrusted(file, bytes, env);
}

/**
 * Compiles a law for its layer, and refuses what the layer must not say. Where the state is kept is not for a project to say: it would send what was spent, and
 * the question what may be spent, to a server of its own choice.
 * @throws {LawError}
 */
async function compileFor({ layer, file }: LawFile, bytes: Uint8Array, loader: LawLoader): Promise<OpenLaw> {
  const law = await loader.compile(bytes, file);
  assertMayForbid(law, layer, file);
  if (law.state === undefined || layer === 'managed' || layer === 'user') return law;
  throw new LawError([
    createProblem('law/state-layer', {
      file,
      message: 'only a managed law and the user’s own may say where the state is kept',
      help: 'move `state` into the law of the user or of the machine',
    }),
  ]);
}

async function loadCurrent(found: LawFile, bytes: Uint8Array, place: LawPlace, loader: LawLoader): Promise<LawInForce> {
  const law = await compileFor(found, bytes, loader);
  return { ...found, trusted: trusts(found, bytes, place.env), law };
}

/**
 * Whether a user's law has appeared where a law was approved already. It would stand above that law, so it counts as a
 * change that nobody approved: as far as it tightens. (A project's new law can do no more than that anyway.)
 */
function isNewcomer({ layer }: LawFile, { folder, userFolder }: LawPlace): boolean {
  return layer === 'user' && [folder, userFolder].some(kept => listApprovals(kept).length > 0);
}

async function loadFirst(found: LawFile, place: LawPlace, loader: LawLoader): Promise<LawInForce[]> {
  const bytes = readLawFile(found.file);
  const law = await loadCurrent(found, bytes, place, loader);
  const newcomer = isNewcomer(found, place);
  // Looked up after the question before: what another process has approved meanwhile may be this very law.
  if (readApproval(approvalsOf(found.layer, place), found.layer, found.file) !== undefined) {
    return loadFound(found, place, loader);
  }
  if (newcomer) return [{ ...law, trusted: false, unapproved: 'added' }];
  if (loader.approveAtFirstUse) {
    try {
      approveAtFirstUse(approvalsOf(found.layer, place), found.layer, found.file, place.project, bytes);
    } catch (error) {
      loader.onFault('the law could not be kept as approved', error);
    }
  }
  return [law];
}

/** The approved law in force beside a change that nobody has approved: the change counts as far as it tightens. */
async function loadChanged(
  approval: Approval,
  bytes: Buffer | undefined,
  place: LawPlace,
  loader: LawLoader,
): Promise<LawInForce[]> {
  const found: LawFile = { layer: approval.layer, file: approval.file };
  const source = readApprovedSource(approvalsOf(approval.layer, place), approval);
  const approved = {
    ...found,
    trusted: trusts(found, source, place.env),
    law: await compileFor(found, source, loader),
  };
  if (bytes === undefined) return [{ ...approved, unapproved: 'missing' }];
  try {
    const changed = await compileFor(found, bytes, loader);
    return [
      { ...found, trusted: false, law: changed },
      { ...approved, unapproved: 'changed' },
    ];
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    loader.onFault('the changed law is broken, the approved one stays in force', error);
    return [{ ...approved, unapproved: 'broken' }];
  }
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readLawFile(file);
  } catch {
    return undefined;
  }
}

/** Puts a lost copy of the approved source back while the file is still what was approved. */
function healSource(folder: StateFolder, approval: Approval, bytes: Uint8Array, loader: LawLoader): void {
  try {
    keepLostSource(folder, approval, bytes);
  } catch (error) {
    loader.onFault('the copy of the approved law could not be kept', error);
  }
}

/** A managed law counts as it stands: whoever may write there is the administrator, and the agent's user is not. */
async function loadFound(found: LawFile, place: LawPlace, loader: LawLoader): Promise<LawInForce[]> {
  if (found.layer === 'managed') return [await loadCurrent(found, readLawFile(found.file), place, loader)];
  const kept = approvalsOf(found.layer, place);
  const approval = readApproval(kept, found.layer, found.file);
  if (approval === undefined) return loadFirst(found, place, loader);
  const bytes = readIfThere(found.file);
  if (bytes === undefined || sha256Once(bytes) !== approval.sha256) return loadChanged(approval, bytes, place, loader);
  if (loader.approveAtFirstUse) healSource(kept, approval, bytes, loader);
  return [await loadCurrent(found, bytes, place, loader)];
}

/** The folder for which a project's law holds: its own, or the one above `.claude`. */
function folderOfLaw(file: string): string {
  const folder = path.dirname(file);
  return path.basename(folder) === '.claude' ? path.dirname(folder) : folder;
}

/** Whether a folder is another or lies above it. */
function holds(folder: string | null, inner: string | undefined): boolean {
  if (folder === null || inner === undefined) return folder === (inner ?? null);
  return inner === folder || inner.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`);
}

/** Approved laws whose file is gone: they stay in force. A law that was named counts only where it is named again. */
function findGone(found: readonly LawFile[], place: LawPlace): Approval[] {
  const ofProject = listApprovals(place.folder).filter(
    ({ layer, file }) => layer === 'project' && place.named === undefined && holds(folderOfLaw(file), place.project),
  );
  const ofUser = listApprovals(place.userFolder).filter(({ layer }) => layer === 'user');
  return [...ofProject, ...ofUser].filter(
    ({ layer, file }) => !found.some(law => law.layer === layer && law.file === file),
  );
}

/** A managed law can leave none but the managed and the user's laws in force: a name for another can come from a project too. */
const ownLayers: readonly Layer[] = ['managed', 'user'];

/**
 * The laws in force (law.md, «frozen law»): each file as it was last approved, which at first use is the one found, and
 * beside it, tightening only, what has been changed since.
 * @throws {LawError} when a law cannot be had and none was approved
 */
export async function loadLawsInForce(place: LawPlace, loader: LawLoader): Promise<LawInForce[]> {
  return loadFoundLaws(findLawFiles(place), place, loader);
}

/** The same for law files that have been found. */
export async function loadFoundLaws(
  found: readonly LawFile[],
  place: LawPlace,
  loader: LawLoader,
): Promise<LawInForce[]> {
  // INVARIANT: one after the other, the user's before the project's: whoever finds the project's approved finds the user's approved.
  const load = async (files: readonly LawFile[]): Promise<LawInForce[]> => {
    const laws: LawInForce[] = [];
    for (const file of files) laws.push(...(await loadFound(file, place, loader)));
    return laws;
  };
  const isManaged = ({ layer }: LawFile): boolean => layer === 'managed';
  const managed = await load(found.filter(isManaged));
  const forbidden = managed.some(({ law }) => law.projectLaws === 'forbidden');
  const counts = ({ layer }: { readonly layer: Layer }): boolean => !forbidden || ownLayers.includes(layer);
  const others = await load(found.filter(file => !isManaged(file) && counts(file)));
  const gone = await Promise.all(
    findGone(found, place)
      .filter(counts)
      .map(approval => loadChanged(approval, undefined, place, loader)),
  );
  const shutOut = found.filter(file => !counts(file)).map(({ file }) => file);
  return [...managed.map(law => (shutOut.length === 0 ? law : { ...law, shutOut })), ...others, ...gone.flat()];
}
