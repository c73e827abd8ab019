import type { FactDefinition } from '../context/fact.ts';
import { builtinToolShape } from '../event/builtin-tools.ts';
import { type EffectName, type EventName, eventInfo, eventNames, isKnownEvent } from '../event/catalogue.ts';
import { type CheckedExpression, checkExpression } from '../expression/check.ts';
import { deriveQuickTest } from '../expression/quick-test.ts';
import type { ExpressionFault, ExpressionSite, InputKnowledge, RegexJudge } from '../expression/site.ts';
import { nearestName } from '../problem/nearest-name.ts';
import type { Span } from '../problem/position.ts';
import { createProblem, isError, LawError, type Problem, sortProblems } from '../problem/problem.ts';
import { findToolNameFault } from './check-tool-name.ts';
import { compileContext } from './compile-context.ts';
import { EffectCompiler } from './compile-effect.ts';
import { compileState, type StateCompilerTools } from './compile-state.ts';
import {
  type CompiledExpression,
  type CompiledLaw,
  type CompiledRule,
  type CostClass,
  compiledLawFormat,
  costClasses,
  type StateSettings,
} from './compiled-law.ts';
import { parseDuration } from './duration.ts';
import { effectsOf, eventsWith, kindFits } from './effects.ts';
import { orderChains, type PlacedRule } from './order-chain.ts';
import { compileExtends, type ExtendsTools, type Softened } from './packs/compile-extends.ts';
import { citePack, noPacks, type PackLibrary } from './packs/pack.ts';
import { placeInside } from './place-inside.ts';
import { readLawDocument } from './read-document.ts';
import type { LawSource } from './read-source.ts';
import { readLawSource } from './read-source.ts';
import { type LawDocument, type LawTest, plannedKeys, type RuleDocument } from './schema.ts';
import { parseToolShape, type ShapeNotation, type ToolShape } from './shape.ts';
import type { StateDocument } from './state-schema.ts';
import { isGlob, matchesToolPattern } from './tool-pattern.ts';
import { TrackedCalls } from './tracked-calls.ts';
import { isTimeZone, parseTimeOfDay, type Window, weekdays } from './window.ts';

export interface CompileResult {
  readonly law: CompiledLaw;
  readonly tests: readonly LawTest[];
  /** How it weakens the rules of packs. */
  readonly softened: readonly Softened[];
  /** Warnings; errors are thrown. */
  readonly warnings: readonly Problem[];
}

/** What a compiler is given from outside. */
export interface CompilerGround {
  readonly judgeRegex: RegexJudge;
  /** The packs that a law can extend. */
  readonly packs: PackLibrary;
}

type Path = readonly PropertyKey[];

/** The rules of packs, which are the same in every law that extends them. */
const compiledPacks = new WeakMap<PackLibrary, Map<string, readonly PlacedRule[]>>();

function compilePack(name: string, text: string, { judgeRegex, packs }: CompilerGround): readonly PlacedRule[] {
  const known = compiledPacks.get(packs) ?? new Map<string, readonly PlacedRule[]>();
  compiledPacks.set(packs, known);
  const rules =
    known.get(name) ??
    Object.entries(compileLaw(text, citePack(name), { judgeRegex, packs: noPacks }).law.chains).flatMap(
      ([event, chain]) => chain.map(rule => ({ event: event as EventName, rule })),
    );
  known.set(name, rules);
  return rules;
}

/** Compiles one law file; collects every problem instead of stopping at the first. */
class LawCompiler {
  readonly #problems: Problem[] = [];
  readonly #source: LawSource;
  readonly #document: LawDocument;
  readonly #ground: CompilerGround;
  readonly #judgeRegex: RegexJudge;
  #facts: Readonly<Record<string, FactDefinition>> = {};
  readonly #shapes: Record<string, ToolShape> = {};
  readonly #tracked = new TrackedCalls();
  /** Sites by their event and tools: rules about the same call share theirs. */
  readonly #knownSites = new Map<string, readonly ExpressionSite[]>();
  /** The facts that the rule in hand puts into the input. */
  readonly #rewriteFacts = new Set<string>();

  constructor(source: LawSource, document: LawDocument, ground: CompilerGround) {
    this.#source = source;
    this.#document = document;
    this.#ground = ground;
    const { judgeRegex } = ground;
    const verdicts = new Map<string, ReturnType<RegexJudge>>();
    this.#judgeRegex = pattern => {
      if (!verdicts.has(pattern)) verdicts.set(pattern, judgeRegex(pattern));
      return verdicts.get(pattern);
    };
  }

  compile(): CompileResult {
    const { audit, deadline, rules, state, tests } = this.#document;
    const extended = this.#document.extends ?? [];
    if (rules.length === 0 && extended.length === 0) {
      this.#report('law/empty', this.#source.locateKey([], 'rules'), {
        message: 'the law has no rules, so it would enforce nothing',
        help: 'write a rule, or extend a pack; to switch hooklaw off, run `hooklaw uninstall`',
      });
    }
    if (state !== undefined && isProjectLaw(this.#source.file)) {
      this.#report('law/state-layer', this.#source.locateKey([], 'state'), {
        message: 'a project may not say where the state is kept',
        help: "put `state` into the user's own law or the managed one",
      });
    }
    this.#facts = compileContext(this.#document, this.#source, (...found) => this.#report(...found));
    this.#compileShapes();
    this.#findDuplicateIds();
    const fromPacks = compileExtends(extended, this.#extendsTools());
    this.#checkTests([...rules.map(({ id }) => id), ...fromPacks.rules.map(({ rule }) => rule.id)]);
    const compiled = rules.map((rule, index) => this.#compileRule(rule, index)).filter(rule => rule !== undefined);
    const deadlineMs = deadline === undefined ? undefined : parseDuration(deadline);
    const tracked = this.#tracked.list();
    const sorted = sortProblems(this.#problems);
    if (sorted.some(isError)) throw new LawError(sorted);
    return {
      law: {
        format: compiledLawFormat,
        audit: audit ?? 'best-effort',
        ...(deadlineMs === undefined ? {} : { deadlineMs }),
        ...(state === undefined ? {} : { state: readStateSettings(state) }),
        ...(tracked === undefined ? {} : { tracked }),
        ...(this.#document.project_laws === 'forbidden' ? { projectLaws: 'forbidden' as const } : {}),
        context: this.#facts,
        shapes: this.#shapes,
        // Last, behind every rewrite, so that packs judge the input with which the call would run.
        chains: orderChains([...compiled, ...fromPacks.rules]),
      },
      tests: tests ?? [],
      softened: fromPacks.softened,
      warnings: sorted,
    };
  }

  #report(code: Problem['code'], span: Span, details: { message: string; help?: string; suggestion?: string }): void {
    this.#problems.push(createProblem(code, { file: this.#source.file, span, ...details }));
  }

  #refusePlanned(path: Path, value: object, keys: readonly string[]): void {
    for (const key of keys) {
      if (!Object.hasOwn(value, key) || (value as Record<string, unknown>)[key] === undefined) continue;
      this.#report('law/not-available', this.#source.locateKey(path, key), {
        message: `\`${key}\` is not available in this version`,
        help: 'take it out; a law that asks for more than the program can do is refused rather than half obeyed',
      });
    }
  }

  #compileShapes(): void {
    for (const [tool, notation] of Object.entries(this.#document.tools ?? {})) {
      const shape = parseToolShape(notation as { [field: string]: ShapeNotation });
      if (shape !== undefined) this.#shapes[tool] = shape;
      this.#checkToolName(tool, this.#source.locateKey(['tools'], tool));
    }
  }

  #findDuplicateIds(): void {
    const first = new Map<string, number>();
    for (const [index, { id }] of this.#document.rules.entries()) {
      const earlier = first.get(id);
      if (earlier === undefined) {
        first.set(id, index);
        continue;
      }
      const line = this.#source.locateValue(['rules', earlier, 'id']).start.line;
      this.#report('law/duplicate-id', this.#source.locateValue(['rules', index, 'id']), {
        message: `the id \`${id}\` is taken by the rule in line ${line}`,
        help: 'give each rule an id of its own, since denials and logs cite it',
      });
    }
  }

  /** A test that waits for a rule nobody wrote can never pass, and one of a tool that is misspelt shows nothing. */
  #checkTests(ids: readonly string[]): void {
    for (const [index, { event, expect }] of (this.#document.tests ?? []).entries()) {
      const fault = event.tool === undefined ? undefined : findToolNameFault(event.tool);
      if (fault?.code === 'law/unknown-tool') {
        this.#report(fault.code, this.#source.locateValue(['tests', index, 'event', 'tool']), fault);
      }
      if (typeof expect === 'string') continue;
      for (const effect of ['deny', 'block', 'ask', 'warn'] as const) {
        const id = effect in expect ? (expect as Record<string, string>)[effect] : undefined;
        if (id === undefined || ids.includes(id)) continue;
        const nearest = nearestName(id, ids);
        this.#report('law/unknown-rule', this.#source.locateValue(['tests', index, 'expect', effect]), {
          message: `the test waits for a rule \`${id}\` that is not there`,
          ...(nearest === undefined ? {} : { suggestion: nearest }),
        });
      }
    }
  }

  #compileRule(rule: RuleDocument, index: number): PlacedRule | undefined {
    const path: Path = ['rules', index];
    this.#refusePlanned(path, rule, plannedKeys);
    const event = this.#checkEvent(rule, path);
    const effectName = this.#checkEffect(rule, event, path);
    if (event === undefined || effectName === undefined) return undefined;
    const tools = rule.tool === undefined ? undefined : [rule.tool].flat();
    for (const [at, tool] of (tools ?? []).entries()) {
      this.#checkToolName(
        tool,
        this.#source.locateValue(typeof rule.tool === 'string' ? [...path, 'tool'] : [...path, 'tool', at]),
      );
    }
    const sites = this.#sites(event, tools);
    const when = rule.when === undefined ? undefined : this.#compileCondition(rule.when, [...path, 'when'], sites);
    const during = rule.during === undefined ? undefined : this.#compileWindow(rule.during, [...path, 'during']);
    this.#rewriteFacts.clear();
    const effect = this.#effects.compile(rule, effectName, path, sites);
    const state = compileState(rule, path, sites, this.#stateTools);
    if (state !== undefined) this.#tracked.addState(state, tools);
    this.#adviseOnKind(rule, path, [...(when?.facts ?? []), ...(state?.facts ?? []), ...this.#rewriteFacts]);
    const compiled: CompiledRule = {
      id: rule.id,
      kind: rule.kind,
      ...(tools === undefined ? {} : { tools }),
      ...(when === undefined ? {} : { when: when.compiled }),
      ...(during === undefined ? {} : { during }),
      ...(state === undefined ? {} : { state }),
      effect,
      cost: state === undefined ? (when?.cost ?? 'field') : 'state',
      line: this.#source.locateValue(path).start.line,
    };
    return { event, rule: compiled };
  }

  #checkEvent(rule: RuleDocument, path: Path): EventName | undefined {
    const name = rule.on ?? 'PreToolUse';
    if (!isKnownEvent(name)) {
      const nearest = nearestName(name, eventNames);
      this.#report('law/unknown-event', this.#source.locateValue([...path, 'on']), {
        message: `there is no event \`${name}\``,
        ...(nearest === undefined ? { help: `the events are ${eventNames.join(', ')}` } : { suggestion: nearest }),
      });
      return undefined;
    }
    if (rule.tool !== undefined && !eventInfo(name).tool) {
      this.#report('law/tool-on-event', this.#source.locateKey(path, 'tool'), {
        message: `\`${name}\` concerns no tool, so \`tool\` can never match`,
        help: 'take `tool` out, or put the rule on PreToolUse',
      });
    }
    return name;
  }

  #checkEffect(rule: RuleDocument, event: EventName | undefined, path: Path): EffectName | undefined {
    const effects = effectsOf(rule);
    const [effect, second] = effects;
    if (effect === undefined || second !== undefined) {
      this.#report(
        'law/effect-count',
        second === undefined ? this.#source.locateValue(path) : this.#source.locateKey(path, second),
        {
          message:
            effect === undefined
              ? `the rule \`${rule.id}\` has no effect`
              : `the rule \`${rule.id}\` has several effects: ${effects.map(e => `\`${e}\``).join(', ')}`,
          help: 'give exactly one of deny, ask, allow, warn, rewrite, block',
        },
      );
      return undefined;
    }
    for (const key of ['instead', 'handoff'] as const) {
      if (rule[key] !== undefined && effect !== 'deny' && effect !== 'ask' && effect !== 'block') {
        this.#report('law/effect-on-event', this.#source.locateKey(path, key), {
          message: `\`${key}\` goes with deny, ask or block, not with ${effect}`,
        });
      }
    }
    if (event === undefined) return undefined;
    if (!eventInfo(event).effects.includes(effect) && effect !== 'notify') {
      this.#report('law/effect-on-event', this.#source.locateKey(path, effect), {
        message: `${event} cannot carry \`${effect}\``,
        help: `${whatCan(event)}; \`${effect}\` goes with ${eventsWith(effect).join(', ')}`,
      });
      return undefined;
    }
    if (!kindFits(rule.kind, event, effect)) {
      this.#report('law/kind-on-event', this.#source.locateValue([...path, 'kind']), {
        message: `${rule.kind === 'observation' ? 'an' : rule.kind === 'authorization' ? 'an' : 'a'} ${rule.kind} rule has no place on ${event}`,
        help:
          rule.kind === 'observation'
            ? 'observation watches what has happened: put it on PostToolUse, or call it policy'
            : `${event} comes after the fact and can stop nothing: put the rule on PreToolUse, or call it observation`,
      });
      return undefined;
    }
    return effect;
  }

  #checkToolName(tool: string, span: Span): void {
    const fault = findToolNameFault(tool);
    if (fault !== undefined) this.#report(fault.code, span, fault);
  }

  /** A tool that somebody calls has one name. */
  #checkCalledTool(tool: string, span: Span): void {
    if (isGlob(tool)) {
      this.#report('law/tool-pattern', span, {
        message: `\`${tool}\` stands for many tools, and one is called here`,
        help: 'write the name of one tool',
      });
    } else this.#checkToolName(tool, span);
  }

  /** What is known about the input: one site for each exact tool name, one without knowledge for globs and for every tool. */
  #sites(event: EventName, tools: readonly string[] | undefined): readonly ExpressionSite[] {
    const key = JSON.stringify([event, tools]);
    const known = this.#knownSites.get(key) ?? this.#createSites(event, tools);
    this.#knownSites.set(key, known);
    return known;
  }

  #createSites(event: EventName, tools: readonly string[] | undefined): ExpressionSite[] {
    const kind = tools === undefined ? 'every' : tools.length === 1 ? 'one' : 'several';
    const site = (tool: string, input: InputKnowledge | undefined): ExpressionSite => ({
      event,
      ...(isGlob(tool) || !eventInfo(event).tool ? {} : { tool }),
      input,
      tools: kind,
      facts: this.#facts,
      knowledgeOf: name => this.#knowledgeOf(name),
      judgeRegex: this.#judgeRegex,
    });
    return (tools ?? ['*']).map(tool => site(tool, tool === '*' ? undefined : this.#knowledgeOf(tool)));
  }

  #knowledgeOf(tool: string): InputKnowledge | undefined {
    const declared = Object.entries(this.#shapes).filter(([pattern]) => matchesToolPattern(pattern, tool));
    const builtin = isGlob(tool) ? undefined : builtinToolShape(tool);
    if (declared.length === 0 && builtin === undefined) return undefined;
    const shape = Object.assign({}, builtin, ...declared.map(([, fields]) => fields)) as ToolShape;
    return { tool, shape, source: builtin === undefined ? 'declared' : 'builtin' };
  }

  readonly #effects = new EffectCompiler({
    checkPart: (text, path, sites, offset) => {
      const facts = this.#check(text, path, sites, offset, true).flatMap(checked => checked.facts);
      if (path[2] === 'rewrite') for (const fact of facts) this.#rewriteFacts.add(fact);
    },
    checkTool: (tool, path) => this.#checkCalledTool(tool, this.#source.locateValue(path)),
    report: (code, span, details) => this.#report(code, span, details),
    locateValue: path => this.#source.locateValue(path),
  });

  readonly #stateTools: StateCompilerTools = {
    check: (text, path, sites) => this.#check(text, path, sites),
    report: (code, span, details) => this.#report(code, span, details),
    checkToolName: (tool, span) => this.#checkToolName(tool, span),
    knowledgeOf: tool => this.#knowledgeOf(tool),
    locateKey: (path, key) => this.#source.locateKey(path, String(key)),
    locateValue: path => this.#source.locateValue(path),
  };

  /** Checks an expression at every site and reports each fault once. */
  #check(
    text: string,
    path: Path,
    sites: readonly ExpressionSite[],
    offset = 0,
    inTemplate = false,
  ): CheckedExpression[] {
    const seen = new Set<string>();
    return sites.map(site => {
      const checked = checkExpression(text, site);
      for (const { outcome, tool } of checked.sessionReads) {
        if (outcome === undefined || tool === undefined) continue;
        this.#tracked.addRead(outcome, tool);
        if (!seen.has(tool)) this.#checkToolName(tool, this.#source.locateValue(path));
        seen.add(tool);
      }
      for (const fault of checked.faults) {
        const key = `${fault.code} ${fault.start} ${fault.message}`;
        if (seen.has(key) || (inTemplate && fault.code === 'law/optional-field')) continue;
        seen.add(key);
        this.#reportFault(fault, text, path, offset);
      }
      return checked;
    });
  }

  #reportFault(fault: ExpressionFault, text: string, path: Path, offset: number): void {
    const { code, message, help, suggestion } = fault;
    this.#report(code, placeInside(this.#source, path, text, fault, offset), {
      message,
      ...(help === undefined ? {} : { help }),
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }

  #extendsTools(): ExtendsTools {
    return {
      packs: this.#ground.packs,
      compilePack: (name, text) => compilePack(name, text, this.#ground),
      except: (placed, unless, path) => this.#except(placed, unless, path),
      report: (code, span, details) => this.#report(code, span, details),
      locateKey: (path, key) => this.#source.locateKey(path, key),
      locateValue: path => this.#source.locateValue(path),
    };
  }

  /** A pack's rule that has nothing to say where an expression of this law is true. */
  #except({ event, rule }: PlacedRule, unless: string, path: Path): CompiledRule | undefined {
    const sites = this.#sites(event, rule.tools);
    const before = this.#problems.length;
    const { facts, cost } = this.#compileCondition(unless, path, sites);
    if (this.#problems.slice(before).some(isError)) return undefined;
    const text = rule.when === undefined ? `!(${unless}\n)` : `(${rule.when.text}\n) && !(${unless}\n)`;
    const ast = checkExpression(text, sites[0] as ExpressionSite).ast;
    const quick = ast === undefined ? undefined : deriveQuickTest(ast);
    const when = { text, ...(quick === undefined ? {} : { quick }), ...(facts.length === 0 ? {} : { facts }) };
    const costlier = costClasses.indexOf(cost) > costClasses.indexOf(rule.cost) ? cost : rule.cost;
    return { ...rule, when, cost: costlier };
  }

  #compileCondition(
    text: string,
    path: Path,
    sites: readonly ExpressionSite[],
  ): { compiled: CompiledExpression; cost: CostClass; facts: readonly string[] } {
    const checked = this.#check(text, path, sites);
    const wrong = checked.find(({ type, faults }) => faults.length === 0 && type !== 'bool' && type !== 'dyn');
    if (wrong !== undefined) {
      this.#report('law/expression-type', this.#source.locateValue(path), {
        message: `\`when\` must be true or false and is ${wrong.type.replace(/hooklaw\.T\d+/g, 'an object')}`,
      });
    }
    const ast = checked[0]?.ast;
    const quick = ast === undefined ? undefined : deriveQuickTest(ast);
    const facts = [...new Set(checked.flatMap(c => c.facts))];
    return {
      compiled: { text, ...(quick === undefined ? {} : { quick }), ...(facts.length === 0 ? {} : { facts }) },
      cost: costOf(checked),
      facts,
    };
  }

  #compileWindow(given: NonNullable<RuleDocument['during']>, path: Path): Window | undefined {
    const { from = '00:00', to = '24:00', days = weekdays, zone } = given;
    if (!isTimeZone(zone)) {
      this.#report('law/window', this.#source.locateValue([...path, 'zone']), {
        message: `there is no time zone \`${zone}\``,
        help: 'use an IANA name such as Europe/Warsaw, America/New_York or UTC',
      });
      return undefined;
    }
    const [start, end] = [parseTimeOfDay(from), parseTimeOfDay(to)];
    if (start === undefined || end === undefined) return undefined;
    if (start === end || start === 1440) {
      this.#report('law/window', this.#source.locateValue(path), {
        message: `the window from ${from} to ${to} is empty`,
        help: 'for whole days leave `from` and `to` out',
      });
      return undefined;
    }
    return { from: start, to: end, days: [...new Set(days)], zone };
  }

  #adviseOnKind(rule: RuleDocument, path: Path, facts: readonly string[]): void {
    if (rule.kind === 'authorization' && facts.length === 0) {
      this.#report('law/no-context', this.#source.locateValue([...path, 'kind']), {
        message: `the authorization rule \`${rule.id}\` reads no trusted fact, so it rests on what the model says alone`,
        help: 'compare with a fact of `context`, or call the rule policy',
      });
    }
    if (rule.kind === 'capability') {
      this.#report('law/capability-in-hook', this.#source.locateValue([...path, 'kind']), {
        message: `the capability check \`${rule.id}\` belongs in the tool itself`,
        help: 'the tool knows its inputs best and every caller profits; keep it here only if you cannot change the tool',
      });
    }
  }
}

/** Whether a file has the name under which a project's own law is found. */
function isProjectLaw(file: string): boolean {
  return /(?:^|[\\/])hooklaw\.\w+$/.test(file);
}

function costOf(checked: readonly CheckedExpression[]): CostClass {
  if (checked.some(({ sessionReads }) => sessionReads.length > 0)) return 'state';
  if (checked.some(({ usesAnalysis }) => usesAnalysis)) return 'parser';
  return checked.some(({ usesRegex }) => usesRegex) ? 'regex' : 'field';
}

function readStateSettings({ postgres }: StateDocument): StateSettings {
  const { url, password_file, ca, namespace } = postgres;
  return {
    postgres: {
      url,
      ...(password_file === undefined ? {} : { passwordFile: password_file }),
      ...(ca === undefined ? {} : { ca }),
      ...(namespace === undefined ? {} : { namespace }),
    },
  };
}

function whatCan(event: EventName): string {
  const { effects } = eventInfo(event);
  return effects.length === 0 ? `${event} can carry no effect` : `${event} can carry ${effects.join(', ')}`;
}

/**
 * Compiles a law file.
 * @param file the name by which problems cite the file; its ending decides the syntax
 * @throws {LawError} with every problem found, when one of them is an error
 */
export function compileLaw(text: string, file: string, ground: CompilerGround): CompileResult {
  const source = readLawSource(text, file);
  return compileLawDocument(source, readLawDocument(source), ground);
}

/**
 * Compiles the data of a law, which may have been changed since it was read.
 * @param source tells the places in the file, as far as they are still the same
 * @throws {LawError} with every problem found, when one of them is an error
 */
export function compileLawDocument(source: LawSource, document: LawDocument, ground: CompilerGround): CompileResult {
  return new LawCompiler(source, document, ground).compile();
}
