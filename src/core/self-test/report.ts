import type { ConfiguredHook } from '../client/hook-source.ts';
import type { OffCause } from '../client/hooks-in-force.ts';
import type { Finding } from './finding.ts';

/** How many of the probes of one hook ended how. */
export interface HookTally {
  readonly tried: number;
  readonly blocked: number;
  readonly passed: number;
}

/** One hook of the report, in force or not. */
export interface ReportedHook {
  readonly hook: ConfiguredHook;
  /** Why it is not run; undefined when it is in force. */
  readonly off: OffCause | undefined;
  /** Undefined when it was not tried. */
  readonly tally: HookTally | undefined;
  /** Why it was, or would be, left out when hooks are tried. */
  readonly spared?: string;
}

/** What is known of hooklaw's own guard in this project. */
export interface GuardReport {
  /** Deny rules that denied through the installed command. */
  readonly proven: readonly string[];
  /** Deny rules for which that was not shown, and why. */
  readonly unproven: readonly { readonly rule: string; readonly why: string }[];
  /** What the records say of past sessions; undefined when there are none. */
  readonly heartbeat: string | undefined;
}

/** All that a self-test has found out. */
export interface SelfTestReport {
  readonly client: string;
  /** Whether that client is on this machine; otherwise it is what the hooks were judged by. */
  readonly installed: boolean;
  readonly projectDir: string;
  readonly hooks: readonly ReportedHook[];
  readonly guard: GuardReport | undefined;
  readonly findings: readonly Finding[];
  /** Whether the hooks were run; otherwise only the files were looked at. */
  readonly ran: boolean;
  /** What happened in a live session; undefined when there was none. */
  readonly live: readonly string[] | undefined;
}
