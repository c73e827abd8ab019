import type { JsonObject } from '../json/json-value.ts';
import type { Span } from '../problem/position.ts';

/**
 * Where Claude Code finds hooks. `flag` is a file named by `--settings`; `plugin` is a plugin's `hooks/hooks.json` or its
 * manifest; `skill` and `agent` are the frontmatter of a Markdown file.
 */
export type HookScope = 'managed' | 'user' | 'project' | 'local' | 'flag' | 'plugin' | 'skill' | 'agent';

/** A file in which Claude Code would look for hooks. */
export interface HookSource {
  readonly scope: HookScope;
  /** Absolute path. */
  readonly file: string;
  /** What stands in the file; undefined when it cannot be read. */
  readonly text: string | undefined;
  /** Why the file cannot be read, as the end of «cannot be read: …». */
  readonly unreadable?: string;
  /** The name of the plugin, skill or agent. */
  readonly owner?: string;
  /** The plugin's folder, which `${CLAUDE_PLUGIN_ROOT}` stands for. */
  readonly pluginRoot?: string;
}

/** The kinds of hook that Claude Code 2.1.332 knows. */
export const hookTypes = ['command', 'http', 'prompt', 'agent', 'mcp_tool'] as const;
export type HookType = (typeof hookTypes)[number];

/** A hook that survived the client's validation, as it stands in its file. */
export interface ConfiguredHook {
  readonly source: HookSource;
  readonly event: string;
  /** The path in the document, such as `['hooks', 'PreToolUse', 0, 'hooks', 1]`. */
  readonly path: readonly (string | number)[];
  readonly span: Span;
  readonly matcher: string | undefined;
  readonly type: HookType;
  /** The entry as written: `command`, `args`, `timeout`, `if`, … */
  readonly entry: JsonObject;
}
