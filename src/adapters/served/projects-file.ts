import path from 'node:path';
import * as z from 'zod';
import { readServeFile, ServeFileError } from './private-file.ts';
import { namePattern, parseServeFile } from './tokens.ts';

/** One of several projects, as the configuration names it; paths are absolute. */
export interface NamedProject {
  readonly name: string;
  readonly project: string;
  readonly law: string | undefined;
  readonly stateDir: string | undefined;
}

const projectsSchema = z.record(
  z.string().regex(namePattern, 'names are letters, digits, `-` and `_`'),
  z.strictObject({
    project: z.string().min(1),
    law: z.string().min(1).optional(),
    state_dir: z.string().min(1).optional(),
  }),
);

/**
 * Reads the map of projects; relative paths count from its folder.
 * @throws {ServeFileError}
 */
export function readProjects(file: string): readonly NamedProject[] {
  const parsed = parseServeFile(readServeFile(file, 'the map of projects', false), file, projectsSchema);
  const at = (named: string): string => path.resolve(path.dirname(file), named);
  const projects = Object.entries(parsed).map(([name, { project, law, state_dir }]) => ({
    name,
    project: at(project),
    law: law === undefined ? undefined : at(law),
    stateDir: state_dir === undefined ? undefined : at(state_dir),
  }));
  if (projects.length === 0) throw new ServeFileError(`\`${file}\` names no project`);
  return projects;
}
