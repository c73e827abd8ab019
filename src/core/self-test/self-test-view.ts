import type { ClientFeatures, ClientVersion } from '../client/client-version.ts';
import type { ConfiguredHook } from '../client/hook-source.ts';
import type { HooksInForce } from '../client/hooks-in-force.ts';
import type { HookReading } from '../client/read-hooks.ts';
import type { CommandReading, StartedFile } from './command/read-command.ts';
import type { ProbeResult } from './probe.ts';

/** A file that a hook's command names, as it is on this machine. */
export interface NamedFile {
  /** As the command has it after expansion. */
  readonly named: string;
  /** Absolute; undefined when it cannot be worked out without running the command. */
  readonly path: string | undefined;
  readonly state: 'file' | 'folder' | 'missing';
  readonly executable: boolean;
  /** Its text, when it is one and not larger than 256 KB. */
  readonly text: string | undefined;
  /** What of the command names it; undefined for an interpreter that only the first line of a script names. */
  readonly started?: StartedFile;
  /** The script whose first line names it. */
  readonly neededBy?: string;
}

/** What a hook's command would start. */
export interface CommandFacts {
  readonly reading: CommandReading;
  /** The programs that it starts, looked up in PATH where they have no slash; then the interpreters of scripts. */
  readonly programs: readonly NamedFile[];
  /** Scripts that it hands to an interpreter. */
  readonly scripts: readonly NamedFile[];
}

/** What git knows of the project's settings. */
export interface GitFacts {
  /** Settings files of the project that git ignores or does not track, so that another worktree has not got them. */
  readonly notInWorktrees: readonly string[];
  /** The main checkout when the project is a linked worktree of it, and what its settings files hold. */
  readonly mainCheckout?: { readonly folder: string; readonly readings: readonly HookReading[] };
}

/** All that the checks judge by. Facts are gathered before: a check runs nothing and reads nothing. */
export interface SelfTestView {
  readonly version: ClientVersion;
  /** Whether that client is installed here; otherwise it is the newest that the model knows. */
  readonly installed: boolean;
  readonly features: ClientFeatures;
  readonly readings: readonly HookReading[];
  readonly inForce: HooksInForce;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly projectDir: string;
  /** Names of the MCP servers configured here, as they stand in tool names. */
  readonly mcpServers: readonly string[];
  readonly commands: ReadonlyMap<ConfiguredHook, CommandFacts>;
  /** Files with hooks in them that the client does not read, such as `.claude/hooks.json`. */
  readonly ignoredFiles: readonly string[];
  readonly git: GitFacts | undefined;
  /** What came of running the hooks; empty when nothing was run. */
  readonly results: readonly ProbeResult[];
}
