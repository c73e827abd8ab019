import type { HookReading, ReadingFault } from '../../../client/read-hooks.ts';
import { createProblem } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';

/** Every settings file is JSON as the client reads it. */
export const fileParses: Check = {
  name: 'file-parses',
  codes: ['settings/syntax'],
  reads: 'settings',
  run: ({ readings }) =>
    readings.flatMap(reading =>
      reading.faults.filter(({ kind }) => kind === 'syntax').map(fault => report(reading, fault)),
    ),
};

function report({ source }: HookReading, { message, span, syntax }: ReadingFault): Finding {
  return createProblem('settings/syntax', {
    file: source.file,
    span,
    message: `${message}, so the client ignores the whole file: its hooks, its permissions, its \`env\``,
    help: helpFor(syntax, source.text ?? ''),
  });
}

function helpFor(syntax: ReadingFault['syntax'], text: string): string {
  if (text.includes('\0') || text.startsWith('\uFFFD')) return 'save the file as UTF-8; it looks like UTF-16';
  if (syntax === 'comment') return 'take the comment out: the client reads plain JSON, without comments';
  if (syntax === 'trailing-comma') return 'take the comma out';
  if (text.trim() === '') return 'write at least `{}` into it, or take it away';
  return 'correct the JSON here; nothing in print mode says that the file is ignored';
}
