import path from 'node:path';
import { type Command, Option } from 'commander';
import { storeCompiledLaw } from '../../adapters/compiled-laws.ts';
import { managedFolder } from '../../adapters/law-files.ts';
import { problemPages } from '../../adapters/problem-pages.ts';
import { createRegexVerdicts } from '../../adapters/regex-verdicts.ts';
import { homeFolder, isInside } from '../../adapters/state-dir.ts';
import type { StateFolder } from '../../adapters/state-folder.ts';
import { checkLaw } from '../../commands/check-law.ts';
import { type CheckedSettings, checkSettings, isClientSettings } from '../../commands/check-settings.ts';
import { exitCode } from '../../core/exit-code.ts';
import type { Softened } from '../../core/law/packs/compile-extends.ts';
import { citedPack } from '../../core/law/packs/pack.ts';
import { assertMayForbid } from '../../core/law/project-laws.ts';
import { isError, LawError, type Problem } from '../../core/problem/problem.ts';
import { renderGithubAnnotations } from '../../render/github-annotations.ts';
import { createPainter } from '../../render/painter.ts';
import { plural } from '../../render/plural.ts';
import { problemsToJson, renderLearnMore, renderProblems } from '../../render/problems.ts';
import { problemsToSarif } from '../../render/sarif.ts';
import { renderSoftened } from '../../render/softened.ts';
import { version } from '../../version.ts';
import { readGivenLaw } from './given-law.ts';
import { type CliIo, CommandError } from './io.ts';
import { chooseLawFiles, choosePlace } from './law-files.ts';
import { reportedPath } from './reported-path.ts';

const formats = ['text', 'json', 'sarif', 'github'] as const;

interface ValidateOptions {
  readonly stateDir?: string;
  readonly format: (typeof formats)[number];
  readonly fix?: boolean;
}

/** Adds `validate` to the program. */
export function registerValidate(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('validate')
    .description(
      'Check law files, and the hooks in settings of Claude Code: format, types, expressions, what does nothing. A good law is compiled for the hook at once.',
    )
    .argument('[files...]', 'law files, or settings files of Claude Code (default: the laws in force here)')
    .option('--state-dir <dir>', 'where the compiled law is kept (default: the state folder of the project)')
    .addOption(new Option('--format <format>', 'how to report').choices(formats).default('text'))
    .option('--fix', 'print the permission rules that would do in place of rules; no file is changed')
    .action(async (files: readonly string[], options: ValidateOptions) => {
      finish(await runValidate(files, options, io));
    });
}

interface Checked {
  readonly problems: readonly Problem[];
  readonly source: string | undefined;
  /** The entries of `permissions.deny` that would do in place of rules. */
  readonly permissions: readonly string[];
  /** How it weakens the rules of packs. */
  readonly softened: readonly Softened[];
}

function validateSettings(file: string, name: string, { env }: CliIo): CheckedSettings {
  try {
    return checkSettings(file, name, { env, platform: process.platform, home: homeFolder(env) });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error), 'name a file that is there');
  }
}

async function validateFile(name: string, folder: StateFolder, io: CliIo): Promise<Checked> {
  const file = path.resolve(io.cwd, name);
  const isPack = citedPack(name) !== undefined;
  if (!isPack && isClientSettings(file)) {
    return { ...validateSettings(file, name, io), permissions: [], softened: [] };
  }
  let source: string | undefined;
  try {
    const bytes = readGivenLaw(name, io);
    source = Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
    const checked = await checkLaw(bytes, name, createRegexVerdicts(folder.regexVerdicts));
    const { warnings: problems, permissions, softened } = checked;
    if (isPack) return { problems, source, permissions, softened };
    const layer = isInside(file, managedFolder(process.platform)) ? 'managed' : 'project';
    assertMayForbid(checked.law, layer, name, checked.source.locateKey([], 'project_laws'));
    storeQuietly(() => storeCompiledLaw(bytes, file, folder, checked.law));
    return { problems, source, permissions, softened };
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return { problems: error.problems, source, permissions: [], softened: [] };
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
  /** What is to be put into settings.json; undefined where nobody asked. */
  readonly settings: object | undefined;
}

/** What a person is to put into settings.json. It is printed only: settings are the user's to change. */
function renderSettings(settings: object): string {
  const text = JSON.stringify(settings, null, 2);
  return text === '{}'
    ? 'no rule would be better as a permission rule\n'
    : `\nin place of rules that deny a tool always, in settings.json:\n${text}\n`;
}

function renderText({ checked, problems, errors, warnings, settings }: Report, { colour }: CliIo): string {
  const paint = createPainter(colour);
  const report = renderProblems(problems, file => checked.get(file ?? '')?.source, paint);
  const verdict = errors > 0 ? paint.red(plural(errors, 'error')) : paint.green('valid');
  const summary = `${[...checked.keys()].join(', ')}: ${verdict}, ${plural(warnings, 'warning')}`;
  const fix = settings === undefined ? '' : renderSettings(settings);
  const softened = [...checked.values()].flatMap(result => result.softened);
  return `${report}${report === '' ? '' : '\n'}${summary}\n${renderSoftened(softened, paint)}${fix}${renderLearnMore(problems, paint)}`;
}

function renderReport(report: Report, format: ValidateOptions['format'], io: CliIo): string {
  const { checked, problems, errors, warnings, settings } = report;
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const pathOf = (file: string): string => reportedPath(file, io);
  switch (format) {
    case 'text':
      return renderText(report, io);
    case 'json':
      return json({
        files: [...checked.keys()],
        errors,
        warnings,
        problems: problemsToJson(problems),
        softened: [...checked].flatMap(([file, result]) => result.softened.map(soft => ({ file, ...soft }))),
        ...(settings === undefined ? {} : { settings }),
      });
    case 'sarif':
      return json(problemsToSarif(problems, pathOf, version, problemPages));
    case 'github': {
      // No file is named here: the runner would take a name that begins with `::` for a command.
      const verdict = errors > 0 ? plural(errors, 'error') : 'valid';
      const summary = `${plural(checked.size, 'file')}: ${verdict}, ${plural(warnings, 'warning')}`;
      return `${renderGithubAnnotations(problems, pathOf)}${summary}\n`;
    }
  }
}

function adviseSettings(checked: ReadonlyMap<string, Checked>): object {
  const deny = [...new Set([...checked.values()].flatMap(({ permissions }) => permissions))];
  return deny.length === 0 ? {} : { permissions: { deny } };
}

async function runValidate(
  given: readonly string[],
  { stateDir, format, fix }: ValidateOptions,
  io: CliIo,
): Promise<number> {
  if (fix === true && (format === 'sarif' || format === 'github')) {
    throw new CommandError(`--fix prints what a report as ${format} has no place for`, 'use --format text or json');
  }
  const place = choosePlace(stateDir === undefined ? {} : { stateDir }, io);
  const { folder } = place;
  const checked = new Map<string, Checked>();
  for (const file of chooseLawFiles(given, place, io)) {
    checked.set(file, await validateFile(file, folder, io));
  }
  const problems = [...checked.values()].flatMap(result => result.problems);
  const errors = problems.filter(isError).length;
  const warnings = problems.length - errors;
  const settings = fix === true ? adviseSettings(checked) : undefined;
  io.stdout(renderReport({ checked, problems, errors, warnings, settings }, format, io));
  return errors > 0 ? exitCode.problems : exitCode.fine;
}
