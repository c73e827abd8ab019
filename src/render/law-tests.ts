import type {
  LawTestReport,
  LawTestResult,
  MutationReport,
  RuleCoverage,
  RulePlace,
  Survivor,
} from '../core/law/test-report.ts';
import type { Painter } from './painter.ts';
import { plural } from './plural.ts';

/** How many tests passed and failed, over all files. */
export function countTests(reports: readonly LawTestReport[]): { passed: number; failed: number } {
  const tests = reports.flatMap(report => report.tests);
  const failed = tests.filter(test => !test.passed).length;
  return { passed: tests.length - failed, failed };
}

function renderResult({ name, passed, expected, got }: LawTestResult, paint: Painter): string {
  if (passed) return `  ${paint.green('✓')} ${name}`;
  return `  ${paint.red('✗')} ${name}\n      expected: ${expected}\n      got:      ${got}`;
}

function renderPlace({ rule, line }: RulePlace): string {
  return `${rule} (line ${line})`;
}

function renderCoverage({ rules, fired, never }: RuleCoverage, paint: Painter): string {
  if (never.length === 0) return `  ${paint.dim(`${fired} of ${plural(rules, 'rule')} fired`)}`;
  return `  ${paint.yellow(`${fired} of ${plural(rules, 'rule')} fired`)}, never: ${never.map(renderPlace).join(', ')}`;
}

function renderSurvivor({ rule, line, change, becomes, hint }: Survivor, paint: Painter): string {
  const expression = becomes === undefined ? [] : [`      ${paint.dim(becomes.replace(/\s+/g, ' ').trim())}`];
  const head = `  ${paint.red('✗')} ${rule} (line ${line}): ${change}`;
  return [head, ...expression, `      noticed by: ${hint}`].join('\n');
}

function renderMutation({ changes, noticed, untried, survivors }: MutationReport, paint: Painter): string {
  const more = untried === 0 ? '' : `; ${plural(untried, 'more change')} not tried`;
  const sum = `  ${noticed} of ${plural(changes, 'change')} of the law noticed${more}`;
  return [sum, ...survivors.map(survivor => renderSurvivor(survivor, paint))].join('\n');
}

function renderReport({ file, tests, coverage, mutation }: LawTestReport, paint: Painter): string {
  const lines = tests.length === 0 ? ['  no tests'] : tests.map(test => renderResult(test, paint));
  if (tests.length > 0) lines.push(renderCoverage(coverage, paint));
  if (mutation !== undefined) lines.push(renderMutation(mutation, paint));
  return `${paint.bold(file)}\n${lines.join('\n')}\n`;
}

/** What became of the tests of laws, for a person. */
export function renderLawTests(reports: readonly LawTestReport[], paint: Painter): string {
  const { passed, failed } = countTests(reports);
  const mutations = reports.flatMap(({ mutation }) => mutation ?? []);
  const unnoticed = mutations.reduce((sum, { survivors }) => sum + survivors.length, 0);
  const changes = mutations.length === 0 ? '' : `, ${plural(unnoticed, 'change')} of the law unnoticed`;
  return `${reports.map(report => renderReport(report, paint)).join('')}\n${passed} passed, ${failed} failed${changes}\n`;
}
