import { Argument, type Command } from 'commander';
import { renderBashCompletion } from '../../render/completion/bash.ts';
import type { CommandSpec } from '../../render/completion/command-tree.ts';
import { renderFishCompletion } from '../../render/completion/fish.ts';
import { renderZshCompletion } from '../../render/completion/zsh.ts';
import { describeProgram } from './describe-program.ts';
import type { CliIo } from './io.ts';

const scripts = {
  bash: renderBashCompletion,
  zsh: renderZshCompletion,
  fish: renderFishCompletion,
} as const satisfies Record<string, (commands: readonly CommandSpec[]) => string>;

/** Adds `completion` to the program. */
export function registerCompletion(program: Command, io: CliIo): void {
  program
    .command('completion')
    .description('Print a script that completes commands, options and names in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .action((shell: keyof typeof scripts) => io.stdout(scripts[shell](describeProgram(program))));
}
