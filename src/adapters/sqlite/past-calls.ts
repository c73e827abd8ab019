import type { JsonValue } from '../../core/json/json-value.ts';
import { isGlob, matchesToolPattern } from '../../core/law/tool-pattern.ts';
import type { CallOutcome, CallRef, PastCall, StateAnswer } from '../../core/state/state.ts';
import { mostPastCalls } from '../../ports/state-store.ts';
import { fromColumn, toColumn } from '../column-text.ts';
import type { Row, SqliteDatabase } from './database.ts';

function toPastCall(row: Row): PastCall {
  return {
    tool: fromColumn(String(row['tool'])),
    at: Number(row['at']),
    input: JSON.parse(String(row['input'])) as JsonValue,
    result: JSON.parse(String(row['result'])) as JsonValue,
  };
}

/** The names of the session's tools that fit the patterns; an exact name is not looked up. */
function findTools(
  database: SqliteDatabase,
  session: string,
  outcome: CallOutcome,
  patterns: readonly string[],
): readonly string[] {
  if (!patterns.some(isGlob)) return patterns;
  const rows = database.all(
    'SELECT DISTINCT tool FROM calls WHERE session = ? AND outcome = ?',
    toColumn(session),
    outcome,
  );
  return rows
    .map(row => fromColumn(String(row['tool'])))
    .filter(tool => patterns.some(pattern => matchesToolPattern(pattern, tool)));
}

/** The session's earlier calls of some tools, newest first. */
export function findPastCalls(
  database: SqliteDatabase,
  session: string | undefined,
  outcome: CallOutcome,
  patterns: readonly string[],
): StateAnswer {
  const tools = session === undefined ? [] : findTools(database, session, outcome, patterns);
  if (session === undefined || tools.length === 0) return { kind: 'calls', calls: [], complete: true };
  const rows = database.all(
    `SELECT tool, at, input, result FROM calls WHERE session = ? AND outcome = ? AND tool IN (${tools.map(() => '?').join(', ')})
     ORDER BY seq DESC LIMIT ?`,
    toColumn(session),
    outcome,
    ...tools.map(toColumn),
    mostPastCalls + 1,
  );
  return { kind: 'calls', calls: rows.slice(0, mostPastCalls).map(toPastCall), complete: rows.length <= mostPastCalls };
}

/** Keeps a call that is over; a call that is kept already stays as it is. */
export function keepPastCall(database: SqliteDatabase, call: CallRef, outcome: CallOutcome, past: PastCall): void {
  if (call.sessionId === undefined) return;
  database.run(
    'INSERT OR IGNORE INTO calls (session, call, outcome, tool, at, input, result) VALUES (?, ?, ?, ?, ?, ?, ?)',
    toColumn(call.sessionId),
    call.callId === undefined ? null : toColumn(call.callId),
    outcome,
    toColumn(past.tool),
    past.at,
    JSON.stringify(past.input),
    JSON.stringify(past.result),
  );
}
