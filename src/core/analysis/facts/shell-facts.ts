import { effectsOfShell } from '../effects/effects-of-shell.ts';
import type { Parsers } from '../parsers.ts';
import type { ShellReading } from '../shell/reading.ts';
import { readSql } from '../sql/read-sql.ts';
import type { SqlReading } from '../sql/reading.ts';
import { createSqlFacts } from '../sql/sql-facts.ts';
import { sqlOfCommand } from '../sql/sql-of-command.ts';
import type { Surroundings } from '../surroundings.ts';
import { toCommandFact } from './command-facts.ts';
import { type FileFacts, type OneOrMore, type ShellFacts, UnreadableError } from './facts.ts';
import { createFileFacts } from './file-facts.ts';
import { fitsSetting, gitSettingsOf } from './git-settings.ts';
import { listOf, once } from './once.ts';
import { printsVariable } from './prints-variable.ts';
import { indexCommands } from './runs/command-index.ts';
import type { Sureness } from './runs/glob.ts';
import { setsVariable } from './set-variables.ts';
import { unreadableMessage } from './unreadable.ts';

/** What is known of a shell text, and what it does to files and hosts. */
export interface ShellView {
  readonly shell: ShellFacts;
  readonly files: FileFacts;
}

/** @param read reads the text; asked once */
export function createShellView(read: () => ShellReading, surroundings: Surroundings, parsers: Parsers): ShellView {
  const reading = once(read);
  const files = createFileFacts({
    reading,
    surroundings,
    effects: once(() => effectsOfShell(reading(), surroundings)),
  });
  const readSqlTexts = (): SqlReading[] =>
    whole(reading)
      .commands.flatMap(command => sqlOfCommand(command, surroundings))
      .map(({ dialect, text }) => readSql(text, dialect, parsers));
  return { files, shell: createShellFacts(reading, files, surroundings.home, readSqlTexts) };
}

/** @throws {UnreadableError} where the text as a whole could not be read */
function whole(reading: () => ShellReading): ShellReading {
  const known = reading();
  if (known.unreadable !== undefined) throw new UnreadableError(unreadableMessage(known.unreadable));
  return known;
}

const sources: readonly string[] = ['download', 'decoded', 'file', 'variable', 'other'];

function createShellFacts(
  reading: () => ShellReading,
  files: FileFacts,
  home: string,
  readSqlTexts: () => readonly SqlReading[],
): ShellFacts {
  const index = once(() => indexCommands(whole(reading).commands));
  const asks = (sureness: Sureness) => (command: OneOrMore, flags?: readonly string[]) =>
    index().runs(
      listOf(command),
      (flags ?? []).map(flag => atHome(flag, home)),
      sureness,
    );
  return {
    commands: once(() => whole(reading).commands.map(toCommandFact)),
    runs: asks('certain'),
    mayRun: asks('possible'),
    mentions: programs => index().mentions(programs),
    reads: files.reads,
    writes: files.writes,
    deletes: files.deletes,
    executes: asked => {
      const wanted = listOf(asked).map(knownSource);
      const { fed, code } = whole(reading);
      return [...fed.map(({ source }) => source), ...code.map(part => part.reading.runs)].some(
        source => source !== undefined && wanted.includes(source),
      );
    },
    sets: variables => setsVariable(whole(reading).commands, listOf(variables)),
    gitSets: settings => gitSettingsOf(whole(reading).commands).some(setting => fitsSetting(setting, listOf(settings))),
    prints: variables => printsVariable(whole(reading).commands, listOf(variables)),
    forksWithoutEnd: () => whole(reading).unknown.some(({ reason }) => reason === 'endless'),
    unknown: () => reading().unreadable !== undefined || reading().unknown.length > 0,
    reasons: once(() => reasonsOf(reading())),
    sql: once(() => createSqlFacts(readSqlTexts())),
  };
}

/** `~` at the start of a flag's value, or of a word, is the home folder, as the shell would have put it there. */
function atHome(flag: string, home: string): string {
  return flag.replace(/(^|=)~(?=[/:,]|$)/, (_all, before: string) => before + home);
}

/** @throws {UnreadableError} for a misspelt source, which would never be found */
function knownSource(source: string): string {
  if (sources.includes(source)) return source;
  throw new UnreadableError(`\`${source}\` is none of the sources of text: ${sources.join(', ')}`);
}

function reasonsOf({ unknown, unreadable }: ShellReading): string[] {
  const all = unreadable === undefined ? unknown : [unreadable, ...unknown];
  return [...new Set(all.map(({ detail }) => detail))];
}
