import { checkSync } from 'recheck';
import { countChoiceBits, mostChoiceBits } from '../core/expression/regex-choices.ts';
import type { RegexJudge, RegexVerdict } from '../core/expression/site.ts';
import type { RegexVerdicts } from './regex-verdicts.ts';

/** The longest that the analysis of one pattern may take; what cannot be judged by then is refused. Minutes of a busy machine, seconds of an idle one. */
const timeoutMs = 30_000;

/** Said of a pattern when the time was too short; not remembered, since there may be more time the next time. */
const undecided = 'its running time could not be established';

/** A plain text, with classes and anchors at most, is linear whatever it says; the analyser need not look at it. */
function isPlain(source: string): boolean {
  return !/[*+?{|(]/.test(source);
}

/** What this process has found; the same pattern stands in many a rule. */
const found = new Map<string, RegexVerdict | undefined>();

function analyse(source: string): RegexVerdict | undefined {
  if (!found.has(source)) found.set(source, analyseAnew(source));
  return found.get(source);
}

function analyseAnew(source: string): RegexVerdict | undefined {
  const verdict = checkSync(source, '', { timeout: timeoutMs });
  if (verdict.status === 'safe') return undefined;
  return {
    kind: 'slow',
    detail: verdict.status === 'vulnerable' ? verdict.complexity.summary : undecided,
  };
}

/** Why a text is no regular expression of JavaScript; undefined when it is one. */
function whyInvalid(source: string): string | undefined {
  try {
    new RegExp(source);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = message.replace(/^Invalid regular expression: \/.*\/\w*: /s, '');
    return `${detail}${source.startsWith('(?i)') ? '; for any case compare with lowerAscii()' : ''}`;
  }
}

/** Makes the judge of regular expressions: the `recheck` analyser, which is not asked twice about one pattern. */
export function createRegexJudge(known?: RegexVerdicts): RegexJudge {
  return source => {
    const invalid = whyInvalid(source);
    if (invalid !== undefined) return { kind: 'bad', detail: invalid };
    if (isPlain(source)) return undefined;
    if (countChoiceBits(source) > mostChoiceBits) {
      return { kind: 'slow', detail: 'its options and alternatives can be combined in too many ways' };
    }
    const earlier = known?.get(source);
    if (earlier !== undefined) return earlier.verdict;
    const verdict = analyse(source);
    if (verdict?.detail !== undecided) known?.add(source, verdict);
    return verdict;
  };
}
