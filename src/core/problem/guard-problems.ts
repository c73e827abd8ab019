import type { ProblemInfo } from './problem-info.ts';

/** What keeps hooklaw's own hook from being in force. */
export const guardProblems = {
  'guard/not-in-force': { severity: 'error', title: 'a law that nothing enforces here' },
  'guard/partly-wired': { severity: 'warning', title: 'hooklaw is not called on every event that it needs' },
  'guard/narrowed': { severity: 'error', title: "something keeps hooklaw's hook from seeing or stopping calls" },
  'guard/law-broken': { severity: 'error', title: 'the law in force cannot be loaded' },
  'guard/lets-through': { severity: 'error', title: 'a call that the law denies passes the installed hook' },
  'guard/stops-harmless': {
    severity: 'error',
    title: 'a call that the law lets pass is stopped by the installed hook',
  },
  'guard/not-proven': { severity: 'warning', title: 'a deny rule that no test can show to deny' },
  'guard/silent': { severity: 'error', title: 'sessions with tool calls and without one call of the hook' },
  'guard/not-called': { severity: 'error', title: 'the real client did not call the hook, or did not obey it' },
} as const satisfies Record<string, ProblemInfo>;
