import { diffLines } from 'diff';
import type { Difference, LawTestResult } from '../core/law/test-report.ts';
import { createPainter, type Painter } from './painter.ts';

interface DiffLine {
  readonly mark: '-' | '+' | ' ';
  readonly text: string;
}

function linesOf(text: string, mark: DiffLine['mark']): DiffLine[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map(line => ({ mark, text: line }));
}

function compareLines({ expected, got }: Difference): DiffLine[] {
  if (expected === undefined || got === undefined) {
    return [...(expected === undefined ? [] : linesOf(expected, '-')), ...(got === undefined ? [] : linesOf(got, '+'))];
  }
  return diffLines(`${expected}\n`, `${got}\n`).flatMap(({ value, added, removed }) =>
    linesOf(value, removed ? '-' : added ? '+' : ' '),
  );
}

function renderLine({ mark, text }: DiffLine, paint: Painter): string {
  const line = `${mark} ${text}`;
  return mark === '-' ? paint.red(line) : mark === '+' ? paint.green(line) : line;
}

/** The values that are others than a test expects: with `-` what is expected, with `+` what there is. */
export function renderDifferences({ differences }: LawTestResult, paint: Painter = createPainter(false)): string[] {
  return differences.flatMap(difference => [
    `${difference.path}:`,
    ...compareLines(difference).map(line => `  ${renderLine(line, paint)}`),
  ]);
}
