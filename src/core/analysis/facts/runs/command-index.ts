import type { Command } from '../../shell/reading.ts';
import { once } from '../once.ts';
import { namesOf } from './canonical-words.ts';
import { type CommandForm, formsOf } from './command-forms.ts';
import type { Sureness } from './glob.ts';
import { matchCommand } from './match-command.ts';
import { type CommandQuery, type FlagsQuery, readCommandQuery, readFlagsQuery } from './read-query.ts';

/** Answers whether commands run. */
export interface CommandIndex {
  readonly runs: (commands: readonly string[], flags: readonly string[], sureness: Sureness) => boolean;
  /** Whether one of these programs runs, or one that is not known; where not, no command of theirs does. */
  readonly mentions: (programs: readonly string[]) => boolean;
}

/**
 * The programs that any of these commands could begin with, by which `mentions` can tell that none of them runs.
 * @returns undefined where a program is a glob
 */
export function programsOf(commands: readonly string[]): readonly string[] | undefined {
  const programs = commands.flatMap(readCommandQuery).map(({ program }) => program);
  return programs.some(({ wild }) => wild) ? undefined : [...new Set(programs.map(({ folded }) => folded))];
}

/** What certainly runs may run: where a word is passed over for sure, that need not be the reading that is first possible. */
function matches(form: CommandForm, query: CommandQuery, flags: () => FlagsQuery, sureness: Sureness): boolean {
  return (
    matchCommand(form, query, flags, sureness) ||
    (sureness === 'possible' && matchCommand(form, query, flags, 'certain'))
  );
}

/** Sorts the commands of a text by their programs, so that many questions are quick. */
export function indexCommands(commands: readonly Command[]): CommandIndex {
  const byProgram = new Map<string, CommandForm[]>();
  const open: CommandForm[] = [];
  for (const form of commands.flatMap(formsOf)) {
    if (form.program === undefined) {
      open.push(form);
      continue;
    }
    const same = byProgram.get(form.program);
    if (same === undefined) byProgram.set(form.program, [form]);
    else same.push(form);
  }
  const formsFor = ({ program }: CommandQuery): readonly CommandForm[] =>
    program.wild ? [...byProgram.values()].flat() : (byProgram.get(program.folded) ?? []);
  const couldBe = (text: string): boolean => {
    if (open.length > 0 || text.trim() === '' || /[{*?]/.test(text)) return true;
    const names = namesOf(/\S+/.exec(text)?.[0] ?? '');
    return names === undefined || names.some(name => byProgram.has(name));
  };
  return {
    mentions: programs => open.length > 0 || programs.some(program => byProgram.has(program)),
    runs(texts, flags, sureness) {
      const wanted = once(() => readFlagsQuery(flags));
      return texts
        .filter(couldBe)
        .flatMap(readCommandQuery)
        .some(query => [...formsFor(query), ...open].some(form => matches(form, query, wanted, sureness)));
    },
  };
}
