import { type Command, Option } from 'commander';
import { testLaw } from '../../commands/test-law.ts';
import { exitCode } from '../../core/exit-code.ts';
import type { LawTestReport } from '../../core/law/test-report.ts';
import { renderJunit } from '../../render/junit.ts';
import { countTests, renderLawTests, testsToJson } from '../../render/law-tests.ts';
import { createPainter } from '../../render/painter.ts';
import { readGivenLaw } from './given-law.ts';
import { type CliIo, CommandError } from './io.ts';
import { chooseLawFiles, choosePlace } from './law-files.ts';

interface TestOptions {
  readonly format: 'text' | 'json' | 'junit';
  readonly mutate?: boolean;
  readonly filter?: string;
  readonly coverage?: boolean;
  readonly minCoverage?: string;
}

/** Adds `test` to the program. */
export function registerTest(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('test')
    .description("Run the laws' own tests.")
    .argument('[files...]', 'law files (default: those in force here)')
    .option('--filter <regex>', 'only the tests whose name it matches')
    .option('--coverage', 'show for each rule in how many tests it fired, stayed silent, and could not be checked')
    .option('--min-coverage <percent>', 'fail where the tests see less of what the rules can come to')
    .option('--mutate', 'change the law in small ways, and name the changes that no test notices')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json', 'junit']).default('text'))
    .action(async (files: readonly string[], options: TestOptions) => {
      finish(await runTest(files, options, io));
    });
}

function render(reports: readonly LawTestReport[], { format, coverage = false }: TestOptions, io: CliIo): string {
  if (format === 'junit') return renderJunit(reports);
  if (format === 'json') return `${JSON.stringify(testsToJson(reports), null, 2)}\n`;
  return renderLawTests(reports, createPainter(io.colour), coverage);
}

function readFilter({ filter, mutate, minCoverage }: TestOptions): RegExp | undefined {
  if (filter === undefined) return undefined;
  if (mutate === true || minCoverage !== undefined) {
    const other = mutate === true ? '--mutate' : '--min-coverage';
    throw new CommandError(`\`${other}\` is about all tests, and \`--filter\` leaves some out`, 'give one of the two');
  }
  try {
    return new RegExp(filter);
  } catch {
    throw new CommandError(`\`--filter ${filter}\` is no regular expression`);
  }
}

function readPercent(text: string | undefined): number {
  const percent = Number(text ?? '0');
  if (text?.trim() === '' || !(percent >= 0 && percent <= 100)) {
    throw new CommandError(`\`--min-coverage ${text}\` is no percentage`, 'give 0 to 100');
  }
  return percent;
}

/** Whether the tests see enough of every law; says where they do not. */
function isCovered(reports: readonly LawTestReport[], least: number, io: CliIo): boolean {
  const lacking = reports.filter(({ coverage }) => coverage.percent < least);
  for (const { file, coverage } of lacking) {
    io.stderr(`${file}: the tests see ${coverage.percent} % of what its rules can come to, ${least} % are wanted\n`);
  }
  return lacking.length === 0;
}

async function runTest(given: readonly string[], options: TestOptions, io: CliIo): Promise<number> {
  const [filter, least] = [readFilter(options), readPercent(options.minCoverage)];
  const reports: LawTestReport[] = [];
  for (const file of chooseLawFiles(given, choosePlace({}, io), io)) {
    const bytes = readGivenLaw(file, io);
    reports.push(await testLaw(bytes, file, { mutate: options.mutate === true, filter, now: Date.now() }));
  }
  if (filter !== undefined && reports.every(({ tests }) => tests.length === 0)) {
    throw new CommandError(`no test has a name that matches \`${options.filter}\``);
  }
  io.stdout(render(reports, options, io));
  const unnoticed = reports.some(({ mutation }) => mutation !== undefined && mutation.survivors.length > 0);
  const covered = isCovered(reports, least, io);
  return countTests(reports).failed > 0 || unnoticed || !covered ? exitCode.problems : exitCode.fine;
}
