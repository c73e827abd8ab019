import type { Problem } from '../problem/problem.ts';
import type { LawSource } from './read-source.ts';
import type { LawDocument } from './schema.ts';

/** The stretch of the file in which a rule stands: up to the next rule, or to the end of `rules`. */
function stretchOf(index: number, { rules }: LawDocument, source: LawSource): readonly [number, number] {
  const start = source.locateValue(['rules', index]).start.offset;
  const next = index + 1 < rules.length ? source.locateValue(['rules', index + 1]).start.offset : undefined;
  return [start, next ?? source.text.length];
}

/** Leaves out the warnings about a rule that its `warnings_ok` names. */
export function acceptWarnings(
  warnings: readonly Problem[],
  document: LawDocument,
  source: LawSource,
): readonly Problem[] {
  const accepted = document.rules.flatMap(({ warnings_ok: codes }, index) =>
    codes === undefined ? [] : [{ codes, stretch: stretchOf(index, document, source) }],
  );
  return warnings.filter(({ code, span }) => {
    const offset = span?.start.offset ?? -1;
    return !accepted.some(
      ({ codes, stretch: [start, end] }) => offset >= start && offset < end && Object.hasOwn(codes, code),
    );
  });
}
