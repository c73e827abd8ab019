import type { Outcome } from './audit-entry.ts';

/** The little that is remembered of each call while a session lasts. */
export interface TallyLine {
  readonly time: string;
  readonly outcome: Outcome;
  readonly tool: string | null;
  readonly rule: string | null;
}

/** One line of `session_summaries.jsonl`. A later line of the same session takes an earlier one's place. */
export interface SessionSummary {
  readonly session_id: string;
  /** When the line was written; ISO 8601 with the zone. */
  readonly time: string;
  readonly event: string;
  readonly first_call: string | null;
  readonly last_call: string | null;
  readonly executed: number;
  readonly failed: number;
  readonly denied: number;
  readonly asked: number;
  /** Calls by tool, whatever became of them. */
  readonly tools: Readonly<Record<string, number>>;
  /** Denials and questions by rule. */
  readonly rules: Readonly<Record<string, number>>;
}

function countBy(names: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) {
    if (name !== null) counts[name] = (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0) + 1;
  }
  return counts;
}

/** Sums a session up. */
export function summarizeSession(
  sessionId: string,
  event: string,
  time: string,
  lines: readonly TallyLine[],
): SessionSummary {
  const count = (outcome: Outcome): number => lines.filter(line => line.outcome === outcome).length;
  const calls = lines.filter(line => line.outcome !== 'permitted' && line.outcome !== 'asked');
  return {
    session_id: sessionId,
    time,
    event,
    first_call: lines[0]?.time ?? null,
    last_call: lines.at(-1)?.time ?? null,
    executed: count('executed'),
    failed: count('failed'),
    denied: count('denied'),
    asked: count('asked'),
    tools: countBy(calls.map(line => line.tool)),
    rules: countBy(lines.map(line => line.rule)),
  };
}
