import type { AndOr } from 'unbash';
import { type Context, type Out, type Reader, type Status, silent } from './context.ts';
import { either, joinInto, run, sequence } from './run-node.ts';
import { becomeState, copyState, type State } from './state.ts';

/** Commands joined by `&&` and `||`. */
export function runAndOr(reader: Reader, node: AndOr, state: State, context: Context): Out {
  const [first, ...others] = node.commands;
  if (first === undefined) return silent;
  const before = copyState(state);
  let all = run(reader, first, state, context);
  // What holds where a part has failed; a `cd` that fails has changed nothing, which only counts behind `||`.
  let failed = failedState(all.status, before, state);
  let left = all.status === 'likely' ? undefined : failed;
  for (const [at, command] of others.entries()) {
    if (node.operators[at] === '||') {
      const never = failed === undefined;
      const inner = failed ?? copyState(state);
      const out = run(reader, command, inner, context);
      failed = never ? undefined : failedState(out.status, copyState(inner), inner);
      left = undefined;
      if (inner.ended !== '') state.unsure = [];
      if (all.status === 'failure') becomeState(state, inner);
      else if (!never) joinInto(reader, state, inner);
      const both = sequence(all, out);
      all = never ? all : { ...(all.status === 'failure' ? both : either(all, both)), status: out.status };
      continue;
    }
    const ahead = copyState(state);
    const { unsure } = state;
    state.unsure = [];
    const out = run(reader, command, state, context);
    if (state.unsure.length === 0) state.unsure = unsure;
    const later = failedState(out.status, ahead, state);
    failed = joinFailed(reader, failed, later);
    if (out.status !== 'likely') left = joinFailed(reader, left, later);
    const goesOn = all.status === 'success' || all.status === 'likely';
    const both = sequence(all, out);
    all = { ...(goesOn ? both : either(both, all)), status: statusOfBoth(all.status, out.status) };
  }
  if (left !== undefined) joinInto(reader, state, left);
  return all;
}

function joinFailed(reader: Reader, failed: State | undefined, later: State | undefined): State | undefined {
  if (failed === undefined || later === undefined) return failed === undefined ? later : failed;
  const all = copyState(failed);
  joinInto(reader, all, later);
  return all;
}

function failedState(status: Status, before: State, after: State): State | undefined {
  if (status === 'success') return undefined;
  return status === 'likely' ? before : copyState(after);
}

function statusOfBoth(first: Status, second: Status): Status {
  if (first === 'failure') return first;
  if (first === 'success') return second;
  return first === 'likely' && second === 'success' ? 'likely' : first === second ? first : 'either';
}
