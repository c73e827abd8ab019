import Big from 'big.js';

/** Decimal places that are kept; what is finer is rounded up, since money errs on the safe side. */
const places = 9;

/** The largest amount, in units of the account; past it a double no longer tells one unit from the next. */
const largest = 1e15;

/** An exact decimal number, as text: `200`, `0.1`. */
export type Amount = string;

/** Why a value is no amount that can be counted; in words that go on after the name of what it is. */
export class AmountError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AmountError';
  }
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'boolean' ? 'true or false' : 'an object';
}

/**
 * Reads what an expression gave as an amount. Only a number counts: a text, a list, nothing, a negative number, NaN and
 * infinity are no amounts, whatever they would be converted to.
 * @throws {AmountError}
 */
export function readAmount(value: unknown): Amount {
  if (typeof value !== 'number') throw new AmountError(`is ${kindOf(value)}, not a number`);
  if (!Number.isFinite(value)) throw new AmountError('is not a finite number');
  if (value < 0) throw new AmountError(`is negative (${value})`);
  if (value > largest) throw new AmountError(`is larger than ${largest}`);
  return new Big(value).round(places, Big.roundUp).toFixed();
}

/** The sum of two amounts. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return new Big(a).plus(b).toFixed();
}

/** The first amount less the second; may be negative. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  return new Big(a).minus(b).toFixed();
}

/** Whether the first amount is more than the second. */
export function exceeds(a: Amount, b: Amount): boolean {
  return new Big(a).gt(b);
}

/** The larger of two amounts. */
export function largerAmount(a: Amount, b: Amount): Amount {
  return exceeds(a, b) ? a : b;
}
