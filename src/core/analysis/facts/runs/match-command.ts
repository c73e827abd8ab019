import type { CommandForm } from './command-forms.ts';
import type { Item } from './command-words.ts';
import { fitsGlob, type Sureness } from './glob.ts';
import { type FlagScope, hasFlag, hasFlags } from './match-flags.ts';
import { matchVerbs, type VerbMatch } from './match-verbs.ts';
import type { CommandQuery, FlagsQuery } from './read-query.ts';

/** Whether a command, read in one way, is what a rule asks for. */
export function matchCommand(
  form: CommandForm,
  query: CommandQuery,
  flags: () => FlagsQuery,
  sureness: Sureness,
): boolean {
  if (form.unsure && sureness === 'certain') return false;
  if (form.program === undefined) return matchOpenProgram(form, query, flags, sureness);
  if (!fitsGlob(query.program, form.program, sureness, true)) return false;
  return form.readings().some(items => {
    const verbs = matchVerbs(query.verbs, items, form.options, sureness);
    return verbs !== undefined && hasAll(query, flags, scopeOf(items, verbs, form), sureness);
  });
}

/** A program that is not known: it counts as the one that is asked for where its verbs stand there. */
function matchOpenProgram(
  form: CommandForm,
  query: CommandQuery,
  flags: () => FlagsQuery,
  sureness: Sureness,
): boolean {
  if (!fitsGlob(query.program, form.word.pattern, 'possible', true)) return false;
  // Without quotes it may be the whole command.
  if (sureness === 'possible' && form.word.splits === true) return true;
  return form.readings().some(items => {
    const verbs = matchVerbs(query.verbs, items, form.options, sureness);
    if (verbs === undefined || (sureness === 'certain' && !verbs.anyKnown)) return false;
    return hasAll(query, flags, scopeOf(items, verbs, form), sureness);
  });
}

function hasAll(query: CommandQuery, flags: () => FlagsQuery, scope: FlagScope, sureness: Sureness): boolean {
  const inText = { ...scope, optionsFrom: 0 };
  return query.flags.every(flag => hasFlag(flag, inText, sureness, false)) && hasFlags(flags(), scope, sureness);
}

function scopeOf(
  items: readonly Item[],
  { ends, passedUnknown }: VerbMatch,
  { options, variables }: CommandForm,
): FlagScope {
  const scope = { items, operandsFrom: ends.at(-1) ?? 0, passedUnknown, options, variables };
  if (options.owns === undefined) return { ...scope, optionsFrom: 0, optionsTo: items.length };
  // An interpreter's own options and those of its script are told apart only where no script is named.
  if (options.script === true) {
    return { ...scope, optionsFrom: 0, optionsTo: ends.length === 0 ? firstOperand(items) : items.length };
  }
  const optionsTo = items.length;
  return { ...scope, optionsFrom: ends[ownedVerbs(items, options.ownsWith) - 1] ?? ends.at(-1) ?? 0, optionsTo };
}

/** How many verbs an option must stand behind in order not to be the program's own. */
function ownedVerbs(items: readonly Item[], ownsWith: string | undefined): number {
  const first = items.find(({ kind }) => kind === 'operand');
  return ownsWith !== undefined && first?.kind === 'operand' && first.word === ownsWith ? 2 : 1;
}

function firstOperand(items: readonly Item[]): number {
  const at = items.findIndex(({ kind }) => kind === 'operand' || kind === 'unknown');
  return at === -1 ? items.length : at;
}
