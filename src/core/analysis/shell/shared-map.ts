/** How many changes are kept apart from a map that is shared. */
const mostChanges = 48;

/** A map whose copies share what they have in common. */
export class SharedMap<V> {
  #base: ReadonlyMap<string, V>;
  /** What differs from the base; undefined for what is deleted. */
  #changes: Map<string, V | undefined>;

  constructor(base: ReadonlyMap<string, V> = new Map(), changes: Map<string, V | undefined> = new Map()) {
    this.#base = base;
    this.#changes = changes;
  }

  share(): SharedMap<V> {
    return new SharedMap(this.#base, new Map(this.#changes));
  }

  get(key: string): V | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
  }

  set(key: string, value: V): void {
    if (this.get(key) === value) return;
    this.#changes.set(key, value);
    if (this.#changes.size > mostChanges) this.#settle();
  }

  delete(key: string): void {
    if (this.get(key) !== undefined) this.#changes.set(key, undefined);
  }

  keys(): string[] {
    return [...new Set([...this.#base.keys(), ...this.#changes.keys()])].filter(key => this.get(key) !== undefined);
  }

  /** The keys under which two maps could hold different values. */
  differing(other: SharedMap<V>): string[] {
    const keys = new Set([...this.#changes.keys(), ...other.#changes.keys()]);
    if (this.#base !== other.#base) for (const key of [...this.#base.keys(), ...other.#base.keys()]) keys.add(key);
    return [...keys].filter(key => this.get(key) !== other.get(key));
  }

  #settle(): void {
    const whole = new Map(this.#base);
    for (const [key, value] of this.#changes) {
      if (value === undefined) whole.delete(key);
      else whole.set(key, value);
    }
    this.#base = whole;
    this.#changes = new Map();
  }
}
