import type { Layer } from '../decision/decision.ts';
import type { Span } from '../problem/position.ts';
import { createProblem, LawError } from '../problem/problem.ts';
import type { CompiledLaw } from './compiled-law.ts';

/**
 * Refuses `project_laws: forbidden` outside of a managed law: a project must not be able to shut out the laws of the
 * folders above it.
 * @param span where the key stands, for whoever knows
 * @throws {LawError}
 */
export function assertMayForbid(
  { projectLaws }: Pick<CompiledLaw, 'projectLaws'>,
  layer: Layer,
  file: string,
  span?: Span,
): void {
  if (projectLaws === undefined || layer === 'managed') return;
  throw new LawError([
    createProblem('law/managed-only', {
      file,
      ...(span === undefined ? {} : { span }),
      message: 'only a managed law can forbid project laws',
      help: 'take `project_laws` out, or move the law to the managed folder',
    }),
  ]);
}
