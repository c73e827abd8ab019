import type { Softened } from '../core/law/packs/compile-extends.ts';
import type { Painter } from './painter.ts';
import { describeSoftening } from './rule-explanation.ts';

/** How a law weakens the rules of packs, each with its reason; nothing where it does not. */
export function renderSoftened(softened: readonly Softened[], paint: Painter): string {
  if (softened.length === 0) return '';
  const lines = softened.map(
    soft => `  ${paint.bold(soft.rule)} (line ${soft.line}): ${describeSoftening(soft)}, because: ${soft.because}`,
  );
  return ['', 'softened rules of packs:', ...lines, ''].join('\n');
}
