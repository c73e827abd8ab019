import { plainProgramNames } from '../analysis/plain/read-plain.ts';
import type { EffectName } from '../event/catalogue.ts';
import { plainPrograms } from '../expression/plain-programs.ts';
import { mapPaths, type PathRef, type QuickTest } from '../expression/quick-test.ts';
import { type CompiledLaw, type CompiledRule, compiledLawFormat } from './compiled-law.ts';
import { coversTool } from './tool-pattern.ts';
import type { Window } from './window.ts';

/** What is needed of a rule until it fires or has to be looked at closer; most rules never are. */
export interface RuleHead {
  readonly id: string;
  readonly line: number;
  readonly effect: EffectName;
  readonly during: Window | undefined;
  readonly quick: QuickTest | undefined;
  /** Whether a plain field comparison is all there is to its conditions. */
  readonly conditional: boolean;
  /** The facts that its condition reads. */
  readonly facts: readonly string[];
  /** Whether it has conditions that look at what has happened before. */
  readonly stateful: boolean;
  /** The whole rule. */
  full(): CompiledRule;
}

/** A compiled law as judging reads it: the rules of a call are brought out when it is known which call it is. */
export interface OpenLaw extends Omit<CompiledLaw, 'chains'> {
  /** The paths that quick tests name by their number. */
  readonly paths: readonly (readonly string[])[];
  /**
   * The rules on an event that concern a tool, in the order of the chain.
   * @param tool the tool's name; undefined for an event without one
   * @param programs those of a plain command: rules may be left out that are certainly false for it
   */
  readonly placesFor: (
    event: string,
    tool: string | undefined,
    programs?: ReadonlySet<string>,
  ) => readonly PlacedHead[];
  /** Opens one of them. */
  readonly open: (place: PlacedHead) => RuleHead;
}

/** The rules on an event that concern a tool, opened. */
export function rulesFor(law: OpenLaw, event: string, tool: string | undefined): RuleHead[] {
  return law.placesFor(event, tool).map(law.open);
}

/** The quick test that is all there is to look at first; undefined where a rule has none, or a time window as well. */
export function quickOf([stored]: PlacedHead): QuickTest | undefined {
  return stored[5] === 0 || stored[6] !== 0 ? undefined : stored[5];
}

export function effectOf([stored]: PlacedHead): EffectName {
  return stored[3];
}

/** Rules of one event for the same tools, which are read together or not at all. */
interface Group {
  readonly event: string;
  /** Tool patterns; null for every tool. */
  readonly tools: readonly string[] | null;
  readonly count: number;
  /** The programs without which its rules are false for a plain command; absent where more has to be asked. */
  readonly programs?: readonly string[] | undefined;
}

/** A rule's head as it is stored, short, since it is read at every call. */
type StoredHead = readonly [
  order: number,
  id: string,
  line: number,
  effect: EffectName,
  conditional: 0 | 1,
  quick: QuickTest | 0,
  during: Window | 0,
  facts: readonly string[] | 0,
  stateful?: 1 | undefined,
];

/** A rule's head with its place among the groups. */
export type PlacedHead = readonly [stored: StoredHead, group: number, at: number];

type Header = Omit<CompiledLaw, 'chains'> & {
  readonly groups: readonly Group[];
  readonly paths: readonly (readonly string[])[];
};

/** The paths of a law, each kept once. */
class PathList {
  readonly paths: (readonly string[])[] = [];
  readonly #numbers = new Map<string, number>();

  readonly numberOf = (path: PathRef): PathRef => {
    if (typeof path === 'number') return path;
    const key = JSON.stringify(path);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.paths.length);
    return this.paths.push(path) - 1;
  };
}

/** How the parts of a group are had: parsed from stored text, or at hand. */
interface Parts {
  readonly heads: (group: number) => readonly StoredHead[];
  readonly body: (group: number, at: number) => CompiledRule | undefined;
}

function storeHead(order: number, rule: CompiledRule, list: PathList): StoredHead {
  const { id, line, effect, when, during, state } = rule;
  const quick = when?.quick === undefined ? 0 : mapPaths(when.quick, list.numberOf);
  const head = [
    order,
    id,
    line,
    effect.name,
    when === undefined ? 0 : 1,
    quick,
    during ?? 0,
    when?.facts ?? 0,
  ] as const;
  return state === undefined ? head : [...head, 1];
}

interface GroupOfRules {
  readonly event: string;
  readonly tools: readonly string[] | null;
  readonly programs: readonly string[] | undefined;
  readonly heads: StoredHead[];
  readonly bodies: CompiledRule[];
}

function groupRules({ chains }: CompiledLaw, list: PathList): GroupOfRules[] {
  const groups = new Map<string, GroupOfRules>();
  for (const [event, chain] of Object.entries(chains)) {
    // A rule that changes the command changes what later ones are about.
    const rewrites = chain.some(({ effect }) => effect.name === 'rewrite');
    for (const [order, rule] of chain.entries()) {
      const tools = rule.tools ?? null;
      const programs = rewrites ? undefined : programsOfRule(rule);
      const key = JSON.stringify([event, tools, programs]);
      const entry = groups.get(key) ?? { event, tools, programs, heads: [], bodies: [] };
      entry.heads.push(storeHead(order, rule, list));
      entry.bodies.push(rule);
      groups.set(key, entry);
    }
  }
  return [...groups.values()];
}

/** Many kinds of rules for few programs each would be many groups: the programs of the lesser-known ones are not told apart. */
function programsOfRule({ when, during }: CompiledRule): readonly string[] | undefined {
  const programs = when?.quick === undefined || during !== undefined ? undefined : plainPrograms(when.quick);
  return programs?.filter(program => plainProgramNames.has(program));
}

function concerns({ event, tools }: Group, wanted: string, tool: string | undefined): boolean {
  if (event !== wanted) return false;
  return tool === undefined ? tools === null : coversTool(tools ?? undefined, tool);
}

function mayConcern({ programs }: Group, given: ReadonlySet<string> | undefined): boolean {
  return given === undefined || programs === undefined || programs.some(program => given.has(program));
}

/** A rule as it is stored; what is asked of it is looked up then, since most rules are asked for little. */
class StoredRule implements RuleHead {
  readonly #stored: StoredHead;
  readonly #parts: Parts;
  readonly #group: number;
  readonly #at: number;

  constructor([stored, group, at]: PlacedHead, parts: Parts) {
    this.#stored = stored;
    this.#parts = parts;
    this.#group = group;
    this.#at = at;
  }

  get id(): string {
    return this.#stored[1];
  }

  get line(): number {
    return this.#stored[2];
  }

  get effect(): EffectName {
    return this.#stored[3];
  }

  get conditional(): boolean {
    return this.#stored[4] === 1;
  }

  get quick(): QuickTest | undefined {
    return this.#stored[5] === 0 ? undefined : this.#stored[5];
  }

  get during(): Window | undefined {
    return this.#stored[6] === 0 ? undefined : this.#stored[6];
  }

  get facts(): readonly string[] {
    return this.#stored[7] === 0 ? [] : this.#stored[7];
  }

  get stateful(): boolean {
    return this.#stored[8] === 1;
  }

  full(): CompiledRule {
    const rule = this.#parts.body(this.#group, this.#at);
    if (rule?.id !== this.id) throw new Error(`the compiled law is not whole at rule ${this.id}`);
    return rule;
  }
}

function open({ groups, ...law }: Header, parts: Parts): OpenLaw {
  const placesOf = (group: number): PlacedHead[] => parts.heads(group).map((stored, at) => [stored, group, at]);
  return {
    ...law,
    open: place => new StoredRule(place, parts),
    placesFor(event, tool, programs) {
      const wanted = groups.flatMap((group, at) =>
        concerns(group, event, tool) && mayConcern(group, programs) ? [at] : [],
      );
      const placed = wanted.flatMap(placesOf);
      if (wanted.length > 1) placed.sort(([a], [b]) => a[0] - b[0]);
      return placed;
    },
  };
}

function headerOf(
  { chains: _chains, ...head }: CompiledLaw,
  groups: readonly GroupOfRules[],
  { paths }: PathList,
): Header {
  return {
    ...head,
    paths,
    groups: groups.map(({ event, tools, programs, heads }) => ({ event, tools, count: heads.length, programs })),
  };
}

/** Opens a law that has just been compiled. */
export function openLaw(law: CompiledLaw): OpenLaw {
  const list = new PathList();
  const grouped = groupRules(law, list);
  return open(headerOf(law, grouped, list), {
    heads: group => grouped[group]?.heads ?? [],
    body: (group, at) => grouped[group]?.bodies[at],
  });
}

/** The text in which a compiled law is stored: a line for what holds for all, one of heads for each group, one for each rule. */
export function packLaw(law: CompiledLaw): string {
  const list = new PathList();
  const grouped = groupRules(law, list);
  const parts = [
    headerOf(law, grouped, list),
    ...grouped.map(({ heads }) => heads),
    ...grouped.flatMap(({ bodies }) => bodies),
  ];
  return parts.map(part => JSON.stringify(part)).join('\n');
}

/**
 * Opens a stored law, and parses no more of it than a call needs.
 * @returns undefined for another format
 * @throws {SyntaxError} when it is damaged
 */
export function unpackLaw(text: string): OpenLaw | undefined {
  const lines = text.split('\n');
  const header = JSON.parse(lines[0] ?? '') as Header;
  if (header.format !== compiledLawFormat) return undefined;
  const firstBody = (group: number): number =>
    header.groups.slice(0, group).reduce((line, { count }) => line + count, 1 + header.groups.length);
  return open(header, {
    heads: group => JSON.parse(lines[1 + group] ?? '') as StoredHead[],
    body: (group, at) => JSON.parse(lines[firstBody(group) + at] ?? '') as CompiledRule,
  });
}
