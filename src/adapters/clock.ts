/**
 * A time as ISO 8601 with its zone, which is UTC: `2026-11-30T12:00:00.123Z`. The machine's own zone would cost more to
 * look up than judging a call does.
 */
export function isoTime(now: number): string {
  return new Date(now).toISOString();
}
