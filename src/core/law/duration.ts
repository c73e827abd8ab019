const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a duration such as `500ms`, `5s`, `15m`, `2h`, `7d` or `1h30m`.
 * @returns milliseconds, or undefined when the text is no duration
 */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(amount) * (units[unit ?? ''] ?? Number.NaN);
  }
  return Number.isFinite(total) ? total : undefined;
}

/** How long the hook may take unless the law or a flag says otherwise, in milliseconds; well inside the client's own timeout. */
export const defaultDeadlineMs = 8_000;

/** The shortest and the longest deadline of the hook, in milliseconds: it must end before the client's timeout of 15 s. */
const [shortestDeadline, longestDeadline] = [100, 10_000];

/** Whether a hook can have this deadline. */
export function isDeadline(ms: number | undefined): boolean {
  return ms !== undefined && ms >= shortestDeadline && ms <= longestDeadline;
}
