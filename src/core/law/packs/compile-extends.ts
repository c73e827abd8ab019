import type { EffectName } from '../../event/catalogue.ts';
import { eventInfo } from '../../event/catalogue.ts';
import { nearestName } from '../../problem/nearest-name.ts';
import type { Span } from '../../problem/position.ts';
import type { Problem } from '../../problem/problem.ts';
import type { CompiledEffect, CompiledRule } from '../compiled-law.ts';
import type { PlacedRule } from '../order-chain.ts';
import type { LawDocument } from '../schema.ts';
import type { SofteningDocument } from './extends-schema.ts';
import { citedPack, citePack, idInLaw, type PackLibrary } from './pack.ts';

type Path = readonly PropertyKey[];

/** A rule of a pack that a law weakens, with the reason it gives. */
export interface Softened {
  /** The rule's id in the law: `secrets/env-files`. */
  readonly rule: string;
  /** What the pack's rule does. */
  readonly from: EffectName;
  readonly to?: 'ask' | 'warn' | 'off';
  readonly unless?: string;
  readonly because: string;
  /** The line of the law in which it stands, from 1. */
  readonly line: number;
}

/** What compiling `extends` needs of the compiler around it. */
export interface ExtendsTools {
  readonly packs: PackLibrary;
  /** The rules of a pack, compiled by themselves. */
  readonly compilePack: (name: string, text: string) => readonly PlacedRule[];
  /** A pack's rule with an exception; undefined where the exception is faulty, which has been reported. */
  readonly except: (placed: PlacedRule, unless: string, path: Path) => CompiledRule | undefined;
  readonly report: (
    code: Problem['code'],
    span: Span,
    details: { message: string; help?: string; suggestion?: string },
  ) => void;
  readonly locateKey: (path: Path, key: string) => Span;
  readonly locateValue: (path: Path) => Span;
}

/** The rules that a law takes from packs, and how it weakens them. */
export interface CompiledExtends {
  readonly rules: readonly PlacedRule[];
  readonly softened: readonly Softened[];
}

/** How much an effect stops. */
const strength: Readonly<Partial<Record<EffectName | 'off', number>>> = { deny: 3, block: 3, ask: 2, warn: 1, off: 0 };

/** The effect in its weaker form. What only a denial can carry goes into the text of a warning. */
function weaken({ text = [], instead, ...effect }: CompiledEffect, to: 'ask' | 'warn'): CompiledEffect {
  if (to === 'ask') return { ...effect, name: to, text, ...(instead === undefined ? {} : { instead }) };
  return { name: to, text: instead === undefined ? text : [...text, ' ', ...instead] };
}

/** Takes the rules of packs into a law. */
class ExtendsCompiler {
  readonly #tools: ExtendsTools;
  readonly #softened: Softened[] = [];

  constructor(tools: ExtendsTools) {
    this.#tools = tools;
  }

  compile(entries: NonNullable<LawDocument['extends']>): CompiledExtends {
    const seen = new Set<string>();
    const rules = entries.flatMap((entry, index) => {
      const path = ['extends', index];
      const [cited, at] = typeof entry === 'string' ? [entry, path] : [entry.pack, [...path, 'pack']];
      const name = this.#findPack(cited, at, seen);
      if (name === undefined) return [];
      const text = this.#tools.packs.textOf(name) ?? '';
      const own = this.#tools.compilePack(name, text);
      const soften = typeof entry === 'string' ? undefined : entry.soften;
      return this.#softenAll(name, own, soften ?? {}, [...path, 'soften']).map(({ event, rule }) => ({
        event,
        rule: { ...rule, id: idInLaw(name, rule.id) },
      }));
    });
    return { rules, softened: this.#softened };
  }

  #findPack(cited: string, path: Path, seen: Set<string>): string | undefined {
    const { packs, report, locateValue } = this.#tools;
    const name = citedPack(cited);
    if (name === undefined || packs.textOf(name) === undefined) {
      const names = packs.names.map(citePack);
      const nearest = nearestName(name === undefined ? citePack(cited) : cited, names);
      report('law/unknown-pack', locateValue(path), {
        message: `there is no pack \`${cited}\``,
        help: names.length === 0 ? 'this program has no packs' : `there are ${names.map(n => `\`${n}\``).join(', ')}`,
        ...(nearest === undefined ? {} : { suggestion: nearest }),
      });
      return undefined;
    }
    if (seen.has(name)) {
      report('law/unknown-pack', locateValue(path), {
        message: `\`${cited}\` is extended twice`,
        help: 'put what is softened into one entry',
      });
      return undefined;
    }
    seen.add(name);
    return name;
  }

  #softenAll(
    pack: string,
    own: readonly PlacedRule[],
    soften: Readonly<Record<string, SofteningDocument>>,
    path: Path,
  ): readonly PlacedRule[] {
    const wanted = new Map<string, { softening: SofteningDocument; key: string }>();
    for (const [key, softening] of Object.entries(soften)) {
      const id = key.startsWith(`${pack}/`) ? key.slice(pack.length + 1) : key;
      if (own.some(({ rule }) => rule.id === id)) wanted.set(id, { softening, key });
      else this.#reportUnknown(pack, key, own, path);
    }
    return own.flatMap(placed => {
      const found = wanted.get(placed.rule.id);
      if (found === undefined) return [placed];
      return this.#soften(pack, placed, found.softening, path, found.key);
    });
  }

  #reportUnknown(pack: string, key: string, own: readonly PlacedRule[], path: Path): void {
    const ids = own.map(({ rule }) => rule.id);
    const nearest = nearestName(key, ids);
    this.#tools.report('law/softening', this.#tools.locateKey(path, key), {
      message: `the pack \`${citePack(pack)}\` has no rule \`${key}\`, so nothing is softened`,
      help: `\`hooklaw packs ${pack}\` lists its rules`,
      ...(nearest === undefined ? {} : { suggestion: nearest }),
    });
  }

  #soften(pack: string, placed: PlacedRule, softening: SofteningDocument, path: Path, key: string): PlacedRule[] {
    const { to, unless, because } = softening;
    const { event, rule } = placed;
    const softened: Softened = {
      rule: idInLaw(pack, rule.id),
      from: rule.effect.name,
      ...(to === undefined ? {} : { to }),
      ...(unless === undefined ? {} : { unless }),
      because,
      line: this.#tools.locateKey(path, key).start.line,
    };
    if (unless !== undefined) {
      const excepted = this.#tools.except(placed, unless, [...path, key, 'unless']);
      if (excepted !== undefined) this.#softened.push(softened);
      return [excepted === undefined ? placed : { event, rule: excepted }];
    }
    if (to === undefined || !this.#isWeaker(placed, to, [...path, key])) return [placed];
    this.#softened.push(softened);
    return to === 'off' ? [] : [{ event, rule: { ...rule, effect: weaken(rule.effect, to) } }];
  }

  #isWeaker({ event, rule }: PlacedRule, to: 'ask' | 'warn' | 'off', path: Path): boolean {
    const { name } = rule.effect;
    const carried = to === 'off' || eventInfo(event).effects.includes(to);
    if (carried && (strength[to] ?? 0) < (strength[name] ?? 0)) return true;
    const same = name === to;
    this.#tools.report('law/softening', this.#tools.locateValue([...path, 'to']), {
      message: carried
        ? `the rule \`${rule.id}\` ${same ? 'does that already' : `is a \`${name}\`, and \`${to}\` is no weaker`}`
        : `${event} cannot carry \`${to}\`, so \`${rule.id}\` stays as it is`,
      help: same
        ? 'take the entry out'
        : 'a softening only weakens; a stricter rule of your own does not need the pack',
    });
    return false;
  }
}

/** The rules that a law takes from packs. */
export function compileExtends(entries: LawDocument['extends'], tools: ExtendsTools): CompiledExtends {
  return new ExtendsCompiler(tools).compile(entries ?? []);
}
