import type { CheckedExpression } from '../expression/check.ts';
import type { ExpressionSite, InputKnowledge } from '../expression/site.ts';
import { pathOf } from '../expression/syntax.ts';
import type { Span } from '../problem/position.ts';
import type { Problem } from '../problem/problem.ts';
import type { CalendarUnit, SpendWindow } from '../state/spend-window.ts';
import { calendarUnits } from '../state/spend-window.ts';
import { findZoneOffsets } from '../state/zone-offsets.ts';
import type { CompiledRequires, CompiledSpending, CompiledState, CompiledTerm } from './compiled-law.ts';
import { parseDuration } from './duration.ts';
import type { RuleDocument } from './schema.ts';
import type { BudgetDocument, OnceDocument, RequiresDocument } from './state-schema.ts';
import { isTimeZone } from './window.ts';

type Path = readonly PropertyKey[];

/** What compiling the stateful part of a rule needs of the compiler around it. */
export interface StateCompilerTools {
  readonly check: (text: string, path: Path, sites: readonly ExpressionSite[]) => readonly CheckedExpression[];
  readonly report: (code: Problem['code'], span: Span, details: { message: string; help?: string }) => void;
  readonly checkToolName: (tool: string, span: Span) => void;
  readonly knowledgeOf: (tool: string) => InputKnowledge | undefined;
  readonly locateKey: (path: Path, key: PropertyKey) => Span;
  readonly locateValue: (path: Path) => Span;
}

interface WindowKeys {
  readonly window?: string | undefined;
  readonly zone?: string | undefined;
  readonly first_day?: BudgetDocument['first_day'];
  readonly release_after?: string | undefined;
}

function isCalendarUnit(word: string): word is CalendarUnit {
  return (calendarUnits as readonly string[]).includes(word);
}

/** Compiles the conditions of one rule that look at what has happened before. */
class StateCompiler {
  readonly #tools: StateCompilerTools;
  readonly #sites: readonly ExpressionSite[];
  readonly #facts = new Set<string>();

  constructor(tools: StateCompilerTools, sites: readonly ExpressionSite[]) {
    this.#tools = tools;
    this.#sites = sites;
  }

  compile(rule: RuleDocument, path: Path): CompiledState {
    const requires = rule.requires === undefined ? undefined : this.#requires(rule.requires, [...path, 'requires']);
    const spending = [
      ...(rule.budget === undefined ? [] : [this.#budget(rule.budget, [...path, 'budget'])]),
      ...(rule.once === undefined ? [] : [this.#once(rule.once, [...path, 'once'])]),
    ];
    return {
      ...(requires === undefined ? {} : { requires }),
      ...(spending.length === 0 ? {} : { spending }),
      facts: [...this.#facts],
    };
  }

  #requires({ tool, where, within, times }: RequiresDocument, path: Path): CompiledRequires {
    const tools = [tool].flat();
    for (const [at, name] of tools.entries()) {
      const place = typeof tool === 'string' ? [...path, 'tool'] : [...path, 'tool', at];
      this.#tools.checkToolName(name, this.#tools.locateValue(place));
    }
    if (where !== undefined) this.#where(where, tools, [...path, 'where']);
    const withinMs = within === undefined ? undefined : parseDuration(within);
    return {
      tools,
      ...(where === undefined ? {} : { where }),
      ...(withinMs === undefined ? {} : { withinMs }),
      times: times ?? 1,
    };
  }

  #where(text: string, tools: readonly string[], path: Path): void {
    const sites = this.#sites.flatMap(site =>
      tools.map(tool => ({ ...site, earlierCall: this.#tools.knowledgeOf(tool) ?? ('unknown' as const) })),
    );
    this.#expect(text, path, sites, ['bool'], '`where` must be true or false');
  }

  #budget(budget: BudgetDocument, path: Path): CompiledSpending {
    const keys = budget.per === undefined ? [] : [budget.per].flat();
    return {
      of: 'budget',
      spend: this.#amount(budget.spend, [...path, 'spend']),
      limit: this.#amount(budget.limit, [...path, 'limit']),
      keys: keys.map((key, at) =>
        this.#key(key, typeof budget.per === 'string' ? [...path, 'per'] : [...path, 'per', at]),
      ),
      ...this.#window(budget, path),
    };
  }

  #once(once: OnceDocument, path: Path): CompiledSpending {
    const one: CompiledTerm = { value: 1 };
    if (typeof once === 'string') {
      return { of: 'once', spend: one, limit: one, keys: [this.#key(once, path)], window: { kind: 'forever' } };
    }
    if (once.scope === 'session' && once.window !== undefined && once.window !== 'session') {
      this.#tools.report('law/window', this.#tools.locateKey(path, 'window'), {
        message: '`scope: session` and a `window` of its own do not go together',
        help: 'take one of them out',
      });
    }
    const keys = [once.key].flat();
    const place = (at: number): Path => (typeof once.key === 'string' ? [...path, 'key'] : [...path, 'key', at]);
    return {
      of: 'once',
      spend: one,
      limit: one,
      keys: keys.map((key, at) => this.#key(key, place(at))),
      ...this.#window(once.scope === 'session' ? { ...once, window: 'session' } : once, path),
    };
  }

  #amount(amount: number | string, path: Path): CompiledTerm {
    if (typeof amount === 'number') return { value: amount };
    return this.#expect(amount, path, this.#sites, ['double', 'int'], `\`${String(path.at(-1))}\` must be a number`);
  }

  #key(text: string, path: Path): CompiledTerm {
    const allowed = ['string', 'double', 'int', 'bool', 'list', 'map'];
    return this.#expect(text, path, this.#sites, allowed, 'a key must be a text, a number, or a list of them');
  }

  /** Checks an expression and its type; one that is a mere field needs no expression engine when it is judged. */
  #expect(
    text: string,
    path: Path,
    sites: readonly ExpressionSite[],
    types: readonly string[],
    demand: string,
  ): CompiledTerm {
    const checked = this.#tools.check(text, path, sites);
    for (const fact of checked.flatMap(({ facts }) => facts)) this.#facts.add(fact);
    const fits = (type: string): boolean => type === 'dyn' || types.includes(type.replace(/<.*/s, ''));
    const wrong = checked.find(({ type, faults }) => faults.length === 0 && !fits(type));
    if (wrong !== undefined) {
      this.#tools.report('law/expression-type', this.#tools.locateValue(path), {
        message: `${demand}, and \`${text}\` is ${wrong.type.replace(/hooklaw\.T\d+/g, 'an object')}`,
      });
    }
    const ast = checked[0]?.ast;
    const field = ast === undefined ? undefined : pathOf(ast);
    const [root] = field ?? [];
    return field !== undefined && field.length > 1 && (root === 'input' || root === 'context')
      ? { path: field }
      : { cel: text };
  }

  #window(keys: WindowKeys, path: Path): { window: SpendWindow; releaseAfterMs?: number } {
    const { window, zone, first_day, release_after } = keys;
    const releaseAfterMs = release_after === undefined ? undefined : parseDuration(release_after);
    const release = releaseAfterMs === undefined ? {} : { releaseAfterMs };
    const calendar = window !== undefined && isCalendarUnit(window);
    const misplaced = [
      ...(zone === undefined || calendar ? [] : (['zone'] as const)),
      ...(first_day === undefined || window === 'week' ? [] : (['first_day'] as const)),
    ];
    for (const key of misplaced) {
      this.#tools.report('law/window', this.#tools.locateKey(path, key), {
        message: `\`${key}\` means nothing here`,
        help:
          key === 'zone' ? 'a zone goes with `window: day`, `week` or `month`' : '`first_day` goes with `window: week`',
      });
    }
    if (window === undefined) return { window: { kind: 'forever' }, ...release };
    if (window === 'session') return { window: { kind: 'session' }, ...release };
    if (!calendar) return { window: { kind: 'sliding', ms: parseDuration(window) ?? 0 }, ...release };
    return { window: this.#calendar(window, zone, first_day, path), ...release };
  }

  #calendar(unit: CalendarUnit, zone: string | undefined, first: WindowKeys['first_day'], path: Path): SpendWindow {
    if (zone === undefined) {
      this.#tools.report('law/window', this.#tools.locateKey(path, 'window'), {
        message: `a calendar ${unit} needs a time zone, since it begins at midnight somewhere`,
        help: 'add `zone`, such as Europe/Warsaw or UTC',
      });
    } else if (!isTimeZone(zone)) {
      this.#tools.report('law/window', this.#tools.locateValue([...path, 'zone']), {
        message: `there is no time zone \`${zone}\``,
        help: 'use an IANA name such as Europe/Warsaw, America/New_York or UTC',
      });
    }
    const known = zone !== undefined && isTimeZone(zone);
    return {
      kind: 'calendar',
      unit,
      zone: zone ?? 'UTC',
      firstDay: first ?? 'mon',
      ...(known ? { offsets: findZoneOffsets(zone) } : {}),
    };
  }
}

/** Compiles `requires`, `budget` and `once` of a rule; undefined when it has none of them. */
export function compileState(
  rule: RuleDocument,
  path: Path,
  sites: readonly ExpressionSite[],
  tools: StateCompilerTools,
): CompiledState | undefined {
  if (rule.requires === undefined && rule.budget === undefined && rule.once === undefined) return undefined;
  for (const key of ['budget', 'once'] as const) {
    if (rule[key] === undefined || (rule.on ?? 'PreToolUse') === 'PreToolUse') continue;
    tools.report('law/state-on-event', tools.locateKey(path, key), {
      message: `\`${key}\` counts calls before they run, so it has no place on ${rule.on}`,
      help: 'put the rule on PreToolUse',
    });
  }
  const stateful = (['requires', 'budget', 'once'] as const).find(key => rule[key] !== undefined);
  if (rule.allow !== undefined && stateful !== undefined) {
    tools.report('law/effect-on-event', tools.locateKey(path, 'allow'), {
      message: `\`allow\` with \`${stateful}\` would allow what the condition forbids`,
      help: `\`${stateful}\` holds where it is violated: deny or ask there, and allow in a rule of its own`,
    });
  }
  return new StateCompiler(tools, sites).compile(rule, path);
}
