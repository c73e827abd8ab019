import { isBackground } from '../../../client/judge-run.ts';
import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { canStop, findingOf, isPlain, stops, type TriedHook, triedHooks } from '../../hook-results.ts';
import type { ProbeResult } from '../../probe.ts';

/** A guard was seen to stop something. */
export const stopsSomething: Check = {
  name: 'stops-something',
  codes: ['hook/never-blocks'],
  reads: 'runs',
  run: view => triedHooks(view).flatMap(neverBlocks),
};

function neverBlocks(tried: TriedHook): Finding[] {
  const { hook, results } = tried;
  if (eventInfo(hook.event).role !== 'gate' || isBackground(hook) || !canStop(tried)) return [];
  const plain = results.filter(isPlain);
  if (plain.length === 0 || plain.some(stops) || !plain.every(passesInPeace)) return [];
  return [
    findingOf(
      tried,
      'hook/never-blocks',
      plain.filter(({ probe }) => probe.expectation !== 'pass'),
      {
        message: `the text of this hook can block, and none of the ${plain.length} events that it was tried with was blocked`,
        help: 'show that it blocks: write an event that it has to stop into a file and give that with `--deny-event FILE`',
      },
    ),
  ];
}

/** What fails, or says something that does not count, is reported for that. */
function passesInPeace({ run, verdict }: ProbeResult): boolean {
  if (run.kind !== 'exited' || run.exitCode !== 0 || verdict.output.kind === 'refused') return false;
  return run.stdout.trim() === '' && run.stderr.trim() === '';
}
