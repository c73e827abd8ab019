import type { ProblemCode } from '../problem/catalogue.ts';
import type { Finding } from './finding.ts';
import type { SelfTestView } from './self-test-view.ts';

/** One thing that has to be right for a guard to be in force. */
export interface Check {
  /** Names the healthy state, such as `hook-blocks`. */
  readonly name: string;
  readonly codes: readonly ProblemCode[];
  /** What it judges by: the files as they stand, or what the hooks did when they were run. */
  readonly reads: 'settings' | 'runs';
  readonly run: (view: SelfTestView) => readonly Finding[];
}
