import { type Command, Option } from 'commander';
import { packLibrary } from '../../adapters/packs.ts';
import { describePack, listPacks } from '../../commands/packs.ts';
import { exitCode } from '../../core/exit-code.ts';
import { citedPack, citePack } from '../../core/law/packs/pack.ts';
import { nearestName } from '../../core/problem/nearest-name.ts';
import { renderPack, renderPacks } from '../../render/packs.ts';
import { createPainter } from '../../render/painter.ts';
import { type CliIo, CommandError } from './io.ts';

interface PacksOptions {
  readonly format: 'text' | 'json';
}

/** Adds `packs` to the program. */
export function registerPacks(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('packs')
    .description('List the packs of rules that a law can extend, or the rules of one.')
    .argument('[pack]', 'a pack, such as secrets')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action((name: string | undefined, options: PacksOptions) => finish(runPacks(name, options, io)));
}

function runPacks(given: string | undefined, { format }: PacksOptions, io: CliIo): number {
  const paint = createPainter(io.colour);
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  if (given === undefined) {
    const packs = listPacks(packLibrary);
    io.stdout(format === 'json' ? json({ packs }) : renderPacks(packs, paint));
    return exitCode.fine;
  }
  const name = citedPack(given) ?? given;
  const pack = describePack(name, packLibrary);
  if (pack === undefined) throw unknownPack(name);
  io.stdout(format === 'json' ? json(pack) : renderPack(pack, paint));
  return exitCode.fine;
}

function unknownPack(name: string): CommandError {
  const nearest = nearestName(name, packLibrary.names);
  const help = nearest === undefined ? `there are ${packLibrary.names.join(', ')}` : `did you mean \`${nearest}\`?`;
  return new CommandError(`there is no pack \`${citePack(name)}\``, help);
}
