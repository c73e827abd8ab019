import type { LawLint } from '../linted-law.ts';

/** Laws without any test. */
export const noTests: LawLint = {
  code: 'law/no-tests',
  find({ document }) {
    // What comes from packs is tested there.
    if ((document.tests ?? []).length > 0 || document.rules.length === 0) return [];
    return [
      {
        path: [],
        key: 'rules',
        message: 'the law has no tests, so nobody has seen its rules deny what they shall deny and pass the rest',
        help: 'give each rule a test on both sides of its edge, under `tests`; `hooklaw test` runs them',
      },
    ];
  },
};
