import type { JsonValue } from '../json/json-value.ts';
import { isJsonObject } from '../json/json-value.ts';
import type { CompiledRequires, CompiledSpending, CompiledTerm } from '../law/compiled-law.ts';
import { type Amount, AmountError, addAmounts, exceeds, readAmount } from '../state/amount.ts';
import { countsAfter, describeDuration, describeWindow } from '../state/spend-window.ts';
import type { PastCall, Reservation } from '../state/state.ts';
import { RuleFailure } from './rule-failure.ts';
import type { StateReading } from './state-reading.ts';

/** How far the clock may have been set back since an earlier call, in milliseconds, for that call still to count. */
const clockTolerance = 60_000;

/** What judging the stateful conditions of one rule needs from around it. */
export interface StateJudging {
  /** The account's ledger: the layer and the rule's id. */
  readonly ledger: string;
  readonly tool: string;
  readonly sessionId: string | undefined;
  /** Milliseconds since the epoch, by the store's clock. */
  readonly now: number;
  readonly reading: StateReading;
  /** The value of a term. @throws {RuleFailure} */
  readonly evaluate: (term: CompiledTerm) => unknown;
  /** Whether an earlier call fits a condition; a condition that cannot be evaluated on it does not. */
  readonly fits: (where: string, past: PastCall) => boolean;
}

/** What became of a stateful condition. `unknown`: the state has to be asked first. */
export type StateVerdict =
  | { readonly verdict: 'unknown' }
  /** `detail` says why, for the trace. */
  | { readonly verdict: 'met'; readonly detail: string; readonly reservation?: Reservation }
  /** `note` goes to the model, behind the rule's own text. */
  | { readonly verdict: 'violated'; readonly note?: string; readonly reservation?: Reservation };

function demandSession(sessionId: string | undefined): string {
  if (sessionId === undefined)
    throw new RuleFailure('the event names no session, so nothing earlier is known', 'state');
  return sessionId;
}

/** Whether an earlier call counts: it is neither too old nor of a time that has not come yet. */
function isRecent({ at }: PastCall, withinMs: number | undefined, now: number): boolean {
  const age = now - at;
  return age >= -clockTolerance && (withinMs === undefined || age <= withinMs);
}

/** `requires`: violated where too few earlier successes fit. */
export function judgeRequires(requires: CompiledRequires, judging: StateJudging): StateVerdict {
  demandSession(judging.sessionId);
  const answer = judging.reading.ask({ kind: 'calls', outcome: 'succeeded', tools: requires.tools });
  if (answer === undefined) return { verdict: 'unknown' };
  const { where, withinMs, times } = requires;
  let found = 0;
  let others = 0;
  for (const past of answer.calls) {
    if (where !== undefined && !judging.fits(where, past)) continue;
    if (isRecent(past, withinMs, judging.now)) found += 1;
    else others += 1;
    if (found >= times) return { verdict: 'met', detail: `an earlier ${past.tool} fits` };
  }
  const when = withinMs === undefined ? '' : ` in the last ${describeDuration(withinMs)}`;
  if (times > 1)
    return { verdict: 'violated', note: `${found} of ${times} calls that are needed have succeeded${when}.` };
  if (others === 0 || withinMs === undefined) return { verdict: 'violated' };
  return { verdict: 'violated', note: `A call that fits has succeeded, but not${when}.` };
}

/** A value of a key as text. What a tool would take for the same (`7` and `"7"`, spaces around it) is the same. */
function keyText(value: unknown): string {
  if (typeof value === 'string') return value.normalize('NFC').trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const parts = value.map(keyText);
    return parts.every(part => part === '') ? '' : JSON.stringify(parts);
  }
  if (isJsonObject(value as JsonValue)) {
    const fields = Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1));
    return JSON.stringify(fields.map(([name, inner]) => [name, keyText(inner)]));
  }
  throw new RuleFailure('the key by which it counts is missing', 'input');
}

function keyOf(spending: CompiledSpending, judging: StateJudging): string {
  const parts = spending.keys.map(term => keyText(judging.evaluate(term)));
  if (parts.some(part => part === '')) throw new RuleFailure('the key by which it counts is empty', 'input');
  const session = spending.window.kind === 'session' ? [`session ${demandSession(judging.sessionId)}`] : [];
  return JSON.stringify([...session, ...parts]);
}

function amountOf(term: CompiledTerm, name: 'spend' | 'limit', judging: StateJudging): Amount {
  try {
    return readAmount(judging.evaluate(term));
  } catch (error) {
    if (!(error instanceof AmountError)) throw error;
    const what = 'path' in term ? `\`${term.path.join('.')}\`` : `its \`${name}\``;
    throw new RuleFailure(`${what} ${error.message}`, name === 'spend' ? 'input' : 'rule');
  }
}

/** What a call takes from the account of a limit. */
export function reservationFor(spending: CompiledSpending, judging: StateJudging): Reservation {
  const { releaseAfterMs } = spending;
  const amount = amountOf(spending.spend, 'spend', judging);
  return {
    account: { ledger: judging.ledger, key: keyOf(spending, judging) },
    amount,
    tool: judging.tool,
    ...(releaseAfterMs === undefined ? {} : { releaseAfterMs }),
  };
}

/** `budget` and `once`: violated where this call would exceed the limit. It reserves, whatever comes of it. */
export function judgeSpending(spending: CompiledSpending, judging: StateJudging): StateVerdict {
  const reservation = reservationFor(spending, judging);
  const { account, amount } = reservation;
  const limit = amountOf(spending.limit, 'limit', judging);
  const after = countsAfter(spending.window, judging.now);
  const answer = judging.reading.ask({ kind: 'spent', account, after });
  if (answer === undefined) return { verdict: 'unknown' };
  const spent = answer.amount;
  if (!exceeds(addAmounts(spent, amount), limit)) {
    const detail = spending.of === 'once' ? 'not used before' : `${spent} of ${limit} spent, ${amount} more fits`;
    return { verdict: 'met', detail, reservation };
  }
  if (spending.of === 'once') return { verdict: 'violated', reservation };
  const note = `${spent} of ${limit} is spent ${describeWindow(spending.window)}, and this call would add ${amount}.`;
  return { verdict: 'violated', note, reservation };
}
