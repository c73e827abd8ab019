import type { HookReading } from '../../../client/read-hooks.ts';
import type { Check } from '../../check.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** A worktree has the same hooks as the main checkout. */
export const sameInWorktrees: Check = {
  name: 'same-in-worktrees',
  codes: ['settings/worktree-differs'],
  reads: 'settings',
  run: ({ git, readings }) => {
    const main = git?.mainCheckout;
    if (main === undefined) return [];
    const isProject = ({ source }: HookReading): boolean => source.scope === 'project';
    const own = readings.filter(isProject);
    const theirs = main.readings.filter(isProject);
    const differing = own.filter(reading => hooksOf(reading) !== theirs.map(hooksOf).join('\n'));
    const found = differing.map(reading =>
      findingAt('settings/worktree-differs', reading, {
        at: ['hooks'],
        message: `the hooks of this worktree differ from those of the main checkout in \`${main.folder}\`, and here only these count`,
        help: 'bring both to the same commit, or put guards into `~/.claude/settings.json`, where they count everywhere',
      }),
    );
    const missing = own.length === 0 ? theirs.filter(({ hooks }) => hooks.length > 0) : [];
    const absent = missing.map(reading =>
      findingAt('settings/worktree-differs', reading, {
        at: ['hooks'],
        message: 'these hooks of the main checkout do not count in this worktree, which has no `.claude/settings.json`',
        help: 'commit the file so that worktrees get it, or put guards into `~/.claude/settings.json`',
      }),
    );
    return [...found, ...absent];
  },
};

function hooksOf({ root }: HookReading): string {
  return JSON.stringify(root?.children.get('hooks')?.value ?? {});
}
