import { type CallFacts, UnreadableError } from '../analysis/facts/facts.ts';
import { ParserNeeded } from '../analysis/parsers.ts';
import { type AnswerPlain, answerPlain } from '../analysis/plain/answer-plain.ts';
import { readPlain } from '../analysis/plain/read-plain.ts';
import type { Surroundings } from '../analysis/surroundings.ts';
import type { Context } from '../context/fact.ts';
import { hiddenEventFields } from '../event/event-fields.ts';
import { type HookEvent, readResult } from '../event/tool-event.ts';
import { type Evaluator, ExpressionError, type ExpressionNames } from '../expression/evaluator.ts';
import { askFacts, type FactTest } from '../expression/facts/fact-test.ts';
import type { FactGround } from '../expression/facts/fact-views.ts';
import type { PathRef } from '../expression/quick-test.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField, ownString } from '../json/json-value.ts';
import type { CompiledTemplate, CompiledTerm, CompiledValue } from '../law/compiled-law.ts';
import type { OpenLaw } from '../law/open-law.ts';
import type { CallOutcome, PastCall } from '../state/state.ts';
import { insertValue } from './message.ts';
import { RuleFailure } from './rule-failure.ts';
import type { StateReading } from './state-reading.ts';

/** Thrown when an expression has to be evaluated and the engine for it is not loaded yet. */
export class EvaluatorNeeded extends Error {
  constructor() {
    super('an expression has to be evaluated');
    this.name = 'EvaluatorNeeded';
  }
}

/** Thrown when it has to be known what a call would do, and what works that out is not loaded yet. */
export class AnalysisNeeded extends Error {
  constructor() {
    super('what the call would do has to be worked out');
    this.name = 'AnalysisNeeded';
  }
}

/** Works out what a call would do; the same input gives the same facts. */
export type ReadFacts = (tool: string, input: JsonObject) => CallFacts;

/** Whether something has to be loaded before a judgement can be made; then it is made again. */
export function isNeed(error: unknown): error is EvaluatorNeeded | AnalysisNeeded | ParserNeeded {
  return error instanceof EvaluatorNeeded || error instanceof AnalysisNeeded || error instanceof ParserNeeded;
}

/** What a call is judged from. */
export interface CallViewInput {
  readonly event: HookEvent;
  readonly context: Context;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly evaluator: Evaluator | undefined;
  readonly analysis: ReadFacts | undefined;
  /** What the call is seen from; absent where every call is worked out as a whole. */
  readonly surroundings?: (() => Surroundings) | undefined;
}

const noInput: JsonObject = {};

/** What rules see of one call: its input as rewritten so far, the facts, and what expressions on them give. */
export class CallView {
  readonly #given: CallViewInput;
  readonly #reading: StateReading;
  #input: JsonObject | undefined;
  /** What stands at the paths of the law that is being run, by their numbers; looked up once. */
  #values: unknown[] = [];
  #paths: OpenLaw['paths'] = [];
  #visibleEvent: JsonObject | undefined;
  #facts: JsonObject | undefined;
  #callFacts: CallFacts | undefined;
  /** What can be told at once of a call that is plain; undefined until it is asked for, null where the call is not. */
  #plain: AnswerPlain | null | undefined;
  #programs: ReadonlySet<string> | undefined;
  /** What an expression has asked for that is not loaded; it may have been taken for a failure of a part that does not count. */
  #need: Error | undefined;
  readonly #ground: FactGround = {
    read: () => this.#workOut(),
    failed: error => {
      if (isNeed(error)) this.#need ??= error;
    },
  };
  /** Set while texts of a law that is not trusted are worked out. */
  hideFacts = false;

  constructor(given: CallViewInput, reading: StateReading) {
    this.#given = given;
    this.#reading = reading;
    this.#input = given.event.tool?.input;
  }

  get input(): JsonObject | undefined {
    return this.#input;
  }

  /** Begins with the rules of another law, whose paths have numbers of their own. */
  startLaw({ paths }: OpenLaw): void {
    this.#paths = paths;
    this.#values = [];
  }

  /** Puts fields into the input, for this and all later rules. */
  rewrite(fields: JsonObject): void {
    this.#input = { ...this.#input, ...fields };
    this.#values = [];
    this.#callFacts = undefined;
    this.#plain = undefined;
  }

  /** @throws {RuleFailure} when the fact could not be established */
  requireFact(name: string): void {
    const fact = Object.hasOwn(this.#given.context, name) ? this.#given.context[name] : undefined;
    if (fact === undefined) throw new RuleFailure(`the fact \`${name}\` could not be established`, 'fact');
    if ('failure' in fact)
      throw new RuleFailure(`the fact \`${name}\` could not be established (${fact.failure})`, 'fact');
  }

  /** The value of a term. @throws {RuleFailure} */
  term(term: CompiledTerm): unknown {
    if ('value' in term) return term.value;
    if ('cel' in term) return this.evaluate(term.cel);
    const value = this.read(term.path);
    if (value === undefined) throw new RuleFailure(`\`${term.path.join('.')}\` is missing`, 'input');
    return value;
  }

  /** Whether an earlier call fits a condition; a condition that cannot be evaluated on it does not. */
  fits(where: string, { input, result }: PastCall): boolean {
    try {
      return this.evaluate(where, { call: input, result }) === true;
    } catch (error) {
      if (error instanceof RuleFailure) return false;
      throw error;
    }
  }

  /** Works a text out. A law that is not trusted cannot put facts into it: they could be secrets of the user's. */
  text(template: CompiledTemplate): string {
    return template
      .map(part => (typeof part === 'string' ? part : insertValue(this.#evaluateOr(part.cel, 'lenient', '(unknown)'))))
      .join('');
  }

  /** Works a value of the law out. `strict` throws where an expression fails, `lenient` puts null there. */
  value(value: CompiledValue, mode: 'strict' | 'lenient'): unknown {
    if ('literal' in value) return value.literal;
    if ('list' in value) return value.list.map(item => this.value(item, mode));
    if ('fields' in value) {
      return Object.fromEntries(Object.entries(value.fields).map(([name, inner]) => [name, this.value(inner, mode)]));
    }
    const [only, second] = value.template;
    if (second === undefined && typeof only === 'object') return this.#evaluateOr(only.cel, mode, null);
    return value.template
      .map(part => (typeof part === 'string' ? part : insertValue(this.#evaluateOr(part.cel, mode, '(unknown)'))))
      .join('');
  }

  #evaluateOr(expression: string, mode: 'strict' | 'lenient', fallback: unknown): unknown {
    try {
      return this.evaluate(expression);
    } catch (error) {
      if (mode === 'strict' || isNeed(error)) throw error;
      return fallback;
    }
  }

  /** @throws {RuleFailure} when the expression fails, and {EvaluatorNeeded} when there is nothing to evaluate it with */
  evaluate(expression: string, more: { readonly call?: unknown; readonly result?: unknown } = {}): unknown {
    const { evaluator } = this.#given;
    if (evaluator === undefined) throw new EvaluatorNeeded();
    this.#need = undefined;
    try {
      const value = evaluator.evaluate(expression, {
        ...this.#names(),
        ...(this.hideFacts ? { context: {} } : {}),
        ...more,
      });
      if (this.#need === undefined) return value;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (this.#need === undefined) throw this.#explain(error, expression);
    }
    throw this.#need;
  }

  /** A fault of an expression as a failure of its rule. */
  #explain(error: ExpressionError, expression: string): RuleFailure {
    if (error.cause instanceof RuleFailure) return error.cause;
    if (error.cause instanceof UnreadableError) {
      return new RuleFailure(`${error.cause.message}; write it in a plainer form`, 'input');
    }
    const detail = error.message
      .replace(/^No such key: (.*)$/s, '`$1` is missing')
      .replace(/^no such overload: /, 'the types do not fit: ')
      .replace(/\bdyn<([^>]*)>/g, '$1');
    return new RuleFailure(detail, expression.includes('input') ? 'input' : 'rule');
  }

  /** What the call would do, seen with its input as rewritten so far. @throws {AnalysisNeeded} */
  #workOut(): CallFacts {
    const { analysis, event } = this.#given;
    if (analysis === undefined) throw new AnalysisNeeded();
    this.#callFacts ??= analysis(event.tool?.name ?? '', this.#input ?? noInput);
    return this.#callFacts;
  }

  /** Before the analysis is loaded: most calls are so plain that they can do nothing of what is asked. */
  #lookPlain(): AnswerPlain | undefined {
    const { analysis, surroundings, event } = this.#given;
    if (analysis !== undefined || surroundings === undefined || event.tool?.name !== 'Bash') return undefined;
    if (this.#plain === undefined) {
      const command = this.#input === undefined ? undefined : ownString(this.#input, 'command');
      const commands = command === undefined ? undefined : readPlain(command);
      this.#plain = commands === undefined ? null : (answerPlain(commands, surroundings()) ?? null);
      this.#programs = this.#plain === null ? undefined : new Set(commands?.map(([program = '']) => program));
    }
    return this.#plain ?? undefined;
  }

  /** The programs of a plain command, as long as nothing more is known of it; undefined for every other call. */
  plainPrograms(): ReadonlySet<string> | undefined {
    return this.#lookPlain() === undefined ? undefined : this.#programs;
  }

  /**
   * Answers a question of a quick test; undefined where it cannot be told, so that the expression engine says why.
   * @throws {AnalysisNeeded} {ParserNeeded} where something has to be loaded first
   */
  ask(test: FactTest): boolean | undefined {
    const text = test.path === undefined ? undefined : this.read(test.path);
    if (test.path !== undefined && typeof text !== 'string') return undefined;
    if (text === undefined && this.#lookPlain()?.(test) === false) return false;
    try {
      return askFacts(test, text as string | undefined, this.#workOut());
    } catch (error) {
      if (isNeed(error)) throw error;
      return undefined;
    }
  }

  #names(): ExpressionNames {
    const { event, now } = this.#given;
    return {
      event: this.#eventFields(),
      context: this.#establishedFacts(),
      now,
      session: (outcome, tool) => this.#pastCalls(outcome, tool),
      facts: this.#ground,
      ...(event.tool === undefined
        ? {}
        : { input: this.#input, tool: { name: event.tool.name, server: event.tool.server, short: event.tool.short } }),
      ...(event.name === 'PostToolUse' ? { result: readResult(ownField(event.fields, 'tool_response')) } : {}),
    };
  }

  /** The session's earlier calls, for expressions. Nothing while the state is not known: then the decision is made again. */
  #pastCalls(outcome: CallOutcome, tool: string): readonly PastCall[] {
    if (this.#given.event.sessionId === undefined)
      throw new RuleFailure('the event names no session, so nothing earlier is known', 'state');
    const answer = this.#reading.ask({ kind: 'calls', outcome, tools: [tool] });
    if (answer?.complete === false) throw new RuleFailure('the session has more calls than can be looked at', 'state');
    return answer?.calls ?? [];
  }

  #eventFields(): JsonObject {
    this.#visibleEvent ??= Object.fromEntries(
      Object.entries(this.#given.event.fields).filter(([name]) => !hiddenEventFields.has(name)),
    );
    return this.#visibleEvent;
  }

  #establishedFacts(): JsonObject {
    this.#facts ??= Object.fromEntries(
      Object.entries(this.#given.context).flatMap(([name, fact]) => ('value' in fact ? [[name, fact.value]] : [])),
    );
    return this.#facts;
  }

  /** The value at a path for a quick test; undefined where there is none or where it cannot be told. */
  read(path: PathRef): unknown {
    if (typeof path !== 'number') return this.#lookUp(path);
    if (!(path in this.#values)) this.#values[path] = this.#lookUp(this.#paths[path] ?? []);
    return this.#values[path];
  }

  #lookUp([root, ...rest]: readonly string[]): unknown {
    let value: JsonValue | undefined;
    if (root === 'input') value = this.#input;
    else if (root === 'tool') value = this.#names().tool as JsonObject | undefined;
    else if (root === 'event') value = this.#eventFields();
    else if (root === 'context') value = this.#establishedFacts();
    for (const name of rest) {
      if (!isJsonObject(value)) return undefined;
      value = ownField(value, name);
    }
    return value;
  }
}
