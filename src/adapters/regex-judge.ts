import { checkSync } from 'recheck';
import type { RegexJudge } from '../core/expression/check.ts';

/** The longest that the analysis of one pattern may take; what cannot be judged by then is refused. Minutes of a busy machine, seconds of an idle one. */
const timeoutMs = 30_000;

/** A pattern without repetition is linear whatever it says; most are, and the analyser need not look at them. */
function hasRepetition(source: string): boolean {
  return /[*+{]/.test(source);
}

/** Judges a regular expression with the `recheck` analyser. */
export const judgeRegex: RegexJudge = source => {
  try {
    new RegExp(source);
  } catch (error) {
    const detail = (error instanceof Error ? error.message : String(error)).replace(
      /^Invalid regular expression: \/.*\/\w*: /s,
      '',
    );
    const inline = source.startsWith('(?i)') ? '; for any case compare with lowerAscii()' : '';
    return { kind: 'bad', detail: `${detail}${inline}` };
  }
  if (!hasRepetition(source)) return undefined;
  const verdict = checkSync(source, '', { timeout: timeoutMs });
  if (verdict.status === 'safe') return undefined;
  return {
    kind: 'slow',
    detail: verdict.status === 'vulnerable' ? verdict.complexity.summary : 'its running time could not be established',
  };
};
