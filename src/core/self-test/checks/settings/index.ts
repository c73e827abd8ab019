import type { Check } from '../../check.ts';
import { allowCounts } from './allow-counts.ts';
import { allowOnCondition } from './allow-on-condition.ts';
import { copiesAsStrong } from './copies-as-strong.ts';
import { envHarmless } from './env-harmless.ts';
import { eventsInPlace } from './events-in-place.ts';
import { eventsKnown } from './events-known.ts';
import { exitBlocks } from './exit-blocks.ts';
import { exitKept } from './exit-kept.ts';
import { failureStops } from './failure-stops.ts';
import { fileParses } from './file-parses.ts';
import { fileReads } from './file-reads.ts';
import { filesExecutable } from './files-executable.ts';
import { filesPresent } from './files-present.ts';
import { filesRead } from './files-read.ts';
import { gateInTime } from './gate-in-time.ts';
import { gatesWaitedFor } from './gates-waited-for.ts';
import { hooksKept } from './hooks-kept.ts';
import { hooksOn } from './hooks-on.ts';
import { ifFires } from './if-fires.ts';
import { ifNotAlone } from './if-not-alone.ts';
import { ifTight } from './if-tight.ts';
import { inWorktrees } from './in-worktrees.ts';
import { inputFromStdin } from './input-from-stdin.ts';
import { inputIntact } from './input-intact.ts';
import { keysKnown } from './keys-known.ts';
import { keysOnce } from './keys-once.ts';
import { matcherCounts } from './matcher-counts.ts';
import { matcherExact } from './matcher-exact.ts';
import { matcherFires } from './matcher-fires.ts';
import { matcherPortable } from './matcher-portable.ts';
import { onFailureCounts } from './on-failure-counts.ts';
import { oneRewriter } from './one-rewriter.ts';
import { pathsAbsolute } from './paths-absolute.ts';
import { pathsExpanded } from './paths-expanded.ts';
import { pluginRootKnown } from './plugin-root-known.ts';
import { requestHeeded } from './request-heeded.ts';
import { rulesPlain } from './rules-plain.ts';
import { sameInWorktrees } from './same-in-worktrees.ts';
import { shellPlain } from './shell-plain.ts';
import { stopEnds } from './stop-ends.ts';
import { timeoutInSeconds } from './timeout-in-seconds.ts';
import { toolsCovered } from './tools-covered.ts';
import { variablesQuoted } from './variables-quoted.ts';

/** The checks of files as they stand, in the order in which they are reported. */
export const settingsChecks: readonly Check[] = [
  fileReads,
  fileParses,
  hooksKept,
  keysOnce,
  eventsInPlace,
  eventsKnown,
  hooksOn,
  filesRead,
  envHarmless,
  rulesPlain,
  allowCounts,
  keysKnown,
  onFailureCounts,
  failureStops,
  gatesWaitedFor,
  copiesAsStrong,
  timeoutInSeconds,
  matcherFires,
  matcherExact,
  matcherPortable,
  matcherCounts,
  toolsCovered,
  ifFires,
  ifTight,
  ifNotAlone,
  pluginRootKnown,
  pathsExpanded,
  filesPresent,
  filesExecutable,
  pathsAbsolute,
  variablesQuoted,
  shellPlain,
  inputFromStdin,
  inputIntact,
  exitBlocks,
  exitKept,
  stopEnds,
  gateInTime,
  requestHeeded,
  oneRewriter,
  allowOnCondition,
  inWorktrees,
  sameInWorktrees,
];
