import type { CallOutcome } from '../state/state.ts';
import type { CompiledState, Tracked } from './compiled-law.ts';

/** Collects what a law has to be told of calls that are over, while it is compiled. */
export class TrackedCalls {
  readonly #reserves = new Set<string>();
  readonly #remembers = new Map<CallOutcome, Set<string>>();

  /** @param tools the tools of the rule; undefined for every tool */
  addState({ requires, spending }: CompiledState, tools: readonly string[] | undefined): void {
    for (const tool of requires?.tools ?? []) this.addRead('succeeded', tool);
    if (spending !== undefined) for (const tool of tools ?? ['*']) this.#reserves.add(tool);
  }

  addRead(outcome: CallOutcome, tool: string): void {
    const tools = this.#remembers.get(outcome) ?? new Set();
    tools.add(tool);
    this.#remembers.set(outcome, tools);
  }

  /** Undefined when there is nothing to be told. */
  list(): Tracked | undefined {
    if (this.#reserves.size === 0 && this.#remembers.size === 0) return undefined;
    return {
      reserves: [...this.#reserves],
      remembers: Object.fromEntries([...this.#remembers].map(([outcome, tools]) => [outcome, [...tools]])),
    };
  }
}
