import path from 'node:path';
import { type Command, Option } from 'commander';
import { compileSource } from '../../adapters/compile-source.ts';
import { storeCompiledLaw } from '../../adapters/compiled-laws.ts';
import { managedFolder, readLawFile } from '../../adapters/law-files.ts';
import { problemPages } from '../../adapters/problem-pages.ts';
import { createRegexVerdicts } from '../../adapters/regex-verdicts.ts';
import { isInside } from '../../adapters/state-dir.ts';
import type { StateFolder } from '../../adapters/state-folder.ts';
import { exitCode } from '../../core/exit-code.ts';
import { assertMayForbid } from '../../core/law/project-laws.ts';
import { isError, LawError, type Problem } from '../../core/problem/problem.ts';
import { renderGithubAnnotations } from '../../render/github-annotations.ts';
import { createPainter } from '../../render/painter.ts';
import { plural } from '../../render/plural.ts';
import { problemsToJson, renderLearnMore, renderProblems } from '../../render/problems.ts';
import { problemsToSarif } from '../../render/sarif.ts';
import { version } from '../../version.ts';
import type { CliIo } from './io.ts';
import { chooseLawFiles, choosePlace } from './law-files.ts';
import { reportedPath } from './reported-path.ts';

const formats = ['text', 'json', 'sarif', 'github'] as const;

interface ValidateOptions {
  readonly stateDir?: string;
  readonly format: (typeof formats)[number];
}

/** Adds `validate` to the program. */
export function registerValidate(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('validate')
    .description('Check law files: format, types, expressions. A good one is compiled for the hook at once.')
    .argument('[files...]', 'law files (default: those in force here)')
    .option('--state-dir <dir>', 'where the compiled law is kept (default: the state folder of the project)')
    .addOption(new Option('--format <format>', 'how to report').choices(formats).default('text'))
    .action((files: readonly string[], options: ValidateOptions) => finish(runValidate(files, options, io)));
}

interface Checked {
  readonly problems: readonly Problem[];
  readonly source: string | undefined;
}

function validateFile(file: string, name: string, folder: StateFolder): Checked {
  let source: string | undefined;
  try {
    const bytes = readLawFile(file, name);
    source = bytes.toString('utf8').replace(/^\uFEFF/, '');
    const { law, warnings } = compileSource(bytes, name, createRegexVerdicts(folder.regexVerdicts));
    assertMayForbid(law, isInside(file, managedFolder(process.platform)) ? 'managed' : 'project', name);
    storeQuietly(() => storeCompiledLaw(bytes, file, folder, law));
    return { problems: warnings, source };
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return { problems: error.problems, source };
  }
}

/** The hook compiles the law itself where it finds none, so a state folder that cannot be written is no fault of the law. */
function storeQuietly(store: () => void): void {
  try {
    store();
  } catch {
    return;
  }
}

interface Report {
  readonly checked: ReadonlyMap<string, Checked>;
  readonly problems: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
}

function renderText({ checked, problems, errors, warnings }: Report, { colour }: CliIo): string {
  const paint = createPainter(colour);
  const report = renderProblems(problems, file => checked.get(file ?? '')?.source, paint);
  const verdict = errors > 0 ? paint.red(plural(errors, 'error')) : paint.green('valid');
  const summary = `${[...checked.keys()].join(', ')}: ${verdict}, ${plural(warnings, 'warning')}`;
  return `${report}${report === '' ? '' : '\n'}${summary}\n${renderLearnMore(problems, paint)}`;
}

function renderReport(report: Report, format: ValidateOptions['format'], io: CliIo): string {
  const { checked, problems, errors, warnings } = report;
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const pathOf = (file: string): string => reportedPath(file, io);
  switch (format) {
    case 'text':
      return renderText(report, io);
    case 'json':
      return json({ files: [...checked.keys()], errors, warnings, problems: problemsToJson(problems) });
    case 'sarif':
      return json(problemsToSarif(problems, pathOf, version, problemPages));
    case 'github': {
      // No file is named here: the runner would take a name that begins with `::` for a command.
      const verdict = errors > 0 ? plural(errors, 'error') : 'valid';
      const summary = `${plural(checked.size, 'law file')}: ${verdict}, ${plural(warnings, 'warning')}`;
      return `${renderGithubAnnotations(problems, pathOf)}${summary}\n`;
    }
  }
}

function runValidate(given: readonly string[], { stateDir, format }: ValidateOptions, io: CliIo): number {
  const place = choosePlace(stateDir === undefined ? {} : { stateDir }, io);
  const { folder } = place;
  const files = chooseLawFiles(given, place, io);
  const checked = new Map(files.map(file => [file, validateFile(path.resolve(io.cwd, file), file, folder)]));
  const problems = [...checked.values()].flatMap(result => result.problems);
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  io.stdout(renderReport({ checked, problems, errors, warnings }, format, io));
  return errors > 0 ? exitCode.problems : exitCode.fine;
}
