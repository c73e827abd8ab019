import { ownString } from '../../json/json-value.ts';
import type { Effects } from '../effects/effect.ts';
import { effectsOfTool } from '../effects/effects-of-tool.ts';
import type { Parsers } from '../parsers.ts';
import { readShell } from '../shell/read-shell.ts';
import { dialectOfTool } from '../sql/dialect-of.ts';
import { readSql } from '../sql/read-sql.ts';
import { type SqlDialect, sqlDialects } from '../sql/reading.ts';
import { createSqlFacts } from '../sql/sql-facts.ts';
import { readPowerShell } from '../windows/read-powershell.ts';
import { type CreateFacts, type SqlFacts, UnreadableError } from './facts.ts';
import { createFileFacts } from './file-facts.ts';
import { once, onceEach } from './once.ts';
import { createPathFacts } from './path-facts.ts';
import { createShellView, type ShellView } from './shell-facts.ts';
import { createUrlFacts } from './url-facts.ts';

type FactGround = Parameters<CreateFacts>[0];

/** Tools of the client whose `command` is none of a shell. */
const otherCommands = new Set(['SlashCommand', 'Skill']);

/**
 * The facts about one call. Nothing is worked out before it is asked for, and nothing twice. What is asked may throw
 * {ParserNeeded}: then a parser has to be loaded and the facts made anew with it.
 */
export const createFacts: CreateFacts = ground => {
  const { tool, surroundings, parsers } = ground;
  const viewOf = onceEach(text => createShellView(() => readCommand(text, ground), surroundings, parsers));
  const own = once(() => ownCommand(ground));
  const ownView = (): ShellView => {
    const command = own();
    if (command === undefined) throw new UnreadableError(`\`${tool}\` has no command of a shell`);
    return viewOf(command);
  };
  return {
    shell: () => ownView().shell,
    shellOf: text => viewOf(text).shell,
    files: once(() => (own() === undefined ? toolFiles(ground) : ownView().files)),
    sqlOf: (text, dialect) => sqlFacts(text, dialect ?? dialectOfTool(tool), parsers),
    pathOf: onceEach(text => createPathFacts(text, surroundings)),
    urlOf: onceEach(createUrlFacts),
  };
};

/** The call's own command; tools of servers have none, whatever their fields are called. */
function ownCommand({ tool, input }: FactGround): string | undefined {
  return tool.startsWith('mcp__') || otherCommands.has(tool) ? undefined : ownString(input, 'command');
}

function readCommand(text: string, { tool, surroundings, parsers }: FactGround): ReturnType<typeof readShell> {
  return tool === 'PowerShell' ? readPowerShell(text, surroundings) : readShell(text, surroundings, parsers);
}

const noEffects: Effects = { files: [], network: [], printsEnvironment: false };

function toolFiles({ tool, input, surroundings }: FactGround): ReturnType<typeof createFileFacts> {
  const effects = once(() => effectsOfTool(tool, input, surroundings) ?? noEffects);
  return createFileFacts({ effects, reading: () => undefined, surroundings });
}

/** @throws {UnreadableError} for a dialect that there is not */
function sqlFacts(text: string, dialect: string, parsers: Parsers): SqlFacts {
  const known: SqlDialect | undefined = dialect === 'unknown' ? dialect : sqlDialects.find(name => name === dialect);
  if (known === undefined) {
    throw new UnreadableError(`\`${dialect}\` is no dialect of SQL; there are ${sqlDialects.join(', ')}`);
  }
  return createSqlFacts([readSql(text, known, parsers)]);
}
