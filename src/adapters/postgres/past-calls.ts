import { isGlob, matchesToolPattern } from '../../core/law/tool-pattern.ts';
import type { CallOutcome, CallRef, PastCall, StateAnswer } from '../../core/state/state.ts';
import { mostPastCalls, StateError } from '../../ports/state-store.ts';
import { fromColumn, toColumn } from '../column-text.ts';
import { rememberedName, sessionName } from './names.ts';
import type { Rows, Session, Statement } from './sessions.ts';

/** Keeps a call that is over, unless the same is kept already. */
export function keepPastCall(
  namespace: string,
  call: CallRef,
  outcome: CallOutcome,
  past: PastCall,
): Statement | undefined {
  if (call.sessionId === undefined) return undefined;
  return {
    text: `
      insert into hooklaw.past_call (session, outcome, tool, input, result, at, once) values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (once) do nothing`,
    values: [
      sessionName(namespace, call.sessionId),
      outcome,
      toColumn(past.tool),
      JSON.stringify(past.input),
      JSON.stringify(past.result),
      Math.round(past.at),
      rememberedName(namespace, call, outcome, past.tool),
    ],
  };
}

/** The tools of a session's calls, found by jumping from one to the next in the index, however many calls there are. */
function readTools(session: string, outcome: CallOutcome): Statement {
  return {
    text: `
      with recursive found(tool) as (
        (select tool from hooklaw.past_call where session = $1 and outcome = $2 order by tool limit 1)
        union all
        select (
          select p.tool from hooklaw.past_call p where p.session = $1 and p.outcome = $2 and p.tool > found.tool
          order by p.tool limit 1
        ) from found where found.tool is not null
      )
      select tool from found where tool is not null`,
    values: [session, outcome],
  };
}

function readCalls(session: string, outcome: CallOutcome, tools: readonly string[]): Statement {
  return {
    text: `
      select tool, input, result, at from hooklaw.past_call
      where session = $1 and outcome = $2 and tool = any ($3) order by id desc limit $4`,
    values: [session, outcome, tools, mostPastCalls + 1],
  };
}

function parseKept(text: string | null | undefined): PastCall['input'] {
  try {
    return JSON.parse(text ?? '') as PastCall['input'];
  } catch (error) {
    throw new StateError('an earlier call in the PostgreSQL database cannot be read', error);
  }
}

function toCalls({ rows }: Rows): PastCall[] {
  return rows.map(row => ({
    tool: fromColumn(row['tool'] ?? ''),
    input: parseKept(row['input']),
    result: parseKept(row['result']),
    at: Number(row['at']),
  }));
}

/** Answers which earlier calls of a session fit. Globs are matched here, so that they mean the same as everywhere. */
export async function answerCalls(
  run: Session['run'],
  session: string | undefined,
  outcome: CallOutcome,
  patterns: readonly string[],
): Promise<StateAnswer> {
  if (session === undefined) return { kind: 'calls', calls: [], complete: true };
  let tools = patterns.map(toColumn);
  if (patterns.some(isGlob)) {
    const [known] = await run([readTools(session, outcome)]);
    const names = (known?.rows ?? []).map(({ tool }) => fromColumn(tool ?? ''));
    tools = names.filter(name => patterns.some(pattern => matchesToolPattern(pattern, name))).map(toColumn);
  }
  const [found] = await run([readCalls(session, outcome, tools)]);
  const calls = found === undefined ? [] : toCalls(found);
  return { kind: 'calls', calls: calls.slice(0, mostPastCalls), complete: calls.length <= mostPastCalls };
}
