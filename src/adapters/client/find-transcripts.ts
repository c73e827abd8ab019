import fs from 'node:fs';
import path from 'node:path';
import { isInside } from '../state-dir.ts';
import { configFolder } from './config-folder.ts';
import { listFolder } from './read-client-file.ts';

/** A transcript of a session, or of one of its agents. */
export interface Transcript {
  readonly file: string;
  readonly sessionId: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** How much of a transcript is looked through for the folder of its session, in bytes. */
const headSize = 64 * 1024;
/** The client cuts longer names of folders off. */
const longestName = 200;

/**
 * The transcripts of the sessions that were started in a project or in a folder below it, in no order. The client keeps them in a folder
 * named by the folder where it was started, with `-` for everything but letters and digits; so the name alone does not tell
 * `/a/b-c` from `/a/b/c`, and the transcripts have to. Observed with 2.1.332.
 */
export function findTranscripts(place: {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}): Transcript[] {
  const projects = path.join(configFolder(place), 'projects');
  const name = place.projectDir.replace(/[^A-Za-z0-9]/g, '-');
  return listFolder(projects)
    .filter(other => other.startsWith(name.slice(0, longestName)))
    .map(other => ({ folder: path.join(projects, other), isNamed: other === name }))
    .filter(({ folder, isNamed }) => belongsTo(folder, place.projectDir, isNamed))
    .flatMap(({ folder }) => transcriptsIn(folder));
}

function belongsTo(folder: string, projectDir: string, isNamed: boolean): boolean {
  const files = listFolder(folder).filter(name => name.endsWith('.jsonl'));
  for (const name of files.slice(-5)) {
    const cwd = readCwd(path.join(folder, name));
    if (cwd !== undefined) return isInside(cwd, projectDir);
  }
  return isNamed;
}

/** The folder in which a session began. */
function readCwd(file: string): string | undefined {
  try {
    const fd = fs.openSync(file, 'r');
    try {
      const head = Buffer.alloc(headSize);
      const text = head.toString('utf8', 0, fs.readSync(fd, head, 0, headSize, 0));
      const quoted = /"cwd":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
      return quoted === undefined ? undefined : String(JSON.parse(quoted));
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

function transcriptsIn(folder: string): Transcript[] {
  return listFolder(folder).flatMap(name => {
    if (name.endsWith('.jsonl')) return transcript(path.join(folder, name), path.basename(name, '.jsonl'));
    const agents = path.join(folder, name, 'subagents');
    return listFolder(agents)
      .filter(file => file.endsWith('.jsonl'))
      .flatMap(file => transcript(path.join(agents, file), name));
  });
}

function transcript(file: string, sessionId: string): Transcript[] {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return [];
  return [{ file, sessionId, size: stats.size, modified: stats.mtimeMs }];
}
