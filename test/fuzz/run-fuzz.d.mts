interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  readonly from?: number;
  readonly parallel?: number;
}

interface FuzzProblem {
  readonly index: number;
  readonly problem: string;
}

export function runFuzz(
  program: Program,
  options: FuzzOptions,
): Promise<{ problems: FuzzProblem[]; outcomes: Map<string, number> }>;
