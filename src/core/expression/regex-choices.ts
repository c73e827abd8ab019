/** The bits of choices that a pattern may have: a million ways to match take a fraction of a second. */
export const mostChoiceBits = 20;

/** Adds numbers that are given by their logarithms to base 2. */
function addBits(a: number, b: number): number {
  const [high, low] = a > b ? [a, b] : [b, a];
  return high + Math.log2(1 + 2 ** (low - high));
}

/** Reads a pattern once from left to right; nesting is as deep as the pattern's own groups. */
class ChoiceCounter {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** The choices of alternatives up to the end of their group, as bits. */
  alternatives(): number {
    let total = this.#sequence();
    while (this.#source[this.#at] === '|') {
      this.#at++;
      total = addBits(total, this.#sequence());
    }
    return total;
  }

  #sequence(): number {
    let bits = 0;
    while (this.#at < this.#source.length && this.#source[this.#at] !== '|' && this.#source[this.#at] !== ')') {
      bits += this.#quantified(this.#atom());
    }
    return bits;
  }

  #atom(): number {
    const character = this.#source[this.#at];
    if (character === '(') {
      this.#at++;
      const kind = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#source.slice(this.#at, this.#at + 60));
      this.#at += kind?.[0].length ?? 0;
      const bits = this.alternatives();
      this.#at++;
      return bits;
    }
    if (character === '[') this.#skipClass();
    else this.#at += character === '\\' ? 2 : 1;
    return 0;
  }

  #skipClass(): void {
    this.#at++;
    while (this.#at < this.#source.length && this.#source[this.#at] !== ']') {
      this.#at += this.#source[this.#at] === '\\' ? 2 : 1;
    }
    this.#at++;
  }

  #quantified(bits: number): number {
    const rest = this.#source.slice(this.#at, this.#at + 40);
    const [whole, , least = '', most] = /^(?:([*+?])|\{(\d+)(?:,(\d*))?\})\??/.exec(rest) ?? [];
    if (whole === undefined) return bits;
    this.#at += whole.length;
    if (whole.startsWith('?')) return addBits(bits, 0);
    if (!whole.startsWith('{')) return bits;
    const upper = most === undefined ? Number(least) : most === '' ? Number(least) + 1 : Number(most);
    return bits * upper + Math.log2(Math.max(1, upper - Number(least) + 1));
  }
}

/**
 * In how many ways a pattern's alternatives, options and counted repetitions can be combined, as bits. An analyser of
 * running times takes a pattern without unlimited repetition for harmless, since its time has a bound; the bound can be
 * astronomical.
 */
export function countChoiceBits(source: string): number {
  return new ChoiceCounter(source).alternatives();
}
