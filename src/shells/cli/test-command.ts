import path from 'node:path';
import { type Command, Option } from 'commander';
import { compileSource } from '../../adapters/compile-source.ts';
import { readLawFile } from '../../adapters/law-files.ts';
import { mutateLawTests } from '../../commands/mutate-law-tests.ts';
import { runLawTests } from '../../commands/run-law-tests.ts';
import { exitCode } from '../../core/exit-code.ts';
import { openLaw } from '../../core/law/open-law.ts';
import { decodeLaw } from '../../core/law/read-source.ts';
import { coverRules } from '../../core/law/rule-coverage.ts';
import type { LawTestReport } from '../../core/law/test-report.ts';
import { renderJunit } from '../../render/junit.ts';
import { countTests, renderLawTests } from '../../render/law-tests.ts';
import { createPainter } from '../../render/painter.ts';
import type { CliIo } from './io.ts';
import { chooseLawFiles, choosePlace } from './law-files.ts';

interface TestOptions {
  readonly format: 'text' | 'json' | 'junit';
  readonly mutate?: boolean;
}

/** Adds `test` to the program. */
export function registerTest(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('test')
    .description("Run the laws' own tests.")
    .argument('[files...]', 'law files (default: those in force here)')
    .option('--mutate', 'change the law in small ways, and name the changes that no test notices')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json', 'junit']).default('text'))
    .action(async (files: readonly string[], options: TestOptions) => {
      finish(await runTest(files, options, io));
    });
}

async function testFile(file: string, mutate: boolean, io: CliIo): Promise<LawTestReport> {
  const bytes = readLawFile(path.resolve(io.cwd, file), file);
  const { law, tests } = compileSource(bytes, file);
  const now = Date.now();
  const results = await runLawTests({ layer: 'named', file, trusted: true, law: openLaw(law) }, tests, now);
  const report = { file, tests: results, coverage: coverRules(law, results) };
  return mutate ? { ...report, mutation: await mutateLawTests(decodeLaw(bytes, file), file, now) } : report;
}

function render(reports: readonly LawTestReport[], format: TestOptions['format'], io: CliIo): string {
  if (format === 'junit') return renderJunit(reports);
  if (format === 'json') return `${JSON.stringify({ ...countTests(reports), files: reports }, null, 2)}\n`;
  return renderLawTests(reports, createPainter(io.colour));
}

async function runTest(given: readonly string[], { format, mutate = false }: TestOptions, io: CliIo): Promise<number> {
  const reports: LawTestReport[] = [];
  for (const file of chooseLawFiles(given, choosePlace({}, io), io)) reports.push(await testFile(file, mutate, io));
  io.stdout(render(reports, format, io));
  const unnoticed = reports.some(({ mutation }) => mutation !== undefined && mutation.survivors.length > 0);
  return countTests(reports).failed > 0 || unnoticed ? exitCode.problems : exitCode.fine;
}
