import type { ProblemInfo } from './problem-info.ts';

/** What a hook does when it is run, and keeps it from guarding. */
export const hookProblems = {
  'hook/exit-1': { severity: 'error', title: 'a hook that means to block and ends with another exit code than 2' },
} as const satisfies Record<string, ProblemInfo>;
