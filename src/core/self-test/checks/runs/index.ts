import type { Check } from '../../check.ts';
import { answersAreRead } from './answers-are-read.ts';
import { answersCount } from './answers-count.ts';
import { comesInTime } from './comes-in-time.ts';
import { endsWithTwo } from './ends-with-two.ts';
import { reasonsArrive } from './reasons-arrive.ts';
import { runsToItsEnd } from './runs-to-its-end.ts';
import { saysWhatItDoes } from './says-what-it-does.ts';
import { standsFirm } from './stands-firm.ts';
import { stopsSomething } from './stops-something.ts';
import { stopsTheRightCalls } from './stops-the-right-calls.ts';

/** The checks of what hooks did when they were run, in the order in which they are reported. */
export const runChecks: readonly Check[] = [
  endsWithTwo,
  runsToItsEnd,
  answersAreRead,
  answersCount,
  saysWhatItDoes,
  comesInTime,
  reasonsArrive,
  stopsTheRightCalls,
  stopsSomething,
  standsFirm,
];
