import path from 'node:path';
import { type Command, Option } from 'commander';
import { compileSource } from '../../adapters/compile-source.ts';
import { readLawFile } from '../../adapters/law-files.ts';
import { type LawTestResult, runLawTests } from '../../commands/run-law-tests.ts';
import { exitCode } from '../../core/exit-code.ts';
import { openLaw } from '../../core/law/open-law.ts';
import { createPainter, type Painter } from '../../render/painter.ts';
import type { CliIo } from './io.ts';
import { chooseLawFiles, choosePlace } from './law-files.ts';

type FileResults = { readonly file: string; readonly tests: readonly LawTestResult[] };

/** Adds `test` to the program. */
export function registerTest(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('test')
    .description("Run the laws' own tests.")
    .argument('[files...]', 'law files (default: those in force here)')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action(async (files: readonly string[], { format }: { format: 'text' | 'json' }) => {
      finish(await runTest(files, format, io));
    });
}

async function testFile(file: string, io: CliIo): Promise<FileResults> {
  const bytes = readLawFile(path.resolve(io.cwd, file), file);
  const { law, tests } = compileSource(bytes, file);
  return { file, tests: await runLawTests({ layer: 'named', file, trusted: true, law: openLaw(law) }, tests) };
}

function renderResult({ name, passed, expected, got }: LawTestResult, paint: Painter): string {
  if (passed) return `  ${paint.green('✓')} ${name}`;
  return `  ${paint.red('✗')} ${name}\n      expected: ${expected}\n      got:      ${got}`;
}

async function runTest(given: readonly string[], format: 'text' | 'json', io: CliIo): Promise<number> {
  const results: FileResults[] = [];
  for (const file of chooseLawFiles(given, choosePlace({}, io), io)) results.push(await testFile(file, io));
  const tests = results.flatMap(result => result.tests);
  const failed = tests.filter(test => !test.passed).length;
  if (format === 'json') {
    io.stdout(`${JSON.stringify({ passed: tests.length - failed, failed, files: results }, null, 2)}\n`);
  } else {
    const paint = createPainter(io.colour);
    for (const result of results) {
      const lines = result.tests.length === 0 ? ['  no tests'] : result.tests.map(test => renderResult(test, paint));
      io.stdout(`${paint.bold(result.file)}\n${lines.join('\n')}\n`);
    }
    io.stdout(`\n${tests.length - failed} passed, ${failed} failed\n`);
  }
  return failed > 0 ? exitCode.problems : exitCode.fine;
}
