import type { ProblemInfo } from './problem-info.ts';

/** What keeps hooklaw's own hook from being in force. */
export const guardProblems = {
  'guard/not-installed': { severity: 'warning', title: 'hooklaw is not wired in here' },
} as const satisfies Record<string, ProblemInfo>;
