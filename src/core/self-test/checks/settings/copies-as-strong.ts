import type { ConfiguredHook } from '../../../client/hook-source.ts';
import { isBackground } from '../../../client/judge-run.ts';
import { eventInfo } from '../../../event/catalogue.ts';
import { ownField } from '../../../json/json-value.ts';
import { createProblem } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';

/** Of two entries with one command line the one that is run is as strong as the one that it replaces. */
export const copiesAsStrong: Check = {
  name: 'copies-as-strong',
  codes: ['settings/weaker-copy'],
  reads: 'settings',
  run: ({ inForce }) =>
    inForce.off.flatMap(({ hook, cause, by }) => (cause === 'replaced' && by !== undefined ? compare(hook, by) : [])),
};

/** Seconds that the client gives a hook that names none. Source: the client's hooks reference. */
const standardTimeout = 600;

function compare(hook: ConfiguredHook, by: ConfiguredHook): Finding[] {
  if (eventInfo(hook.event).role === 'notice') return [];
  const timeoutOf = ({ entry }: ConfiguredHook): number => {
    const own = ownField(entry, 'timeout');
    return typeof own === 'number' ? own : standardTimeout;
  };
  const blocks = ({ entry }: ConfiguredHook): boolean => ownField(entry, 'onFailure') === 'block';
  const faults = [
    ...(isBackground(by) && !isBackground(hook) ? (['in the background, so nothing waits for it', true] as const) : []),
    ...(blocks(hook) && !blocks(by) ? (['without `"onFailure": "block"`', false] as const) : []),
    ...(timeoutOf(by) < timeoutOf(hook)
      ? ([`with ${timeoutOf(by)} s in place of ${timeoutOf(hook)} s`, false] as const)
      : []),
  ];
  const [what, certain] = faults;
  if (typeof what !== 'string') return [];
  const place = `${by.source.file}:${by.span.start.line}`;
  return [
    {
      ...createProblem('settings/weaker-copy', {
        file: by.source.file,
        span: by.span,
        message: `the client runs entries of one command line once, with the options of this one: ${what}. The stronger entry in ${hook.source.file}:${hook.span.start.line} is never run`,
        help: `take this entry out, or make it as strong (${place})`,
      }),
      severity: certain === true ? 'error' : 'warning',
      hook: by,
    },
  ];
}
