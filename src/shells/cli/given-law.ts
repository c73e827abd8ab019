import path from 'node:path';
import { readLawFile } from '../../adapters/law-files.ts';
import { packLibrary } from '../../adapters/packs.ts';
import { citedPack } from '../../core/law/packs/pack.ts';
import { nearestName } from '../../core/problem/nearest-name.ts';
import { type CliIo, CommandError } from './io.ts';

/**
 * Reads a law that a command was given: a file, or a pack that comes with the program (`hooklaw:secrets`).
 * @throws {LawError} {CommandError} when it cannot be read
 */
export function readGivenLaw(given: string, { cwd }: CliIo): Uint8Array {
  const name = citedPack(given);
  if (name === undefined) return readLawFile(path.resolve(cwd, given), given);
  const text = packLibrary.textOf(name);
  if (text !== undefined) return new TextEncoder().encode(text);
  const nearest = nearestName(name, packLibrary.names);
  throw new CommandError(
    `there is no pack \`${given}\``,
    nearest === undefined ? '`hooklaw packs` lists them' : `did you mean \`hooklaw:${nearest}\`?`,
  );
}
