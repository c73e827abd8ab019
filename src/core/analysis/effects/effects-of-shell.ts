import { anything, type Pattern } from '../pattern.ts';
import type { Command, ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Effects, FileEffect, NetworkEffect } from './effect.ts';
import { printsEnvironment } from './environment.ts';
import { fileEffect, type UsePlace } from './file-effect.ts';
import { Flow } from './flow.ts';
import { guessed } from './programs/develop.ts';
import { descriptionOf } from './programs/index.ts';
import { type FileUse, type NetworkUse, read, type Use, write } from './use.ts';

/** What a shell text would do to files and hosts, as far as it can be told. */
export function effectsOfShell(reading: ShellReading, surroundings: Surroundings): Effects {
  const uses = reading.commands.map(command => usesOf(command, surroundings));
  const files: FileEffect[] = [];
  const byCommand: FileEffect[][] = reading.commands.map(() => []);
  const keep = (use: FileUse, index: number): void => {
    const effect = fileEffect(use, placeOf(reading, index), surroundings);
    if (effect === undefined) return;
    files.push(effect);
    byCommand[index]?.push(effect);
  };
  uses.forEach((own, index) => {
    for (const use of own) if (use.does !== 'talk') keep(use, index);
  });
  for (const { command, reading: code } of reading.code) {
    for (const { kind, path, recursive } of code.files) {
      keep({ does: kind, path, ...(recursive === true ? { recursive } : {}) }, command);
    }
  }
  const readsOf = (index: number): readonly Pattern[] =>
    (byCommand[index] ?? []).filter(({ kind }) => kind === 'read').map(({ path }) => path);
  return {
    files,
    network: networkOf(reading, uses, new Flow(reading, readsOf), surroundings),
    printsEnvironment:
      reading.commands.some(command => printsEnvironment(command, reading)) ||
      reading.code.some(({ reading: code }) => code.printsEnvironment),
  };
}

function placeOf(reading: ShellReading, index: number): UsePlace {
  const command = reading.commands[index];
  const elsewhere = command?.via.some(via => via.elsewhere === true) === true;
  return { command: index, cwd: command?.cwd ?? anything, elsewhere };
}

/** What a command does by itself: by its program, its redirections, and the words of a program that nobody knows. */
function usesOf(command: Command, surroundings: Surroundings): readonly Use[] {
  return [
    ...programUses(command, surroundings),
    ...command.redirections.flatMap(redirection => redirected(redirection)),
  ];
}

function programUses(command: Command, surroundings: Surroundings): readonly Use[] {
  const args = command.words.slice(1);
  if (command.words.length === 0) return [];
  const name = command.program;
  const describe = name === undefined ? undefined : descriptionOf(name);
  if (name !== undefined && describe !== undefined) return describe({ name, args, command, surroundings });
  return command.wraps === true ? [] : args.flatMap(({ pattern }) => guessed(pattern));
}

function redirected({ direction, target }: Command['redirections'][number]): Use[] {
  const address = /^\/dev\/(?:tcp|udp)\/(.*)$/s.exec(target)?.[1];
  if (address !== undefined) return [socket(address, direction !== 'read')];
  return [direction === 'read' ? read(target) : write(target)];
}

function socket(address: Pattern, sends: boolean): Use {
  return { does: 'talk', address: address.replace('/', ':'), sendsOutput: sends };
}

function networkOf(
  reading: ShellReading,
  uses: readonly (readonly Use[])[],
  flow: Flow,
  surroundings: Surroundings,
): NetworkEffect[] {
  const found: NetworkEffect[] = [];
  uses.forEach((own, index) => {
    for (const use of own) if (use.does === 'talk') found.push(networkEffect(use, index, reading, flow, surroundings));
  });
  for (const { command, reading: code } of reading.code) {
    const input = code.sends ? flow.input(command).files : [];
    const read = code.sends ? code.files.filter(({ kind }) => kind === 'read').map(({ path }) => path) : [];
    for (const address of code.addresses)
      found.push({ address, sends: code.sends, files: [...read, ...input], command });
  }
  return found;
}

function networkEffect(
  use: NetworkUse,
  index: number,
  reading: ShellReading,
  flow: Flow,
  surroundings: Surroundings,
): NetworkEffect {
  const cwd = placeOf(reading, index).cwd;
  const rooted = (path: Pattern): Pattern[] => {
    const effect = fileEffect(read(path), { cwd, elsewhere: false }, surroundings);
    return effect === undefined ? [] : [effect.path];
  };
  const input = use.sendsInput === true ? flow.input(index) : undefined;
  const output = use.sendsOutput === true ? flow.output(index) : undefined;
  const words = flow.words(
    index,
    (use.carries ?? []).map(({ pattern }) => pattern),
  );
  const flows = [input, output, words].filter(content => content !== undefined);
  const files = [...(use.files ?? []), ...flows.flatMap(content => content.files)].flatMap(rooted);
  const sends = use.sends === true || (use.files ?? []).length > 0 || flows.some(({ tells }) => tells);
  return { address: use.address, sends, files, command: index, ...(use.transfer === true ? { transfer: true } : {}) };
}
