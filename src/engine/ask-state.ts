import { StateNeeded, type StateView } from '../core/decision/state-reading.ts';
import { queryName, type StateAnswer, type StateQuery } from '../core/state/state.ts';
import type { StateTransaction } from '../ports/state-store.ts';

/** The most times that a computation can ask for more: a rewritten input may lead to other accounts, each time anew. */
const mostRounds = 100;

/** Runs a computation with what it asks of the state, as often as it asks for more. */
export async function withAnswers<T>(
  transaction: StateTransaction,
  first: readonly StateQuery[],
  run: (state: StateView) => T,
): Promise<T> {
  const answers = new Map<string, StateAnswer>();
  let queries = first;
  for (let round = 0; round < mostRounds; round++) {
    for (const [at, answer] of (await transaction.answer(queries)).entries()) {
      const query = queries[at];
      if (query !== undefined) answers.set(queryName(query), answer);
    }
    try {
      return run({ answers });
    } catch (error) {
      if (!(error instanceof StateNeeded)) throw error;
      queries = error.queries;
    }
  }
  throw new Error('the decision asks for more of the state without end');
}
