import path from 'node:path';
import { readLawFile } from '../../adapters/law-files.ts';
import type { LawError } from '../../core/problem/problem.ts';
import { createPainter } from '../../render/painter.ts';
import { renderLearnMore, renderProblems } from '../../render/problems.ts';
import type { CliIo } from './io.ts';

/** The text of a law file that a problem is about; undefined when it cannot be shown. */
function readSource(file: string | undefined, { cwd }: CliIo): string | undefined {
  try {
    return file === undefined ? undefined : readLawFile(path.resolve(cwd, file)).toString('utf8');
  } catch {
    return undefined;
  }
}

/** Tells of a law that cannot be used: each problem with its place in the law. */
export function reportLawError({ problems, text }: LawError, io: CliIo): void {
  const paint = createPainter(io.colour);
  const sourceOf = (file: string | undefined): string | undefined =>
    (text ?? readSource(file, io))?.replace(/^\uFEFF/, '');
  io.stderr(`${renderProblems(problems, sourceOf, paint)}\n${renderLearnMore(problems, paint)}`);
}
