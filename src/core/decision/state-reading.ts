import { queryName, type StateAnswer, type StateQuery } from '../state/state.ts';
import { RuleFailure } from './rule-failure.ts';

/** The state as far as it has been asked for, or why it cannot be had. */
export type StateView =
  /** by the names of the queries */
  { readonly answers: ReadonlyMap<string, StateAnswer> } | { readonly failure: string };

/** Thrown when a call cannot be decided without the state: the caller asks the store, and decides again. */
export class StateNeeded extends Error {
  readonly queries: readonly StateQuery[];

  constructor(queries: readonly StateQuery[]) {
    super('the state has to be asked');
    this.name = 'StateNeeded';
    this.queries = queries;
  }
}

type AnswerTo<Q extends StateQuery> = Extract<StateAnswer, { kind: Q['kind'] }>;

/** Gives the answers that there are, and notes which are missing, so that all of them can be asked for at once. */
export class StateReading {
  readonly #view: StateView | undefined;
  readonly #missing = new Map<string, StateQuery>();

  constructor(view: StateView | undefined) {
    this.#view = view;
  }

  /** The queries without an answer. */
  get missing(): readonly StateQuery[] {
    return [...this.#missing.values()];
  }

  /**
   * The answer to a query; undefined when it has to be asked for first.
   * @throws {RuleFailure} when the state cannot be had
   */
  ask<Q extends StateQuery>(query: Q): AnswerTo<Q> | undefined {
    const view = this.#view;
    if (view !== undefined && 'failure' in view) throw new RuleFailure(view.failure, 'state');
    const name = queryName(query);
    const answer = view?.answers.get(name);
    if (answer === undefined) {
      this.#missing.set(name, query);
      return undefined;
    }
    if (answer.kind !== query.kind) throw new RuleFailure('the state gave another answer than was asked for', 'state');
    return answer as AnswerTo<Q>;
  }
}
