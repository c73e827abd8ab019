import type { Parsers } from '../parsers.ts';
import { isOpen, type Pattern } from '../pattern.ts';
import type { ShellReading } from '../shell/reading.ts';
import { readSql } from '../sql/read-sql.ts';
import type { SqlDialect, SqlReading } from '../sql/reading.ts';
import { sqlOfCommand } from '../sql/sql-of-command.ts';
import type { Surroundings } from '../surroundings.ts';

/** The SQL that the database clients of a shell text would run. */
export function readCommandSql(
  { commands }: ShellReading,
  surroundings: Surroundings,
  parsers: Parsers,
): readonly SqlReading[] {
  return commands
    .flatMap(command => sqlOfCommand(command, surroundings))
    .map(({ dialect, text }) => readOpenSql(dialect, text, parsers));
}

const openRun = /[\uE000-\uE003]+/g;
/** Stands where a value or a name is that is not known. */
const placeholder = 'x';

function readOpenSql(dialect: SqlDialect, text: Pattern, parsers: Parsers): SqlReading {
  if (!isOpen(text)) return readSql(text, dialect, parsers);
  const unknown = { reason: 'text', detail: 'SQL that is not known before it runs' } as const;
  if (text.replaceAll(openRun, '').trim() === '') return { dialect, statements: [], unreadable: unknown };
  const reading = readSql(text.replaceAll(openRun, placeholder), dialect, parsers);
  return { ...reading, unreadable: reading.unreadable ?? unknown };
}
