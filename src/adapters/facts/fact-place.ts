import path from 'node:path';
import type { PlacedFact } from '../../ports/world.ts';
import { refuseAgentWritable } from './agent-writable.ts';

/** Where facts are resolved. */
export interface FactPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder in which the agent works. */
  readonly project: string;
  /** Milliseconds that are left to judge and to answer. */
  readonly left: () => number;
}

/** What resolving one source needs beside the source itself. */
export interface SourcePlace {
  readonly fact: PlacedFact;
  readonly env: FactPlace['env'];
  /** The folder of the law file. */
  readonly folder: string;
  /** The folders in which the agent works. */
  readonly projects: readonly string[];
  /** Aborted when the time is over. */
  readonly signal: AbortSignal;
}

/** A law that the hook found by itself lies in a project, though it may be another than the one the agent was started in. */
export function projectsOf({ file, layer }: PlacedFact, project: string): string[] {
  if (layer !== 'project') return [project];
  const folder = path.dirname(file);
  return [project, path.basename(folder) === '.claude' ? path.dirname(folder) : folder];
}

/**
 * The path of a file that a fact rests on.
 * @throws {FactFailure} when the agent could write it and the law does not say that this is all right
 */
export function protectedFile(named: string, untrustedOk: string | undefined, place: SourcePlace): string {
  const file = path.resolve(place.folder, named);
  if (untrustedOk === undefined) refuseAgentWritable(file, named, place.projects);
  return file;
}
