import type { Check } from '../../check.ts';
import { findingAt } from '../../settings/placed-hook.ts';

/** The project's hooks are there in its other worktrees, too. */
export const inWorktrees: Check = {
  name: 'in-worktrees',
  codes: ['settings/not-in-worktrees'],
  reads: 'settings',
  run: ({ git, readings }) =>
    readings
      .filter(
        ({ source, hooks, lost }) =>
          git?.notInWorktrees.includes(source.file) === true && hooks.length + lost.length > 0,
      )
      .map(reading =>
        findingAt('settings/not-in-worktrees', reading, {
          at: ['hooks'],
          message:
            'git does not track this file, so a new worktree (an isolated agent, another checkout) has none of its hooks',
          help: 'commit it, or put the hooks into `~/.claude/settings.json` or managed settings, which count in every worktree',
        }),
      ),
};
