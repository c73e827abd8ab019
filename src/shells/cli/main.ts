import readline from 'node:readline/promises';
import { Command, CommanderError } from 'commander';
import { hasAgentAbove } from '../../adapters/agent-ancestry.ts';
import { exitCode } from '../../core/exit-code.ts';
import { LawError } from '../../core/problem/problem.ts';
import { renderShown } from '../../render/excerpt.ts';
import { createPainter } from '../../render/painter.ts';
import { version } from '../../version.ts';
import { registerApprove } from './approve-command.ts';
import { registerCompletion } from './completion-command.ts';
import { registerExplain } from './explain-command.ts';
import { registerInit } from './init-command.ts';
import { type CliIo, CommandError } from './io.ts';
import { registerLawCommands } from './law-commands.ts';
import { registerLog } from './log-command.ts';
import { registerPacks } from './packs-command.ts';
import { reportLawError } from './report-law-error.ts';
import { registerSelfTest } from './self-test-command.ts';
import { registerServe } from './serve-command.ts';
import { registerTest } from './test-command.ts';
import { registerTry } from './try-command.ts';
import { registerValidate } from './validate-command.ts';

function createProgram(io: CliIo, finish: (code: number) => void): Command {
  const program = new Command('hooklaw')
    .description('Rules that run on every tool call and that the model cannot argue with.')
    .version(version)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: io.stdout, writeErr: io.stderr });
  program
    .command('hook')
    .description('Judge the event on standard input; Claude Code runs this (see docs/hook.md).')
    .argument('[event]', 'the event, for the case that standard input cannot be read')
    .option('--law <file>', 'the law')
    .option('--state-dir <dir>', 'where records and compiled laws are kept')
    .option('--deadline <duration>', 'how long judging may take (8s)');
  registerInit(program, io, finish);
  registerTry(program, io, finish);
  registerValidate(program, io, finish);
  registerTest(program, io, finish);
  registerSelfTest(program, io, finish);
  registerApprove(program, io, finish);
  registerLog(program, io, finish);
  registerServe(program, io, finish);
  registerExplain(program, io, finish);
  registerPacks(program, io, finish);
  registerCompletion(program, io);
  registerLawCommands(program, io, finish);
  return program;
}

function explainFailure(error: unknown, io: CliIo): void {
  const paint = createPainter(io.colour);
  if (error instanceof LawError) {
    reportLawError(error, io);
    return;
  }
  io.stderr(`${paint.red('error')}: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof CommandError && error.shown !== undefined) io.stderr(renderShown(error.shown, paint));
  if (error instanceof CommandError && error.help !== undefined) io.stderr(`  help: ${error.help}\n`);
  if (!(error instanceof CommandError) && error instanceof Error && io.env['HOOKLAW_DEBUG'] !== undefined) {
    io.stderr(`${error.stack}\n`);
  }
}

/** Runs one command line and gives the exit code. */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let code: number = exitCode.fine;
  const program = createProgram(io, result => {
    code = result;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.fine : exitCode.couldNotRun;
    explainFailure(error, io);
    return exitCode.couldNotRun;
  }
}

async function askOnTerminal(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = readline.createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** A reader that has seen enough, such as `head`, is no reason to fail. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Runs the command line of this process and sets its exit code. */
export async function runCommandLine(argv: readonly string[]): Promise<void> {
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  process.exitCode = await runCli(argv, {
    stdout: text => void process.stdout.write(text),
    stderr: text => void process.stderr.write(text),
    ask: askOnTerminal,
    cwd: process.cwd(),
    env: process.env,
    hasAgentAbove: () => hasAgentAbove(),
    colour: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
    columns: process.stdout.columns,
  });
}
