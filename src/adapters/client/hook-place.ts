type Env = Readonly<Record<string, string | undefined>>;

/** Where and as what session a hook is run. */
export interface HookPlace {
  /** The folder in which the client was started, links resolved: what `CLAUDE_PROJECT_DIR` says. */
  readonly projectDir: string;
  /** The session's current folder, in which hooks run. */
  readonly cwd: string;
  /** The environment that the client itself would have. */
  readonly env: Env;
  /** `env` of the settings in force, merged. */
  readonly settingsEnv?: Env;
  /** Variables set last of all; undefined takes one away. To see what a hook does without the variable. */
  readonly override?: Env;
  readonly platform: string;
  /** The user's home folder. */
  readonly home: string;
  readonly sessionId?: string;
}
