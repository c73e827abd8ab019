import { createProblem } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';

/** Hooks stand in files that the client reads. */
export const filesRead: Check = {
  name: 'files-read',
  codes: ['settings/ignored-file'],
  reads: 'settings',
  run: ({ ignoredFiles, projectDir }) =>
    ignoredFiles.map(file =>
      createProblem('settings/ignored-file', {
        file,
        message: messageFor(file, projectDir),
        help: /\.claude[\\/]settings\.json$/.test(file)
          ? `start the client in the folder of that \`.claude\`, or put the hooks into \`~/.claude/settings.json\``
          : 'move the hooks into `.claude/settings.json` (of the project) or `~/.claude/settings.json`',
      }),
    ),
};

function messageFor(file: string, projectDir: string): string {
  if (!/\.claude[\\/]settings\.json$/.test(file)) return 'the client never reads this file, so its hooks never run';
  const folder = projectDir.slice(Math.max(projectDir.lastIndexOf('/'), projectDir.lastIndexOf('\\')) + 1);
  return `the client reads the project's settings only where it is started: with a start in \`${folder}\` these hooks never run`;
}
