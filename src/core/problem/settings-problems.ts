import type { ProblemInfo } from './problem-info.ts';

/** What stands in the client's settings and keeps hooks from guarding. */
export const settingsProblems = {
  'settings/dropped-hooks': { severity: 'error', title: 'an entry for which the client drops hooks' },
} as const satisfies Record<string, ProblemInfo>;
