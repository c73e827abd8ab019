import type { Findings } from './findings.ts';
import { either, nothing, originOf, some, type Value } from './value.ts';

/** Most values that one name is followed for. */
const maxValues = 40;

/** What one pass over the text learnt. */
class Learnt {
  readonly values = new Map<string, Value[]>();

  /** Differs where something else was learnt. */
  sum = 0;
  count = 0;

  add(key: string, value: Value): void {
    this.count++;
    this.sum += 1 + value.from * 31 + (value.kind === 'text' ? value.text.length * 7 : value.kind.length);
    const values = this.values.get(key);
    if (values === undefined) this.values.set(key, [value]);
    else if (values.length < maxValues) values.push(value);
  }

  get(key: string): Value | undefined {
    const values = this.values.get(key);
    if (values === undefined) return undefined;
    return values.length >= maxValues ? some(originOf(values)) : either(values);
  }
}

/**
 * The variables of one text, by name whatever their scope. An assignment that certainly happens replaces what the same
 * function had put there; any other adds an alternative, and a use in another function sees all that there ever are. The text is
 * gone through more than once: what a pass has not reached yet is known from the one before.
 */
export class Scope {
  #before = new Learnt();
  #all = new Learnt();
  readonly #now = new Map<string, { readonly value: Value; readonly owner: number }>();

  /** Differs where something else was learnt. */
  get sum(): number {
    return this.#all.sum;
  }

  get size(): number {
    return this.#all.count;
  }

  restart(): void {
    this.#before = this.#all;
    this.#all = new Learnt();
    this.#now.clear();
  }

  /**
   * @param certain whether it happens whenever the function runs in which it stands
   * @param owner that function, by where it stands; -1 for none
   */
  assign(name: string, value: Value, certain: boolean, owner: number): void {
    this.#all.add(name, value);
    const before = this.#now.get(name);
    const alone = certain || before === undefined || before.owner !== owner;
    this.#now.set(name, { value: alone ? value : either([before.value, value]), owner });
  }

  /** What a name stands for, seen from a function. */
  look(name: string, owner: number): Value | undefined {
    const now = this.#now.get(name);
    if (now?.owner === owner) return now.value;
    return this.#before.get(name) ?? this.#all.get(name);
  }

  /** Notes what a function that the code declares is given. */
  called(id: number, positional: readonly Value[], named: ReadonlyMap<string, Value>): void {
    positional.slice(0, 20).forEach((value, at) => {
      this.#all.add(`${id} ${at}`, value);
    });
    for (const [name, value] of named) this.#all.add(`${id} ${name}`, value);
  }

  /** What the calls of a function give to a parameter; undefined where none is known. */
  parameter(id: number, at: number, name: string): Value | undefined {
    const given = [`${id} ${at}`, `${id} ${name}`].flatMap(key => this.#before.get(key) ?? this.#all.get(key) ?? []);
    return given.length === 0 ? undefined : either(given);
  }

  returned(id: number, value: Value): void {
    this.#all.add(`${id} returns`, value);
  }

  resultOf(id: number): Value {
    return this.#before.get(`${id} returns`) ?? this.#all.get(`${id} returns`) ?? nothing;
  }
}

const mostPasses = 8;
const maxLearnt = 3_000;

/** Goes through a text until nothing new is learnt: a value may take several steps from where it is made to where it is used. */
export function untilStable(pass: (scope: Scope) => Findings): Findings {
  const scope = new Scope();
  let findings = pass(scope);
  // A long text is gone through less often; its simple parts are read as well.
  const passes = scope.size > maxLearnt ? 3 : mostPasses;
  for (let count = 2; count <= passes; count++) {
    const before = scope.sum;
    scope.restart();
    findings = pass(scope);
    if (scope.sum === before && count > 2) break;
  }
  return findings;
}
