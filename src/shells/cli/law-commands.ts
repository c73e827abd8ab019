import path from 'node:path';
import { type Command, Option } from 'commander';
import { compileSource } from '../../adapters/compile-source.ts';
import { findLawFiles, findProjectRoot, readLawFile } from '../../adapters/law-files.ts';
import { distrustLaw, trustLaw } from '../../adapters/trust-store.ts';
import { exitCode } from '../../core/exit-code.ts';
import { lawJsonSchema } from '../../core/law/json-schema.ts';
import { isError, LawError, type Problem } from '../../core/problem/problem.ts';
import { createPainter } from '../../render/painter.ts';
import { problemsToJson, renderProblems } from '../../render/problems.ts';
import { type CliIo, CommandError } from './io.ts';

/** Adds `schema`, `validate` and `trust` to the program. */
export function registerLawCommands(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('schema')
    .description('Print the JSON Schema of the law file.')
    .action(() => io.stdout(`${JSON.stringify(lawJsonSchema(), null, 2)}\n`));
  program
    .command('validate')
    .description('Check law files: format, types, expressions.')
    .argument('[files...]', 'law files (default: those in force here)')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action((files: readonly string[], options: { format: 'text' | 'json' }) =>
      finish(runValidate(files, options.format, io)),
    );
  program
    .command('trust')
    .description("Trust the project's law as it stands: its rules may then allow and rewrite, too.")
    .argument('[file]', "the law (default: the project's own)")
    .option('--revoke', 'take the trust back')
    .action((file: string | undefined, options: { revoke?: boolean }) =>
      finish(runTrust(file, options.revoke === true, io)),
    );
}

function findFiles(io: CliIo): string[] {
  const named = io.env['HOOKLAW_LAW'];
  const files = findLawFiles({
    named: named === undefined || named === '' ? undefined : path.resolve(io.cwd, named),
    project: findProjectRoot(io.cwd) ?? io.cwd,
    env: io.env,
    platform: process.platform,
  });
  return files.map(({ file }) => file);
}

function validateFile(file: string, name: string): { problems: readonly Problem[]; source: string | undefined } {
  let source: string | undefined;
  try {
    const bytes = readLawFile(file);
    source = bytes.toString('utf8').replace(/^\uFEFF/, '');
    return { problems: compileSource(bytes, name).warnings, source };
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return { problems: error.problems, source };
  }
}

function runValidate(given: readonly string[], format: 'text' | 'json', io: CliIo): number {
  const files = given.length > 0 ? given : findFiles(io).map(file => path.relative(io.cwd, file) || file);
  if (files.length === 0) throw new CommandError('there is no law file here', 'name one, or run `hooklaw init`');
  const sources = new Map<string, string | undefined>();
  const problems = files.flatMap(file => {
    const result = validateFile(path.resolve(io.cwd, file), file);
    sources.set(file, result.source);
    return result.problems;
  });
  const errors = problems.filter(isError).length;
  if (format === 'json') {
    io.stdout(
      `${JSON.stringify({ files, errors, warnings: problems.length - errors, problems: problemsToJson(problems) }, null, 2)}\n`,
    );
  } else {
    const paint = createPainter(io.colour);
    const report = renderProblems(problems, file => (file === undefined ? undefined : sources.get(file)), paint);
    const verdict = errors > 0 ? paint.red(`${errors} errors`) : paint.green('valid');
    io.stdout(
      `${report}${report === '' ? '' : '\n'}${files.join(', ')}: ${verdict}, ${problems.length - errors} warnings\n`,
    );
  }
  return errors > 0 ? exitCode.problems : exitCode.fine;
}

function runTrust(given: string | undefined, revoke: boolean, io: CliIo): number {
  if (io.env['CLAUDECODE'] !== undefined) {
    throw new CommandError(
      'trust is given by a person, not from inside an agent',
      'run this in a terminal of your own',
    );
  }
  const project = findProjectRoot(io.cwd) ?? io.cwd;
  const found = findLawFiles({ named: undefined, project, env: io.env, platform: process.platform }).find(
    l => l.layer === 'project',
  );
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
