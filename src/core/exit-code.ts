/** The exit codes of every command but `hook`. Source: the command-line contract in docs/cli.md. */
export const exitCode = {
  /** nothing to complain about */
  fine: 0,
  /** the command ran and found problems */
  problems: 1,
  /** `try`: the call would be denied */
  denied: 2,
  /** the command could not do its work */
  couldNotRun: 3,
} as const;

/**
 * The exit codes of `hook`. 1 does not exist here: Claude Code lets a call run when its hook exits 1.
 */
export const hookExitCode = { pass: 0, block: 2 } as const;

export type HookExitCode = (typeof hookExitCode)[keyof typeof hookExitCode];
