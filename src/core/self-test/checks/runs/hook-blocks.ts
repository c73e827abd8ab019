import { createProblem } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { ProbeResult } from '../../probe.ts';

/** A hook that means to block ends in a way that blocks. */
export const hookBlocks: Check = {
  name: 'hook-blocks',
  codes: ['hook/exit-1'],
  reads: 'runs',
  run: ({ results }) => results.filter(endsWrong).map(report),
};

function endsWrong({ run, verdict, probe }: ProbeResult): boolean {
  return run.kind === 'exited' && verdict.cause === 'failed' && run.exitCode !== 0 && probe.expectation !== 'odd';
}

function report({ hook, run, probe }: ProbeResult): Finding {
  const exitCode = run.kind === 'exited' ? run.exitCode : 1;
  return {
    ...createProblem('hook/exit-1', {
      file: hook.source.file,
      span: hook.span,
      message: `with ${probe.label} this hook ends with exit code ${exitCode}, and the call runs`,
      help: 'end with `exit 2` to block, and put `"onFailure": "block"` into the entry for everything else that can go wrong',
    }),
    hook,
  };
}
