import type { RegexVerdict } from '../core/expression/site.ts';
import { appendJsonLine, readJsonLines } from './json-lines.ts';

interface Line {
  readonly source: string;
  readonly verdict: RegexVerdict | null;
}

/** What was found about regular expressions before; analysing one can take seconds. */
export interface RegexVerdicts {
  readonly get: (source: string) => { readonly verdict: RegexVerdict | undefined } | undefined;
  readonly add: (source: string, verdict: RegexVerdict | undefined) => void;
}

/** Keeps the verdicts in a file, each as soon as it is reached, so that a compilation that was cut off gets further next time. */
export function createRegexVerdicts(file: string): RegexVerdicts {
  let known: Map<string, RegexVerdict | null> | undefined;
  const load = (): Map<string, RegexVerdict | null> => {
    known ??= new Map(readQuietly(file).map(({ source, verdict }) => [source, verdict]));
    return known;
  };
  return {
    get(source) {
      const verdict = load().get(source);
      return verdict === undefined ? undefined : { verdict: verdict ?? undefined };
    },
    add(source, verdict) {
      load().set(source, verdict ?? null);
      try {
        appendJsonLine(file, { source, verdict: verdict ?? null } satisfies Line);
      } catch {
        return;
      }
    },
  };
}

function readQuietly(file: string): Line[] {
  try {
    return readJsonLines<Line>(file);
  } catch {
    return [];
  }
}
