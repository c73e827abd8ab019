import fs from 'node:fs';
import path from 'node:path';
import type { JsonValue } from '../../core/json/json-value.ts';
import { type Heartbeat, HeartbeatTally } from '../../core/self-test/heartbeat.ts';
import { canonicalFolder } from '../law-files.ts';
import type { StateFolder } from '../state-folder.ts';
import { findTranscripts, type Transcript } from './find-transcripts.ts';

/** How many transcripts are read, the newest ones, and how much of them and of each record, in bytes. */
const mostTranscripts = 200;
const mostBytes = 200 * 1024 * 1024;
/** A line that is longer is given up, in UTF-16 units. */
const longestLine = 8 * 1024 * 1024;

/** What is compared. */
export interface HistoryPlace {
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Where hooklaw's records of the project are. */
  readonly stateFolder: StateFolder;
  /** When the hook was last seen to be wired in, where no install has been noted; ISO 8601. */
  readonly wired?: string | undefined;
}

/** The heartbeat of a project, and whether there was more to read than was read. */
export interface HookHistory extends Heartbeat {
  readonly complete: boolean;
}

/**
 * Compares the transcripts of a project's sessions with hooklaw's records of them. Lines that do not parse are skipped, files
 * that cannot be read too. Never throws.
 */
export async function readHookHistory(place: HistoryPlace): Promise<HookHistory> {
  const tally = new HeartbeatTally();
  const { stateFolder } = place;
  await readLines(stateFolder.auditLog, mostBytes, line => tally.sawRecord(line));
  await readLines(stateFolder.summaries, mostBytes, line => tally.sawSummary(line));
  const found = findTranscripts({ ...place, projectDir: canonicalFolder(place.projectDir) });
  const chosen = newest(found);
  // A session that goes on with another repeats its calls, which have to be counted for the first.
  for (const { file, sessionId } of chosen.toReversed())
    await readLines(file, mostBytes, line => tally.sawTranscriptLine(line, sessionId));
  return { ...tally.report(installedAt(stateFolder) ?? place.wired), complete: chosen.length === found.length };
}

function newest(transcripts: readonly Transcript[]): Transcript[] {
  const sorted = transcripts.toSorted((one, other) => other.modified - one.modified).slice(0, mostTranscripts);
  let left = mostBytes;
  return sorted.filter(({ size }) => {
    left -= size;
    return left >= 0;
  });
}

/** When `init` last wrote down what it had installed. */
function installedAt({ root }: StateFolder): string | undefined {
  try {
    return fs.statSync(path.join(root, 'install.json')).mtime.toISOString();
  } catch {
    return undefined;
  }
}

/** Reads the end of a file of JSON lines. */
async function readLines(file: string, most: number, see: (line: JsonValue) => void): Promise<void> {
  try {
    const stats = fs.statSync(file);
    if (!stats.isFile()) return;
    let rest = '';
    // Not `readline`: it does not hand on that the stream has failed.
    for await (const part of fs.createReadStream(file, { encoding: 'utf8', start: Math.max(0, stats.size - most) })) {
      const lines = `${rest}${part}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) rest = '';
      for (const line of lines) seeLine(line, see);
    }
    seeLine(rest, see);
  } catch {
    return;
  }
}

function seeLine(line: string, see: (line: JsonValue) => void): void {
  let value: JsonValue;
  try {
    value = JSON.parse(line);
  } catch {
    return;
  }
  see(value);
}
