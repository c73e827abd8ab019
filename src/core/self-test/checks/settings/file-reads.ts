import type { Check } from '../../check.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** Every settings file can be read. */
export const fileReads: Check = {
  name: 'file-reads',
  codes: ['settings/unreadable'],
  reads: 'settings',
  run: ({ readings }) =>
    readings.flatMap(reading =>
      reading.faults
        .filter(({ kind }) => kind === 'unreadable')
        .map(({ message }) =>
          findingAt('settings/unreadable', reading, {
            at: [],
            message: `${message}, so none of its hooks counts`,
            help: 'put a file there that the client may read, or take it away',
          }),
        ),
    ),
};
