import { anything, deep, type Pattern } from '../pattern.ts';
import type { Command, ShellReading } from '../shell/reading.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Effects, FileEffect, NetworkEffect } from './effect.ts';
import { printsEnvironment } from './environment.ts';
import { fileEffect, fileEffects, type UsePlace } from './file-effect.ts';
import { Flow } from './flow.ts';
import { behindNewLinks, linksOf } from './new-links.ts';
import { guessed } from './programs/develop.ts';
import { descriptionOf } from './programs/index.ts';
import { cmdletOf } from './programs/windows.ts';
import { type FileUse, type NetworkUse, read, type Use, write } from './use.ts';

/** What a shell text would do to files and hosts, as far as it can be told. */
export function effectsOfShell(reading: ShellReading, surroundings: Surroundings): Effects {
  const uses = reading.commands.map(command => usesOf(command, surroundings));
  const files: FileEffect[] = [];
  const byCommand: FileEffect[][] = reading.commands.map(() => []);
  const keep = (use: FileUse, index: number): void => {
    for (const effect of fileEffects(use, placeOf(reading, index), surroundings)) {
      files.push(effect);
      byCommand[index]?.push(effect);
    }
  };
  uses.forEach((own, index) => {
    for (const use of own) if (use.does !== 'talk') keep(use, index);
  });
  for (const { command, reading: code } of reading.code) {
    for (const { kind, path, recursive } of code.files) {
      keep({ does: kind, path, ...(recursive === true ? { recursive } : {}) }, command);
    }
  }
  const links = linksOf(reading, surroundings);
  const others = files.filter(({ command }) => !links.some(link => link.command === command));
  files.push(...behindNewLinks(others, links));
  const readsOf = (index: number): readonly Pattern[] =>
    (byCommand[index] ?? []).filter(({ kind }) => kind === 'read').map(contentPath);
  const rooted = (index: number, path: Pattern): readonly Pattern[] => {
    const effect = fileEffect(read(path), placeOf(reading, index), surroundings);
    return effect === undefined ? [] : [contentPath(effect)];
  };
  return {
    files,
    network: networkOf(uses, { reading, flow: new Flow(reading, readsOf, rooted), readsOf, surroundings }),
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
  return [...programUses(command, surroundings), ...command.redirections.flatMap(redirected)];
}

function programUses(command: Command, surroundings: Surroundings): readonly Use[] {
  const args = command.words.slice(1);
  if (command.words.length === 0) return [];
  const name = command.program;
  const describe = name === undefined ? undefined : (cmdletOf(name, args) ?? descriptionOf(name));
  if (name !== undefined && describe !== undefined) return describe({ name, args, command, surroundings });
  return command.wraps === true ? [] : args.flatMap(({ pattern }) => guessed(pattern));
}

function redirected({ direction, target, descriptor }: Command['redirections'][number]): Use[] {
  const address = /^\/dev\/(?:tcp|udp)\/(.*)$/s.exec(target)?.[1]?.replace('/', ':');
  const file = direction === 'read' ? read(target) : write(target);
  if (address === undefined) return [file];
  const kept = typeof descriptor === 'number' && descriptor > 2;
  return [file, { does: 'talk', address, sendsOutput: direction !== 'read', sendsLater: kept && direction !== 'read' }];
}

/** A folder that is read with all in it, as what lies in it. */
function contentPath({ path, recursive }: FileEffect): Pattern {
  return recursive === true ? `${path === '/' ? '' : path}/${deep}` : path;
}

interface NetworkGround {
  readonly reading: ShellReading;
  readonly flow: Flow;
  readonly readsOf: (index: number) => readonly Pattern[];
  readonly surroundings: Surroundings;
}

function networkOf(uses: readonly (readonly Use[])[], ground: NetworkGround): NetworkEffect[] {
  const found: NetworkEffect[] = [];
  uses.forEach((own, index) => {
    for (const use of own) if (use.does === 'talk') found.push(networkEffect(use, index, ground));
  });
  for (const { command, reading: code } of ground.reading.code) {
    if (code.addresses.length === 0) continue;
    const words = ground.reading.commands[command]?.words.slice(1) ?? [];
    const handed = ground.flow.words(command, words);
    const flows = code.sends ? [ground.flow.input(command), handed] : [handed];
    const files = [
      ...new Set([...(code.sends ? ground.readsOf(command) : []), ...flows.flatMap(content => content.files)]),
    ];
    for (const address of code.addresses) {
      found.push({
        address,
        sends: code.sends || handed.tells,
        files: code.sends || handed.tells ? files : [],
        command,
      });
    }
  }
  return found;
}

function networkEffect(
  use: NetworkUse,
  index: number,
  { reading, flow, readsOf, surroundings }: NetworkGround,
): NetworkEffect {
  const { cwd } = placeOf(reading, index);
  const named = (use.files ?? []).flatMap(path => {
    const effect = fileEffect(read(path), { cwd, elsewhere: false }, surroundings);
    if (effect === undefined) return [];
    // The command reads it with all in it where it says so.
    const whole = contentPath({ ...effect, recursive: true });
    return [readsOf(index).includes(whole) ? whole : contentPath(effect)];
  });
  const flows = [flow.words(index, use.carries ?? [])];
  if (use.sendsInput === true) flows.push(flow.input(index));
  if (use.sendsOutput === true) flows.push(flow.output(index));
  if (use.sendsLater === true) flows.push(flow.later(index));
  const files = [...new Set([...named, ...flows.flatMap(content => content.files)])];
  const sends = use.sends === true || named.length > 0 || flows.some(({ tells }) => tells);
  return { address: use.address, sends, files, command: index, ...(use.transfer === true ? { transfer: true } : {}) };
}
