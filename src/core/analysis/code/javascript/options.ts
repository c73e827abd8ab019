import type { Call } from '../call.ts';
import { noValues } from '../call.ts';
import type { Value } from '../value.ts';

/** An entry of the last object among the arguments of a call. */
export function optionOf(call: Call, ...names: readonly string[]): Value | undefined {
  const options = call.given.positional.findLast(value => value.kind === 'map');
  if (options?.kind !== 'map') return undefined;
  for (const name of names) {
    const value = options.entries.get(name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether an option is given and not plainly false; where options are not known, it counts as given. */
export function hasOption(call: Call, place: number, name: string): boolean {
  const options = call.given.positional[place];
  if (options === undefined || options.kind === 'local') return false;
  if (options.kind !== 'map') return true;
  const value = options.entries.get(name);
  return value !== undefined && !(value.kind === 'flag' && !value.flag);
}

/** Calls the function that a call is given last with values. */
export function callBack(call: Call, positional: readonly Value[]): void {
  const callback = call.given.positional.at(-1);
  if (callback?.kind === 'local' || callback?.kind === 'name') call.reader.apply(callback, { ...noValues, positional });
}
