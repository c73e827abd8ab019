import type { HookRun } from '../client/hook-run.ts';
import type { ConfiguredHook } from '../client/hook-source.ts';
import type { HookVerdict } from '../client/judge-run.ts';
import type { JsonObject } from '../json/json-value.ts';

/** What a guard that works would make of a probe. */
export type Expectation =
  /** It has to let it pass. */
  | 'pass'
  /** It has to stop it: the user, or a test of the law, says so. */
  | 'deny'
  /** Many guards stop it; one that does not may be about something else. */
  | 'suspicious'
  /** Nothing: it shows how the hook takes an input that it may not expect. */
  | 'odd';

/** One event with which a hook is tried. */
export interface Probe {
  /** Short and stable, such as `bash-rm-root`. */
  readonly id: string;
  /** For a person, such as ``Bash `rm -rf /` ``. */
  readonly label: string;
  readonly expectation: Expectation;
  readonly event: JsonObject;
  /** What stands on standard input, where it is not the event as one line. */
  readonly stdin?: string;
  /** Where it is run, and with which variables, where that is not the project as the client has it. */
  readonly variant?: 'subfolder' | 'no-project-dir';
}

/** What came of one probe of one hook. */
export interface ProbeResult {
  readonly hook: ConfiguredHook;
  readonly probe: Probe;
  readonly run: HookRun;
  /** What the client makes of it. */
  readonly verdict: HookVerdict;
  readonly durationMs: number;
  /** The hook ended without having read its input. */
  readonly stdinUnread: boolean;
  /** The self-test did not wait as long as the client would; what the hook would have done is not known. */
  readonly cutOff: boolean;
  /** Processes of the hook were still there when it had ended. */
  readonly leftChildren: boolean;
}
