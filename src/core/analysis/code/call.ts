import type { Pattern } from '../pattern.ts';
import type { Findings } from './findings.ts';
import type { Scope } from './scope.ts';
import { nothing, originOf, type Value } from './value.ts';

/** The values that a call gives. */
export interface Given {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** What a text is read with. */
export interface CodeSurroundings {
  /** The words behind the code. */
  readonly args: readonly Pattern[];
  /** The home folder. */
  readonly home: Pattern;
  readonly env: (name: string) => string | undefined;
}

/** What is known while a text is read. */
export interface Reader extends CodeSurroundings {
  readonly findings: Findings;
  readonly scope: Scope;
  /** Calls a value with others, as far as that can be told. */
  readonly apply: (callee: Value, given: Given) => Value;
}

/** One call on the way to its effect. */
export class Call {
  readonly reader: Reader;
  readonly findings: Findings;
  /** The name that is called, in full. */
  readonly name: string;
  readonly given: Given;

  constructor(reader: Reader, name: string, given: Given) {
    this.reader = reader;
    this.findings = reader.findings;
    this.name = name;
    this.given = given;
  }

  /** An argument by its place, or by its names. */
  at(place: number, ...names: readonly string[]): Value | undefined {
    const direct = place >= 0 ? this.given.positional[place] : undefined;
    if (direct !== undefined) return direct;
    for (const name of names) {
      const value = this.given.named.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The same; open where it is not given. */
  need(place: number, ...names: readonly string[]): Value {
    return this.at(place, ...names) ?? nothing;
  }

  /** Where everything that is given comes from. */
  get from(): number {
    return originOf(this.given.positional) | originOf([...this.given.named.values()]);
  }
}

/** What a call does; undefined when its value is nothing but what it was given. */
export type Handler = (call: Call) => Value | undefined;

export const noValues: Given = { positional: [], named: new Map() };
