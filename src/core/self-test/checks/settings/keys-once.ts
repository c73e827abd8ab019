import { createProblem } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';

/** No key stands twice, since only the last one counts. */
export const keysOnce: Check = {
  name: 'keys-once',
  codes: ['settings/duplicate-key'],
  reads: 'settings',
  run: ({ readings }) =>
    readings.flatMap(reading =>
      reading.faults
        .filter(({ kind }) => kind === 'duplicate-key')
        .map(({ path, span }) => {
          const key = String(path.at(-1));
          const inHooks = path[0] === 'hooks';
          const what = inHooks && path.length === 2 ? `what stands here of \`${key}\`` : 'what stands here';
          const made = createProblem('settings/duplicate-key', {
            file: reading.source.file,
            span,
            message: `the key \`${key}\` stands twice, and the client takes the last one only: ${what} counts for nothing`,
            help: 'join the two by hand into one',
          });
          return inHooks || key === 'hooks' ? made : { ...made, severity: 'warning' as const };
        }),
    ),
};
