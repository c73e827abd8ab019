import type { Context } from '../context/fact.ts';
import { hiddenEventFields } from '../event/event-fields.ts';
import { type HookEvent, readResult } from '../event/tool-event.ts';
import { type Evaluator, ExpressionError, type ExpressionNames } from '../expression/evaluator.ts';
import { type PathRef, runQuickTest } from '../expression/quick-test.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../json/json-value.ts';
import type { CompiledEffect, CompiledTemplate, CompiledValue } from '../law/compiled-law.ts';
import { tighteningEffects } from '../law/effects.ts';
import { effectOf, type OpenLaw, type PlacedHead, quickOf, type RuleHead } from '../law/open-law.ts';
import { findMisfit } from '../law/shape.ts';
import { matchesToolPattern } from '../law/tool-pattern.ts';
import { createClocks, isInWindow, type ReadClock } from '../law/window.ts';
import { cannotTell, explainUnjudged, type FailureHint, type Unjudged } from './cannot-tell.ts';
import type { Decision, Layer, RuleRef, TraceStep } from './decision.ts';
import { composeMessage, denialMarker, insertValue } from './message.ts';

/** A law with its place among the others. */
export interface LawInForce {
  readonly layer: Layer;
  /** The file's name, for messages. */
  readonly file: string;
  /** An untrusted project's law can only tighten. */
  readonly trusted: boolean;
  readonly law: OpenLaw;
  /** Set on an approved law whose file is no longer what was approved, and on a law that was added. */
  readonly unapproved?: 'changed' | 'broken' | 'missing' | 'added';
  /** Laws that are not read, on a managed law that forbids those of projects. */
  readonly shutOut?: readonly string[];
}

export interface DecideInput {
  readonly event: HookEvent;
  /** In any order. */
  readonly laws: readonly LawInForce[];
  readonly context: Context;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Undefined until a call needs it: then `EvaluatorNeeded` is thrown, and the caller loads it and asks again. */
  readonly evaluator: Evaluator | undefined;
}

/** Thrown when an expression has to be evaluated and the engine for it is not loaded yet. */
export class EvaluatorNeeded extends Error {
  constructor() {
    super('an expression has to be evaluated');
    this.name = 'EvaluatorNeeded';
  }
}

/**
 * The order of layers: the higher a layer, the later, so that what runs has been judged by the highest layer in the very
 * form in which it runs, whatever a lower layer rewrote.
 */
const layerOrder: readonly Layer[] = ['project', 'named', 'user', 'managed'];

const unapprovedNotes = {
  changed: 'The law file was changed, and until a person approves the change (`hooklaw approve`) both are in force.',
  broken: 'The law file was changed and is broken; the approved law stays in force until it is mended and approved.',
  added: 'A law file has appeared that nobody has approved; it counts as far as it tightens (`hooklaw approve`).',
  missing: 'The law file is gone; the approved law stays in force (`hooklaw approve` ends that).',
} as const;

/** What is to be said about laws that are not what was approved; undefined when all are. */
export function unapprovedNote(laws: readonly LawInForce[]): string | undefined {
  const states = laws.flatMap(({ unapproved }) => (unapproved === undefined ? [] : [unapproved]));
  const [first] = states;
  return first === undefined ? undefined : unapprovedNotes[first];
}

/** Why a rule could not be checked. */
class RuleFailure extends Error {
  readonly hint: FailureHint;

  constructor(message: string, hint: FailureHint) {
    super(message);
    this.name = 'RuleFailure';
    this.hint = hint;
  }
}

/** The most that rules may put into an input, in characters and values. */
const rewriteLimit = 4_000_000;

/** Whether a value can go into JSON as it is, and is not too large for it. */
function isPlainJson(value: unknown): boolean {
  const pending: unknown[] = [value];
  let size = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'number' && !Number.isFinite(next)) return false;
    size += typeof next === 'string' ? next.length : 1;
    if (size > rewriteLimit) return false;
    if (typeof next === 'object' && next !== null) for (const child of Object.values(next)) pending.push(child);
  }
  return true;
}

const conditionIsFalse = 'the condition is false';

/** What became of a rule; put into words only where somebody asks. */
type Step =
  | readonly [law: LawInForce, rule: RuleHead, outcome: TraceStep['outcome'], detail: string]
  | readonly [law: LawInForce, passed: PlacedHead];

function refOf({ layer, file }: LawInForce, { id, line }: RuleHead): RuleRef {
  return { id, layer, file, line };
}

function describeStep(step: Step): TraceStep {
  const [law, rule, outcome, detail] =
    step.length === 2 ? ([step[0], step[0].law.open(step[1]), 'passed', conditionIsFalse] as const) : step;
  return { rule: refOf(law, rule), effect: rule.effect, outcome, detail };
}

/** Judges one event; holds what rules change as they go. */
class Judgement {
  readonly #given: DecideInput;
  readonly #steps: Step[] = [];
  readonly #warnings: string[] = [];
  #input: JsonObject | undefined;
  #rewritten = false;
  #ask: { rule: RuleRef; message: string } | undefined;
  #allow: { rule: RuleRef; message: string } | undefined;
  readonly #failures: string[] = [];
  /** What stands at the paths of the law that is being run, by their numbers; looked up once. */
  #values: unknown[] = [];
  readonly #readClock: ReadClock;
  /** Set while texts of a law that is not trusted are worked out. */
  #hideFacts = false;
  #visibleEvent: JsonObject | undefined;
  #facts: JsonObject | undefined;

  constructor(given: DecideInput) {
    this.#given = given;
    this.#input = given.event.tool?.input;
    this.#readClock = createClocks(given.now);
  }

  run(): Decision {
    for (const layer of layerOrder) {
      for (const law of this.#given.laws) {
        if (law.layer !== layer) continue;
        const end = this.#runChain(law);
        if (end !== undefined) return end;
      }
    }
    if (this.#ask !== undefined) return this.#finish('ask', this.#ask);
    if (this.#allow !== undefined) return this.#finish('allow', this.#allow);
    return this.#finish('silent', {});
  }

  #finish(
    verdict: Decision['verdict'],
    details: { rule?: RuleRef; message?: string; failure?: string; failureHint?: FailureHint },
  ): Decision {
    const steps = this.#steps;
    return {
      verdict,
      ...(this.#failures.length === 0 ? {} : { failure: this.#failures.join('; ') }),
      ...details,
      warnings: this.#warnings,
      ...(this.#rewritten && this.#input !== undefined && verdict !== 'deny' ? { rewrittenInput: this.#input } : {}),
      get trace(): readonly TraceStep[] {
        return steps.map(describeStep);
      },
    };
  }

  #runChain(law: LawInForce): Decision | undefined {
    const { event } = this.#given;
    this.#values = [];
    const places = law.law.placesFor(event.name, event.tool?.name);
    let misfit = places.length === 0 ? undefined : this.#findMisfit(law);
    const read = (path: PathRef): unknown => this.#read(path, law);
    for (const place of places) {
      if (misfit === undefined && this.#isOutOfQuestion(place, law, read)) {
        this.#steps.push([law, place]);
        continue;
      }
      const rule = law.law.open(place);
      if (!law.trusted && !tighteningEffects.has(rule.effect)) {
        this.#step(law, rule, 'ignored', 'the project is not trusted, and its law can only tighten');
        continue;
      }
      this.#hideFacts = false;
      try {
        if (misfit !== undefined) throw new RuleFailure(misfit, 'shape');
        const passed = this.#whyPassed(rule, law);
        if (passed !== undefined) {
          this.#step(law, rule, 'passed', passed);
          continue;
        }
        this.#hideFacts = !law.trusted;
        const end = this.#apply(rule, rule.full().effect, law);
        this.#hideFacts = false;
        if (end !== undefined) return end;
        if (rule.effect === 'rewrite') misfit = this.#findMisfit(law);
      } catch (error) {
        const end = this.#fail(rule, law, error);
        if (end !== undefined) return end;
      }
    }
    return undefined;
  }

  /** Whether a plain comparison shows at once that a rule has nothing to say; most rules end here. */
  #isOutOfQuestion(place: PlacedHead, law: LawInForce, read: (path: PathRef) => unknown): boolean {
    const quick = quickOf(place);
    if (quick === undefined || runQuickTest(quick, read) !== false) return false;
    return law.trusted || tighteningEffects.has(effectOf(place));
  }

  #step(law: LawInForce, rule: RuleHead, outcome: TraceStep['outcome'], detail: string): void {
    this.#steps.push([law, rule, outcome, detail]);
  }

  /** The first field that does not fit what the law's `tools` declares for this tool. */
  #findMisfit({ law }: LawInForce): string | undefined {
    const { tool } = this.#given.event;
    if (tool === undefined || this.#input === undefined) return undefined;
    for (const [pattern, shape] of Object.entries(law.shapes)) {
      if (!matchesToolPattern(pattern, tool.name)) continue;
      const misfit = findMisfit(shape, this.#input);
      if (misfit !== undefined) return misfit;
    }
    return undefined;
  }

  /** Why a rule's conditions do not hold; undefined when all of them hold. */
  #whyPassed(rule: RuleHead, law: LawInForce): string | undefined {
    if (rule.during !== undefined && !isInWindow(rule.during, this.#readClock)) return 'outside the time window';
    if (!rule.conditional) return undefined;
    const quick = rule.quick === undefined ? undefined : runQuickTest(rule.quick, path => this.#read(path, law));
    if (quick !== undefined) return quick ? undefined : conditionIsFalse;
    for (const name of rule.facts) this.#requireFact(name);
    const value = this.#evaluate(rule.full().when?.text ?? '');
    if (typeof value !== 'boolean') throw new RuleFailure('its condition is neither true nor false', 'rule');
    return value ? undefined : conditionIsFalse;
  }

  #requireFact(name: string): void {
    const fact = Object.hasOwn(this.#given.context, name) ? this.#given.context[name] : undefined;
    if (fact === undefined) throw new RuleFailure(`the fact \`${name}\` could not be established`, 'fact');
    if ('failure' in fact)
      throw new RuleFailure(`the fact \`${name}\` could not be established (${fact.failure})`, 'fact');
  }

  #apply(rule: RuleHead, effect: CompiledEffect, law: LawInForce): Decision | undefined {
    const ref = refOf(law, rule);
    if (effect.name === 'block' && ownField(this.#given.event.fields, 'stop_hook_active') === true) {
      this.#step(law, rule, 'passed', 'the session is already going on because of a hook');
      return undefined;
    }
    switch (effect.name) {
      case 'deny':
      case 'block': {
        const message = this.#message(denialMarker, effect, ref);
        this.#step(law, rule, 'fired', 'the chain ends here');
        return this.#finish(effect.name, { rule: ref, message });
      }
      case 'ask':
        this.#ask ??= { rule: ref, message: this.#message('NEEDS APPROVAL:', effect, ref) };
        break;
      case 'allow':
        this.#allow ??= { rule: ref, message: this.#message('Allowed:', effect, ref) };
        break;
      case 'warn':
        this.#warnings.push(composeMessage('', { text: this.#text(effect.text ?? []), rule: ref.id }));
        break;
      case 'rewrite':
        this.#rewrite(effect);
        break;
      case 'notify':
        throw new RuleFailure('`notify` is not available in this version', 'rule');
    }
    this.#step(law, rule, 'fired', effect.name === 'rewrite' ? 'the input was rewritten' : 'noted, the chain goes on');
    return undefined;
  }

  #rewrite({ rewrite = {} }: CompiledEffect): void {
    const fields = Object.entries(rewrite).map(([name, value]) => [name, this.#value(value, 'strict')]);
    if (!isPlainJson(fields))
      throw new RuleFailure('the rewritten input is too large, or holds a number that is none', 'rule');
    this.#input = { ...this.#input, ...(Object.fromEntries(fields) as JsonObject) };
    this.#values = [];
    this.#rewritten = true;
  }

  /** The message of an effect. A part that cannot be worked out is named as unknown: the refusal itself stands. */
  #message(marker: string, effect: CompiledEffect, ref: RuleRef): string {
    const { text = [], instead, handoff } = effect;
    return composeMessage(marker, {
      text: this.#text(text),
      ...(instead === undefined ? {} : { instead: this.#text(instead) }),
      ...(handoff === undefined
        ? {}
        : { handoff: { tool: handoff.tool, input: this.#value({ fields: handoff.with }, 'lenient') } }),
      rule: ref.id,
      ...this.#note(),
    });
  }

  #note(): { note?: string } {
    const note = unapprovedNote(this.#given.laws);
    return note === undefined ? {} : { note };
  }

  /** Works a text out. A law that is not trusted cannot put facts into it: they could be secrets of the user's. */
  #text(template: CompiledTemplate): string {
    return template
      .map(part => (typeof part === 'string' ? part : insertValue(this.#evaluateOr(part.cel, 'lenient', '(unknown)'))))
      .join('');
  }

  /** Works a value of the law out. `strict` throws where an expression fails, `lenient` puts null there. */
  #value(value: CompiledValue, mode: 'strict' | 'lenient'): unknown {
    if ('literal' in value) return value.literal;
    if ('list' in value) return value.list.map(item => this.#value(item, mode));
    if ('fields' in value) {
      return Object.fromEntries(Object.entries(value.fields).map(([name, inner]) => [name, this.#value(inner, mode)]));
    }
    const [only, second] = value.template;
    if (second === undefined && typeof only === 'object') return this.#evaluateOr(only.cel, mode, null);
    return value.template
      .map(part => (typeof part === 'string' ? part : insertValue(this.#evaluateOr(part.cel, mode, '(unknown)'))))
      .join('');
  }

  #evaluateOr(expression: string, mode: 'strict' | 'lenient', fallback: unknown): unknown {
    try {
      return this.#evaluate(expression);
    } catch (error) {
      if (mode === 'strict' || error instanceof EvaluatorNeeded) throw error;
      return fallback;
    }
  }

  #evaluate(expression: string): unknown {
    const { evaluator } = this.#given;
    if (evaluator === undefined) throw new EvaluatorNeeded();
    try {
      return evaluator.evaluate(expression, this.#hideFacts ? { ...this.#names(), context: {} } : this.#names());
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const detail = error.message
        .replace(/^No such key: (.*)$/s, '`$1` is missing')
        .replace(/^no such overload: /, 'the types do not fit: ')
        .replace(/\bdyn<([^>]*)>/g, '$1');
      throw new RuleFailure(detail, expression.includes('input') ? 'input' : 'rule');
    }
  }

  #names(): ExpressionNames {
    const { event, now } = this.#given;
    return {
      event: this.#eventFields(),
      context: this.#establishedFacts(),
      now,
      ...(event.tool === undefined
        ? {}
        : { input: this.#input, tool: { name: event.tool.name, server: event.tool.server, short: event.tool.short } }),
      ...(event.name === 'PostToolUse' ? { result: readResult(ownField(event.fields, 'tool_response')) } : {}),
    };
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
  #read(path: PathRef, law: LawInForce): unknown {
    if (typeof path !== 'number') return this.#lookUp(path);
    if (!(path in this.#values)) this.#values[path] = this.#lookUp(law.law.paths[path] ?? []);
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

  #fail(rule: RuleHead, law: LawInForce, error: unknown): Decision | undefined {
    const ref = refOf(law, rule);
    if (error instanceof EvaluatorNeeded) throw error;
    const known = error instanceof RuleFailure;
    const detail = known ? error.message : error instanceof Error ? error.message : String(error);
    const cause: Unjudged = { kind: 'rule', rule: rule.id, detail, hint: known ? error.hint : 'rule' };
    this.#step(law, rule, 'failed', detail);
    if (cannotTell(this.#given.event.name, cause) === 'quiet') {
      this.#failures.push(`rule ${rule.id}: ${detail}`);
      return undefined;
    }
    const message = composeMessage(denialMarker, { text: explainUnjudged(cause), rule: rule.id, ...this.#note() });
    return this.#finish('deny', { rule: ref, message, failure: `rule ${rule.id}: ${detail}`, failureHint: cause.hint });
  }
}

/** Judges one event by all laws in force. Pure and synchronous: the same input gives the same decision. */
export function decide(given: DecideInput): Decision {
  return new Judgement(given).run();
}
