import { isWithin, resolvePath } from '../path-text.ts';
import { anything, isOpen, type Pattern } from '../pattern.ts';
import type { Command } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import { type ClientArguments, readClientArguments } from './client-arguments.ts';
import { type SqlClient, sqlClients } from './clients.ts';
import { dialectOfTool } from './dialect-of.ts';
import { fillVariables } from './psql-variables.ts';
import type { SqlDialect } from './reading.ts';

/** An SQL text that a command hands to a database; open where it is not known. */
export interface SqlOfCommand {
  readonly dialect: SqlDialect;
  readonly text: Pattern;
}

/** The SQL that a command would run by a database client; empty for other programs, and for a client that a person talks to. */
export function sqlOfCommand(command: Command, surroundings: Surroundings): readonly SqlOfCommand[] {
  const found = clientOf(command);
  if (found === undefined || command.wraps === true) return [];
  const { client, given } = found;
  if (given.options.some(option => client.idle?.includes(option) === true)) return [];
  const dialect = client.dialect === 'unknown' ? dialectOfTool(addressOf(given)) : client.dialect;
  // Only what psql reads from a file or its input has its variables put in.
  const fill = (text: Pattern): Pattern =>
    client.dialect === 'postgresql' ? fillVariables(text, given.variables) : text;
  const texts = given.given.map(({ from, value }) =>
    from === 'text' ? value : fill(textOfFile(value, command, surroundings)),
  );
  if (client.wordsBefore !== undefined) texts.push(...given.words.slice(client.wordsBefore));
  if (readsInput(client, given, texts.length)) texts.push(...textOfInput(command, surroundings).map(fill));
  // What a query's result is written to changes, whatever the query does.
  const targets = given.targets.map(target => `CREATE TABLE \`${target.replaceAll('`', '')}\` (x INT64)`);
  return [...texts.filter(text => text.trim() !== ''), ...targets].map(text => ({ dialect, text }));
}

function clientOf(command: Command): { client: SqlClient; given: ClientArguments } | undefined {
  const name = (command.program ?? '').replace(/-?[0-9.]+$/, found =>
    command.program === `sqlite${found}` ? found : '',
  );
  const clients = Object.hasOwn(sqlClients, name) ? (sqlClients[name] ?? []) : [];
  const words = command.words.slice(1).map(({ pattern }) => pattern);
  for (const client of clients) {
    const given = readClientArguments(words, client);
    if (given !== undefined) return { client, given };
  }
  return undefined;
}

/** Words that may name the kind of database: the scheme of an address. */
function addressOf({ words }: ClientArguments): string {
  return words.find(word => /^[a-z0-9]+:/.test(word))?.split(':')[0] ?? '';
}

function readsInput(client: SqlClient, given: ClientArguments, texts: number): boolean {
  if (client.input === 'never') return false;
  if (client.input === 'without-text') return texts === 0;
  return given.options.some(option => client.input.includes(option));
}

/** A file of the project; on another machine, elsewhere or too large it is not known. `-` is the standard input. */
function textOfFile(file: Pattern, command: Command, surroundings: Surroundings): Pattern {
  if (file === '-' || file === '/dev/stdin') return textOfInput(command, surroundings).join('\n');
  if (isOpen(file) || isOpen(command.cwd) || command.via.some(via => via.elsewhere === true)) return anything;
  const path = resolvePath(command.cwd, file);
  const real = surroundings.observer.real(path);
  if (!isWithin(real, surroundings.project) && !isWithin(path, surroundings.project)) return anything;
  return surroundings.observer.text(path) ?? anything;
}

function textOfInput(command: Command, surroundings: Surroundings): readonly Pattern[] {
  const { input } = command;
  if (input.text !== undefined) return [input.text];
  if (input.from === 'nothing') return [];
  if (input.from !== 'file') return [anything];
  const target = command.redirections.findLast(
    ({ direction, descriptor }) => direction === 'read' && descriptor === 0,
  )?.target;
  if (target === '/dev/null' || target === '/dev/tty') return [];
  // The shell opens the file on this machine, wherever the client runs; only then it is the one that was seen.
  return target === undefined || target === '-' ? [anything] : [textOfFile(target, command, surroundings)];
}
