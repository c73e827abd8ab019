import { neverPlain } from '../analysis/plain/answer-plain.ts';
import type { FactTest } from './facts/fact-test.ts';
import type { QuickTest } from './quick-test.ts';

/**
 * The programs without which a test is certainly false for a plain command; none at all where it always is. Rules are sorted
 * by them, so that a call looks only at those that its programs could concern.
 * @returns undefined where more has to be asked than which programs there are
 */
export function plainPrograms(test: QuickTest): readonly string[] | undefined {
  switch (test.op) {
    case 'fact':
      return programsOfFact(test);
    case 'any': {
      const parts = test.of.map(plainPrograms);
      return parts.includes(undefined) ? undefined : [...new Set(parts.flatMap(part => part ?? []))].sort();
    }
    case 'all': {
      // One part that is false is enough.
      const parts = test.of.map(plainPrograms).filter(part => part !== undefined);
      return parts.sort((a, b) => a.length - b.length)[0];
    }
    default:
      return undefined;
  }
}

function programsOfFact({ of, member, path, programs }: FactTest): readonly string[] | undefined {
  if (path !== undefined) return undefined;
  return neverPlain(of, member) ? [] : programs;
}
