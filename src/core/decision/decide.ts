import type { Surroundings } from '../analysis/surroundings.ts';
import type { Context } from '../context/fact.ts';
import type { HookEvent } from '../event/tool-event.ts';
import type { Evaluator } from '../expression/evaluator.ts';
import { type QuickGround, runQuickTest } from '../expression/quick-test.ts';
import { type JsonObject, ownField } from '../json/json-value.ts';
import type { CompiledEffect } from '../law/compiled-law.ts';
import { tighteningEffects } from '../law/effects.ts';
import { effectOf, type OpenLaw, type PlacedHead, quickOf, type RuleHead } from '../law/open-law.ts';
import { citePack, splitPackId } from '../law/packs/pack.ts';
import { findMisfit } from '../law/shape.ts';
import { matchesToolPattern } from '../law/tool-pattern.ts';
import { createClocks, isInWindow, type ReadClock } from '../law/window.ts';
import type { Reservation } from '../state/state.ts';
import { CallView, isNeed, type ReadFacts } from './call-view.ts';
import { cannotTell, explainUnjudged, type FailureHint, type Unjudged } from './cannot-tell.ts';
import type { Decision, Layer, RuleRef, TraceStep } from './decision.ts';
import { judgeRequires, judgeSpending, reservationFor, type StateJudging, type StateVerdict } from './judge-state.ts';
import { composeMessage, denialMarker } from './message.ts';
import { RuleFailure } from './rule-failure.ts';
import { StateNeeded, StateReading, type StateView } from './state-reading.ts';

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
  /** Undefined until a call needs it: then `AnalysisNeeded` is thrown, and `ParserNeeded` for each parser that it lacks. */
  readonly analysis: ReadFacts | undefined;
  /** What the call is seen from; with it, plain calls need no analysis. */
  readonly surroundings?: (() => Surroundings) | undefined;
  /** Undefined until a call needs it: then `StateNeeded` is thrown, and the caller asks the store and decides again. */
  readonly state: StateView | undefined;
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

/** Why a rule passed; what is shown of a rule hangs on it. */
export const conditionIsFalse = 'the condition is false';
export const outsideWindow = 'outside the time window';

/** What became of a rule; put into words only where somebody asks. */
type Step =
  | readonly [law: LawInForce, rule: RuleHead, outcome: TraceStep['outcome'], detail: string]
  | readonly [law: LawInForce, passed: PlacedHead];

function refOf({ layer, file }: LawInForce, { id, line }: RuleHead): RuleRef {
  const fromPack = splitPackId(id);
  return { id, layer, file: fromPack === undefined ? file : citePack(fromPack.pack), line };
}

/** A rule's account outlives changes of the law around it; a law that is named stands in the project's place. */
function ledgerOf({ layer }: LawInForce, { id }: RuleHead): string {
  return `${layer === 'named' ? 'project' : layer}/${id}`;
}

function describeStep(step: Step): TraceStep {
  const [law, rule, outcome, detail] =
    step.length === 2 ? ([step[0], step[0].law.open(step[1]), 'passed', conditionIsFalse] as const) : step;
  return { rule: refOf(law, rule), effect: rule.effect, outcome, detail };
}

/** A chain of which only the rules that could concern a plain call were looked at; of the others it is certain that they pass. */
interface PartialChain {
  readonly law: LawInForce;
  readonly event: HookEvent;
  /** Whether the last rule that was looked at ended the chain. */
  ended: boolean;
}

/** The steps of a chain with those of the rules that were left out. */
function wholeChain({ law, event, ended }: PartialChain, steps: readonly Step[]): Step[] {
  const idOf = (step: Step): string => (step.length === 2 ? step[0].law.open(step[1]).id : step[1].id);
  const known = new Map(steps.map(step => [idOf(step), step]));
  const last = ended ? [...known.keys()].at(-1) : undefined;
  const whole: Step[] = [];
  for (const place of law.law.placesFor(event.name, event.tool?.name)) {
    const { id } = law.law.open(place);
    whole.push(known.get(id) ?? [law, place]);
    if (id === last) break;
  }
  return whole;
}

function wholeTrace(laws: readonly LawInForce[], steps: readonly Step[], partial: readonly PartialChain[]): Step[] {
  const whole = new Map(partial.map(chain => [chain.law, chain]));
  const order = layerOrder.flatMap(layer => laws.filter(law => law.layer === layer));
  return order.flatMap(law => {
    const own = steps.filter(([of]) => of === law);
    const chain = whole.get(law);
    return chain === undefined ? own : wholeChain(chain, own);
  });
}

/** Judges one event; holds what rules change as they go. */
class Judgement {
  readonly #given: DecideInput;
  readonly #steps: Step[] = [];
  readonly #partial: PartialChain[] = [];
  readonly #warnings: string[] = [];
  #rewritten = false;
  #ask: { rule: RuleRef; message: string } | undefined;
  #allow: { rule: RuleRef; message: string } | undefined;
  readonly #failures: string[] = [];
  readonly #readClock: ReadClock;
  readonly #reading: StateReading;
  readonly #call: CallView;
  readonly #ground: QuickGround = { read: path => this.#call.read(path), ask: test => this.#call.ask(test) };
  readonly #reservations: Reservation[] = [];
  /** What a violated condition of the rule in hand adds to its text. */
  #stateNote = '';

  constructor(given: DecideInput) {
    this.#given = given;
    this.#readClock = createClocks(given.now);
    this.#reading = new StateReading(given.state);
    this.#call = new CallView(given, this.#reading);
  }

  run(): Decision {
    const decision = this.#runLaws();
    // What was decided without an answer was decided for nothing: it only shows what else has to be asked for.
    if (this.#reading.missing.length > 0) throw new StateNeeded(this.#reading.missing);
    return decision;
  }

  /** What the event's call spends by the rules before a call, whatever else they say; a rule that fails is left out. */
  count(): CountedSpending {
    const { event, laws } = this.#given;
    for (const law of laws) {
      this.#call.startLaw(law.law);
      for (const place of law.law.placesFor('PreToolUse', event.tool?.name)) {
        const rule = law.law.open(place);
        if (!rule.stateful || (!law.trusted && !tighteningEffects.has(rule.effect))) continue;
        try {
          this.#countRule(rule, law);
        } catch (error) {
          if (!(error instanceof RuleFailure)) throw error;
        }
      }
    }
    if (this.#reading.missing.length > 0) throw new StateNeeded(this.#reading.missing);
    return { reservations: this.#reservations };
  }

  #countRule(rule: RuleHead, law: LawInForce): void {
    if (this.#whyNotConcerned(rule) !== undefined) return;
    const { spending = [], facts = [] } = rule.full().state ?? {};
    if (spending.length === 0) return;
    for (const name of facts) this.#call.requireFact(name);
    const judging = this.#stateJudging(rule, law);
    this.#reservations.push(...spending.map(limit => reservationFor(limit, judging)));
  }

  #runLaws(): Decision {
    for (const layer of layerOrder) {
      for (const law of this.#given.laws) {
        if (law.layer !== layer) continue;
        const end = this.#runChain(law);
        if (end === undefined) continue;
        const partial = this.#partial.find(chain => chain.law === law);
        if (partial !== undefined) partial.ended = true;
        return end;
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
    const [laws, steps, partial] = [this.#given.laws, this.#steps, this.#partial];
    return {
      verdict,
      ...(this.#failures.length === 0 ? {} : { failure: this.#failures.join('; ') }),
      ...details,
      warnings: this.#warnings,
      ...(this.#reservations.length === 0 || verdict === 'deny' ? {} : { reservations: this.#reservations }),
      ...(this.#rewritten && this.#call.input !== undefined && verdict !== 'deny'
        ? { rewrittenInput: this.#call.input }
        : {}),
      get trace(): readonly TraceStep[] {
        return (partial.length === 0 ? steps : wholeTrace(laws, steps, partial)).map(describeStep);
      },
    };
  }

  #runChain(law: LawInForce): Decision | undefined {
    this.#call.startLaw(law.law);
    let misfit = this.#findMisfit(law);
    const places = this.#placesIn(law, misfit !== undefined);
    if (places.length === 0) misfit = undefined;
    const ground = this.#ground;
    for (const place of places) {
      if (misfit === undefined && this.#isOutOfQuestion(place, law, ground)) {
        this.#steps.push([law, place]);
        continue;
      }
      const rule = law.law.open(place);
      if (!law.trusted && !tighteningEffects.has(rule.effect)) {
        this.#step(law, rule, 'ignored', 'the project is not trusted, and its law can only tighten');
        continue;
      }
      this.#call.hideFacts = false;
      this.#stateNote = '';
      try {
        if (misfit !== undefined) throw new RuleFailure(misfit, 'shape');
        const passed = this.#whyPassed(rule, law);
        if (passed !== undefined) {
          this.#step(law, rule, 'passed', passed);
          continue;
        }
        this.#call.hideFacts = !law.trusted;
        const end = this.#apply(rule, rule.full().effect, law);
        this.#call.hideFacts = false;
        if (end !== undefined) return end;
        if (rule.effect === 'rewrite') misfit = this.#findMisfit(law);
      } catch (error) {
        const end = this.#fail(rule, law, error);
        if (end !== undefined) return end;
      }
    }
    return undefined;
  }

  /** The rules that have to be looked at. */
  #placesIn(law: LawInForce, all: boolean): readonly PlacedHead[] {
    const { event } = this.#given;
    const programs = all || !law.trusted ? undefined : this.#call.plainPrograms();
    if (programs !== undefined) this.#partial.push({ law, event, ended: false });
    return law.law.placesFor(event.name, event.tool?.name, programs);
  }

  /** Whether a plain comparison shows at once that a rule has nothing to say; most rules end here. */
  #isOutOfQuestion(place: PlacedHead, law: LawInForce, ground: QuickGround): boolean {
    const quick = quickOf(place);
    if (quick === undefined || runQuickTest(quick, ground) !== false) return false;
    return law.trusted || tighteningEffects.has(effectOf(place));
  }

  #step(law: LawInForce, rule: RuleHead, outcome: TraceStep['outcome'], detail: string): void {
    this.#steps.push([law, rule, outcome, detail]);
  }

  /** The first field that does not fit what the law's `tools` declares for this tool. */
  #findMisfit({ law }: LawInForce): string | undefined {
    const { tool } = this.#given.event;
    if (tool === undefined || this.#call.input === undefined) return undefined;
    for (const [pattern, shape] of Object.entries(law.shapes)) {
      if (!matchesToolPattern(pattern, tool.name)) continue;
      const misfit = findMisfit(shape, this.#call.input);
      if (misfit !== undefined) return misfit;
    }
    return undefined;
  }

  /** Why a rule's conditions do not hold; undefined when all of them hold. */
  #whyPassed(rule: RuleHead, law: LawInForce): string | undefined {
    return this.#whyNotConcerned(rule) ?? (rule.stateful ? this.#whyStatePassed(rule, law) : undefined);
  }

  #whyNotConcerned(rule: RuleHead): string | undefined {
    if (rule.during !== undefined && !isInWindow(rule.during, this.#readClock)) return outsideWindow;
    if (!rule.conditional) return undefined;
    const quick = rule.quick === undefined ? undefined : runQuickTest(rule.quick, this.#ground);
    if (quick !== undefined) return quick ? undefined : conditionIsFalse;
    for (const name of rule.facts) this.#call.requireFact(name);
    const value = this.#call.evaluate(rule.full().when?.text ?? '');
    if (typeof value !== 'boolean') throw new RuleFailure('its condition is neither true nor false', 'rule');
    return value ? undefined : conditionIsFalse;
  }

  /** Stateful conditions hold where they are violated. Each of them is judged, since each may have to count the call. */
  #whyStatePassed(rule: RuleHead, law: LawInForce): string | undefined {
    const { requires, spending = [], facts = [] } = rule.full().state ?? {};
    for (const name of facts) this.#call.requireFact(name);
    const judging = this.#stateJudging(rule, law);
    const verdicts: StateVerdict[] = [
      ...(requires === undefined ? [] : [judgeRequires(requires, judging)]),
      ...spending.map(limit => judgeSpending(limit, judging)),
    ];
    const notes: string[] = [];
    let passed: string | undefined;
    for (const verdict of verdicts) {
      if ('reservation' in verdict && verdict.reservation !== undefined) this.#reservations.push(verdict.reservation);
      if (verdict.verdict === 'unknown') passed ??= 'the state is not known yet';
      else if (verdict.verdict === 'met') passed ??= verdict.detail;
      else if (verdict.note !== undefined) notes.push(verdict.note);
    }
    this.#stateNote = notes.join(' ');
    return passed;
  }

  #stateJudging(rule: RuleHead, law: LawInForce): StateJudging {
    const { event, now } = this.#given;
    return {
      ledger: ledgerOf(law, rule),
      tool: event.tool?.name ?? '',
      sessionId: event.sessionId,
      now,
      reading: this.#reading,
      evaluate: term => this.#call.term(term),
      fits: (where, past) => this.#call.fits(where, past),
    };
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
        this.#warnings.push(composeMessage('', { text: this.#call.text(effect.text ?? []), rule: ref.id }));
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
    const fields = Object.entries(rewrite).map(([name, value]) => [name, this.#call.value(value, 'strict')]);
    if (!isPlainJson(fields))
      throw new RuleFailure('the rewritten input is too large, or holds a number that is none', 'rule');
    this.#call.rewrite(Object.fromEntries(fields) as JsonObject);
    this.#rewritten = true;
  }

  /** The message of an effect. A part that cannot be worked out is named as unknown: the refusal itself stands. */
  #message(marker: string, effect: CompiledEffect, ref: RuleRef): string {
    const { text = [], instead, handoff } = effect;
    // The note can tell what facts of the session say, which a law that is not trusted may not learn.
    const detail = this.#call.hideFacts ? '' : this.#stateNote;
    return composeMessage(marker, {
      text: this.#call.text(text),
      detail,
      ...(instead === undefined ? {} : { instead: this.#call.text(instead) }),
      ...(handoff === undefined
        ? {}
        : { handoff: { tool: handoff.tool, input: this.#call.value({ fields: handoff.with }, 'lenient') } }),
      rule: ref.id,
      ...this.#note(),
    });
  }

  #note(): { note?: string } {
    const note = unapprovedNote(this.#given.laws);
    return note === undefined ? {} : { note };
  }

  #fail(rule: RuleHead, law: LawInForce, error: unknown): Decision | undefined {
    const ref = refOf(law, rule);
    if (isNeed(error)) throw error;
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

/** What a call spends. */
export interface CountedSpending {
  readonly reservations: readonly Reservation[];
}

/**
 * What a call has spent by the input with which it ran, which another hook or a person may have changed after the verdict.
 * Throws what `decide` throws where something has to be had first.
 */
export function countSpending(given: DecideInput): CountedSpending {
  return new Judgement(given).count();
}
