import type { Argument, Command, Option } from 'commander';
import { packLibrary } from '../../adapters/packs.ts';
import { builtinToolNames } from '../../core/event/builtin-tools.ts';
import { eventNames } from '../../core/event/catalogue.ts';
import type { CommandSpec, OptionSpec, Values } from '../../render/completion/command-tree.ts';

/** What a placeholder such as `<file>` stands for. */
const placeholders: Readonly<Record<string, Values>> = {
  file: { kind: 'files' },
  files: { kind: 'files' },
  dir: { kind: 'folders' },
  name: { kind: 'names' },
  event: { kind: 'words', words: eventNames },
  tool: { kind: 'words', words: builtinToolNames },
  pack: { kind: 'words', words: packLibrary.names },
};

const unknown: Values = { kind: 'unknown' };

function valuesOf(placeholder: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: 'words', words: choices };
  return Object.hasOwn(placeholders, placeholder) ? (placeholders[placeholder] ?? unknown) : unknown;
}

function describeOption({ flags, short, long, description, argChoices }: Option): OptionSpec {
  const placeholder = /[<[]([^\]>]+?)(?:\.\.\.)?[\]>]/.exec(flags)?.[1];
  return {
    flags: [short, long].filter(flag => flag !== undefined && flag !== null),
    description,
    value: placeholder === undefined ? undefined : valuesOf(placeholder, argChoices),
  };
}

function describeArgument(argument: Argument): Values {
  return valuesOf(argument.name(), argument.argChoices);
}

/** commander makes the command `help` itself; it takes the name of one of its neighbours. */
function argumentsOf(command: Command, neighbours: readonly string[]): Values[] {
  if (command.name() === 'help' && neighbours.length > 0) {
    return [{ kind: 'words', words: neighbours.filter(name => name !== 'help') }];
  }
  return command.registeredArguments.map(describeArgument);
}

/** A command with all below it, as commander knows them, so that the shells are told of nothing else. */
export function describeProgram(
  command: Command,
  path: readonly string[] = [],
  neighbours: readonly string[] = [],
): CommandSpec[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const names = below.map(sub => sub.name());
  const spec: CommandSpec = {
    path,
    description: command.description(),
    options: help.visibleOptions(command).map(describeOption),
    arguments: argumentsOf(command, neighbours),
    variadic: command.registeredArguments.at(-1)?.variadic === true,
  };
  return [spec, ...below.flatMap(sub => describeProgram(sub, [...path, sub.name()], names))];
}
