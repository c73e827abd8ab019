import type { HookReading, ReadingFault } from '../../../client/read-hooks.ts';
import { createProblem } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';

/** Nothing in a file makes the client drop hooks. */
export const hooksKept: Check = {
  name: 'hooks-kept',
  codes: ['settings/dropped-hooks'],
  reads: 'settings',
  run: ({ readings }) =>
    readings.flatMap(reading =>
      reading.faults
        .filter(({ kind, loss }) => loss !== 'nothing' && kind !== 'syntax' && kind !== 'unreadable')
        .map(fault => report(reading, fault)),
    ),
};

function report(reading: HookReading, { message, span, path, loss }: ReadingFault): Finding {
  const what = {
    file: 'every hook of this file',
    hooks: 'every hook of this file',
    event: `every hook of \`${path[1]}\` in this file`,
    nothing: '',
  };
  return createProblem('settings/dropped-hooks', {
    file: reading.source.file,
    span,
    message: `${message}, so the client silently drops ${what[loss]}`,
    help: 'correct the entry; until then nothing here guards anything',
  });
}
