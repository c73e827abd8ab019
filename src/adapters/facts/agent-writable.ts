import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../state-dir.ts';
import { FactFailure } from './fact-failure.ts';

/** As many links as the system itself follows on Linux. */
const mostLinks = 40;
const [groupOrOthersWrite, sticky] = [0o022, 0o1000];
/** Windows has no such modes; there only the place of a file counts. */
const hasModes = process.platform !== 'win32';

/** One name that is looked up on the way to a file. */
interface Step {
  /** The real folder in which it is looked up. */
  readonly folder: string;
  readonly entry: string;
  readonly stats: fs.Stats;
}

/**
 * Every name that is looked up on the way to a file, links included: whoever can change one of them decides what is read.
 * @throws the file system's error, also where there are too many links
 */
function* walk(file: string): Generator<Step> {
  let folder = path.parse(file).root;
  const pending = file.slice(folder.length).split(path.sep);
  let links = 0;
  for (let name = pending.shift(); name !== undefined; name = pending.shift()) {
    if (name === '' || name === '.') continue;
    if (name === '..') {
      folder = path.dirname(folder);
      continue;
    }
    const entry = path.join(folder, name);
    const stats = fs.lstatSync(entry);
    yield { folder, entry, stats };
    if (!stats.isSymbolicLink()) {
      folder = entry;
      continue;
    }
    links += 1;
    if (links > mostLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' });
    const target = fs.readlinkSync(entry);
    if (path.isAbsolute(target)) folder = path.parse(target).root;
    pending.unshift(...target.slice(path.isAbsolute(target) ? folder.length : 0).split(path.sep));
  }
}

function modeOf({ mode }: fs.Stats): string {
  return (mode & 0o7777).toString(8).padStart(3, '0');
}

/** Why others than its owner can put something else in the place of an entry; undefined when they cannot. */
function whyOthersCanReplace({ folder, entry, stats }: Step): string | undefined {
  const around = fs.statSync(folder);
  if ((around.mode & groupOrOthersWrite) === 0) return undefined;
  if ((around.mode & sticky) === 0)
    return `others can write in the folder \`${folder}\` (mode ${modeOf(around)}); run \`chmod go-w ${folder}\``;
  // In a folder such as /tmp nobody can replace what another has put there, but everybody can be the first.
  if (stats.uid === 0 || stats.uid === process.getuid?.()) return undefined;
  return `others can write in the folder \`${folder}\`, and \`${entry}\` there belongs to another user; move it to a folder of your own`;
}

function whyOthersCanWrite({ entry, stats }: Step): string | undefined {
  if (!stats.isFile() || (stats.mode & groupOrOthersWrite) === 0) return undefined;
  return `others can write \`${entry}\` (mode ${modeOf(stats)}); run \`chmod go-w ${entry}\``;
}

/**
 * Sees to it that a file is none that the agent could write: one that lies in the project, is reached by way of it, or
 * that others than its owner can write or replace. (A process of the same user can write the user's other files as well;
 * docs/threat-model.md.)
 * @param file an absolute path
 * @param projects the folders in which the agent works
 * @throws {FactFailure} that says why it is refused and what to do, and the file system's error
 */
export function refuseAgentWritable(file: string, shown: string, projects: readonly string[]): void {
  for (const step of walk(path.resolve(file))) {
    if (projects.some(project => isInside(step.folder, project)))
      throw refusal(`\`${shown}\` lies in the project or is reached by way of it; move it out of the project`);
    const why = hasModes ? (whyOthersCanReplace(step) ?? whyOthersCanWrite(step)) : undefined;
    if (why !== undefined) throw refusal(why);
  }
}

function refusal(why: string): FactFailure {
  return new FactFailure(
    `the agent could write its source: ${why}, or say in the law why it is all right: \`untrusted_ok: <reason>\``,
  );
}
