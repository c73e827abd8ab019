import type { Pattern } from '../../pattern.ts';
import type { CodeSurroundings } from '../call.ts';
import { Findings } from '../findings.ts';
import type { CodeLanguage } from '../reading.ts';

/** Reads code of a language without a parser of its own. */
export function readScript(language: CodeLanguage, _text: Pattern, _surroundings: CodeSurroundings): Findings {
  const findings = new Findings();
  findings.unknown('code', `the ${language} code`);
  return findings;
}
