import { Command, CommanderError } from 'commander';
import pc from 'picocolors';
import { exitCode } from '../../core/exit-code.ts';
import { version } from '../../version.ts';
import { registerInit } from './init-command.ts';
import { type CliIo, CommandError } from './io.ts';

/** Runs one command line and gives the exit code. */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let code: number = exitCode.fine;
  const program = new Command('hooklaw')
    .description('Rules that run on every tool call and that the model cannot argue with.')
    .version(version)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
  const finish = (result: number): void => {
    code = result;
  };
  registerInit(program, io, finish);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.fine : exitCode.couldNotRun;
    const known = error instanceof CommandError;
    io.stderr(`${pc.red('error')}: ${error instanceof Error ? error.message : String(error)}\n`);
    if (known && error.help !== undefined) io.stderr(`  help: ${error.help}\n`);
    if (!known && error instanceof Error && io.env['HOOKLAW_DEBUG'] !== undefined) io.stderr(`${error.stack}\n`);
    return exitCode.couldNotRun;
  }
}
