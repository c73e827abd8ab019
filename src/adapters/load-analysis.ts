import type { CreateFacts } from '../core/analysis/facts/facts.ts';

/** Loads what works out what a call would do; it brings the shell's parser with it. */
export async function loadAnalysis(): Promise<CreateFacts> {
  const { createFacts } = await import('../core/analysis/facts/create-facts.ts');
  return createFacts;
}
