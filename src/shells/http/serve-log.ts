import { isoTime } from '../../adapters/clock.ts';
import type { ServeLog } from './call-judge.ts';

/** The least that is worth a line. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * A log of JSON lines: `time`, `level`, `message`, and what else is known. Inputs of tools, texts of denials and tokens never stand in it;
 * the audit log has what of them may be kept.
 */
export function createServeLog(least: LogLevel, write: (line: string) => void): ServeLog {
  const at =
    (level: LogLevel) =>
    (facts: object, message: string): void => {
      if (logLevels.indexOf(level) < logLevels.indexOf(least)) return;
      write(`${JSON.stringify({ time: isoTime(Date.now()), level, message, ...facts })}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
