import type { Decision } from '../core/decision/decision.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import { type AuditEntry, createAuditEntry } from '../core/record/audit-entry.ts';
import { redactText } from '../core/record/redact.ts';
import { summarizeSession, type TallyLine } from '../core/record/session-summary.ts';
import { readTextIfExists, writeFileAtomic } from './atomic-file.ts';
import { isoTime } from './clock.ts';
import { sha256 } from './digest.ts';
import { appendJsonLine, readJsonLines } from './json-lines.ts';
import type { StateFolder } from './state-folder.ts';

/** A fault that changed no verdict, for `errors.jsonl`. */
export interface ErrorEntry {
  readonly step: string;
  readonly error: unknown;
  readonly event: string | undefined;
  readonly sessionId: string | undefined;
}

/** Appends a fault to `errors.jsonl`; false when not even that was possible. */
export function recordError(folder: StateFolder, { step, error, event, sessionId }: ErrorEntry): boolean {
  const message = error instanceof Error ? error.message : String(error);
  try {
    appendJsonLine(folder.errors, {
      id: crypto.randomUUID(),
      time: isoTime(Date.now()),
      event: event ?? null,
      session_id: sessionId ?? null,
      step,
      error: redactText(message).slice(0, 4_000),
      stack: error instanceof Error && error.stack !== undefined ? redactText(error.stack).slice(0, 4_000) : null,
    });
    return true;
  } catch {
    return false;
  }
}

function appendTally(folder: StateFolder, entry: AuditEntry): void {
  if (entry.session_id === null) return;
  const line: TallyLine = { time: entry.time, outcome: entry.outcome, tool: entry.tool, rule: entry.rule };
  appendJsonLine(folder.sessionFile(entry.session_id, 'tally.jsonl'), line);
}

function appendSummary(folder: StateFolder, event: HookEvent, sessionId: string): void {
  const lines = readJsonLines<TallyLine>(folder.sessionFile(sessionId, 'tally.jsonl'));
  const lastFile = folder.sessionFile(sessionId, 'summary.json');
  const unchanged = readTextIfExists(lastFile) === String(lines.length);
  if (unchanged) return;
  appendJsonLine(folder.summaries, summarizeSession(sessionId, event.name, isoTime(Date.now()), lines));
  writeFileAtomic(lastFile, String(lines.length));
}

/**
 * Writes what a judged event leaves behind: its audit line, and on Stop and SessionEnd the session's summary, unless the
 * last one still says it all.
 * @throws the file system's error when a record cannot be written
 */
export function recordEvent(folder: StateFolder, event: HookEvent, decision: Decision, auditRequired: boolean): void {
  const entry = createAuditEntry(event, decision, auditRequired, {
    id: () => crypto.randomUUID(),
    time: () => isoTime(Date.now()),
    digest: sha256,
  });
  if (entry !== undefined) {
    appendJsonLine(folder.auditLog, entry);
    appendTally(folder, entry);
  }
  if ((event.name === 'Stop' || event.name === 'SessionEnd') && event.sessionId !== undefined) {
    appendSummary(folder, event, event.sessionId);
  }
}
