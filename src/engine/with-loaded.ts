import type { CreateFacts } from '../core/analysis/facts/facts.ts';
import type { ParserNeeded, Parsers } from '../core/analysis/parsers.ts';
import type { Surroundings } from '../core/analysis/surroundings.ts';
import { AnalysisNeeded, EvaluatorNeeded, isNeed, type ReadFacts } from '../core/decision/call-view.ts';
import type { DecideInput } from '../core/decision/decide.ts';
import type { HookEvent } from '../core/event/tool-event.ts';
import type { World } from '../ports/world.ts';

/** What has been loaded for a judgement so far. */
export type Loaded = Pick<DecideInput, 'evaluator' | 'analysis' | 'surroundings'>;

/** Loads what a judgement turns out to need, each thing once. */
class Loader {
  readonly #event: HookEvent;
  readonly #world: World;
  #evaluator: DecideInput['evaluator'];
  #createFacts: CreateFacts | undefined;
  #surroundings: Surroundings | undefined;
  #parsers: Parsers = {};
  #analysis: ReadFacts | undefined;

  constructor(event: HookEvent, world: World) {
    this.#event = event;
    this.#world = world;
  }

  readonly #seenFrom = (): Surroundings => {
    this.#surroundings ??= this.#world.surroundings(this.#event);
    return this.#surroundings;
  };

  get loaded(): Loaded {
    return { evaluator: this.#evaluator, analysis: this.#analysis, surroundings: this.#seenFrom };
  }

  /** @throws the need itself where it has been met already: it would be asked for without end */
  async meet(need: EvaluatorNeeded | AnalysisNeeded | ParserNeeded): Promise<void> {
    if (need instanceof EvaluatorNeeded) {
      if (this.#evaluator !== undefined) throw need;
      this.#evaluator = await this.#world.evaluator();
    } else if (need instanceof AnalysisNeeded) {
      if (this.#createFacts !== undefined) throw need;
      this.#createFacts = await this.#world.analysis();
    } else {
      if (this.#parsers[need.parser] !== undefined) throw need;
      const found = await this.#world.parser(need.parser);
      if (found[need.parser] === undefined) throw need;
      this.#parsers = { ...this.#parsers, ...found };
    }
    if (!(need instanceof EvaluatorNeeded)) this.#analysis = this.#readFacts();
  }

  /** Facts are worked out once for an input, however often a judgement is made. */
  #readFacts(): ReadFacts | undefined {
    const create = this.#createFacts;
    if (create === undefined) return undefined;
    const parsers = this.#parsers;
    const surroundings = this.#seenFrom();
    const known = new WeakMap<object, ReturnType<ReadFacts>>();
    return (tool, input) => {
      const facts = known.get(input) ?? create({ tool, input, surroundings, parsers });
      known.set(input, facts);
      return facts;
    };
  }
}

/**
 * Makes a judgement, and makes it again with what it turns out to need: the expression engine, the analysis of what a call would
 * do, and the parsers of that. Whatever was loaded is kept.
 */
export async function withLoaded<T>(
  event: HookEvent,
  world: World,
  judge: (loaded: Loaded) => T | Promise<T>,
): Promise<T> {
  const loader = new Loader(event, world);
  for (;;) {
    try {
      return await judge(loader.loaded);
    } catch (error) {
      if (!isNeed(error)) throw error;
      await loader.meet(error);
    }
  }
}
