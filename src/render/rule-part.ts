import type { RulePart } from '../core/law/rule-parts.ts';
import { renderCarets } from './excerpt.ts';
import type { Painter } from './painter.ts';

/** A part of a rule for a program; lines and columns from 1, the end exclusive. */
export function partToJson({ key, text, span: { start, end } }: RulePart): unknown {
  return { key, text, line: start.line, column: start.column, end_line: end.line, end_column: end.column };
}

/** Parts of a law with carets under them, in the order of the file; those of one line together. */
export function renderParts(parts: readonly RulePart[], source: string, paint: Painter): string[] {
  const spans = parts.map(({ span }) => span).toSorted((a, b) => a.start.offset - b.start.offset);
  const lines = [...new Set(spans.map(({ start }) => start.line))];
  const width = String(lines.at(-1) ?? '').length;
  return lines.flatMap(line =>
    renderCarets(
      source,
      spans.filter(({ start }) => start.line === line),
      paint,
      width,
    ),
  );
}
