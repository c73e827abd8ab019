import path from 'node:path';
import type { Command } from 'commander';
import { compileSource } from '../../adapters/compile-source.ts';
import { findLawFiles, readLawFile } from '../../adapters/law-files.ts';
import { distrustLaw, trustLaw } from '../../adapters/trust-store.ts';
import { exitCode } from '../../core/exit-code.ts';
import { lawJsonSchema } from '../../core/law/json-schema.ts';
import { type CliIo, CommandError } from './io.ts';
import { currentProject } from './law-files.ts';
import { refuseAgents } from './refuse-agents.ts';

/** Adds `schema` and `trust` to the program. */
export function registerLawCommands(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('schema')
    .description('Print the JSON Schema of the law file.')
    .action(() => io.stdout(`${JSON.stringify(lawJsonSchema(), null, 2)}\n`));
  program
    .command('trust')
    .description("Trust the project's law as it stands: its rules may then allow and rewrite, too.")
    .argument('[file]', "the law (default: the project's own)")
    .option('--revoke', 'take the trust back')
    .action((file: string | undefined, options: { revoke?: boolean }) =>
      finish(runTrust(file, options.revoke === true, io)),
    );
}

function runTrust(given: string | undefined, revoke: boolean, io: CliIo): number {
  refuseAgents(io, 'trust is given');
  const found = findLawFiles({
    named: undefined,
    project: currentProject(io),
    env: io.env,
    platform: process.platform,
  }).find(l => l.layer === 'project');
  const file = given === undefined ? found?.file : path.resolve(io.cwd, given);
  if (file === undefined) throw new CommandError('this project has no law', 'name the file');
  if (revoke) {
    io.stdout(distrustLaw(file, io.env) ? `${file} is trusted no longer\n` : `${file} was not trusted\n`);
    return exitCode.fine;
  }
  const bytes = readLawFile(file);
  compileSource(bytes, file);
  trustLaw(file, bytes, io.env);
  io.stdout(`${file} is trusted as it stands; a change of the file ends that\n`);
  return exitCode.fine;
}
