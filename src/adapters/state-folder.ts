import path from 'node:path';
import { sha256 } from './digest.ts';

/** Where things lie in a project's state folder. */
export interface StateFolder {
  readonly root: string;
  readonly auditLog: string;
  readonly summaries: string;
  readonly errors: string;
  /** Budgets and earlier calls. */
  readonly database: string;
  /** Approved laws. */
  readonly approvals: string;
  readonly compiledLaws: string;
  /** What the settings said of the guard when a session started. */
  readonly settingsMemory: string;
  /** What the analysis of regular expressions has found so far. */
  readonly regexVerdicts: string;
  readonly compiledLaw: (key: string) => string;
  readonly sessionFile: (sessionId: string, name: SessionFile) => string;
}

/** `fact-` holds a fact that was resolved after the first event, `changed-` marks one whose change has been reported. */
type SessionFile = 'context.json' | 'tally.jsonl' | 'summary.json' | `fact-${string}.json` | `changed-${string}`;

/** A session's folder name: its id where that is a harmless name, else the id's hash. */
function sessionName(sessionId: string): string {
  return /^(?!h-)[A-Za-z0-9_-]{1,100}$/.test(sessionId) ? sessionId : `h-${sha256(sessionId)}`;
}

export function createStateFolder(root: string): StateFolder {
  return {
    root,
    auditLog: path.join(root, 'audit_log.jsonl'),
    summaries: path.join(root, 'session_summaries.jsonl'),
    errors: path.join(root, 'errors.jsonl'),
    database: path.join(root, 'state.db'),
    approvals: path.join(root, 'approved'),
    settingsMemory: path.join(root, 'settings.json'),
    regexVerdicts: path.join(root, 'law', 'regex.jsonl'),
    compiledLaws: path.join(root, 'law'),
    compiledLaw: key => path.join(root, 'law', `${key}.json`),
    sessionFile: (sessionId, name) => path.join(root, 'sessions', sessionName(sessionId), name),
  };
}
