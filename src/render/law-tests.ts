import type { LocatedStep } from '../core/decision/located-step.ts';
import type {
  LawTestReport,
  MutationReport,
  PlacedTestResult,
  RuleCoverage,
  RulePlace,
  Survivor,
} from '../core/law/test-report.ts';
import { renderDifferences } from './differences.ts';
import { writeLawTest } from './law-test-source.ts';
import { renderValues, stepToJson } from './located-step.ts';
import type { Painter } from './painter.ts';
import { plural } from './plural.ts';
import { renderParts } from './rule-part.ts';

/** How many tests passed and failed, over all files. */
export function countTests(reports: readonly LawTestReport[]): { passed: number; failed: number } {
  const tests = reports.flatMap(report => report.tests);
  const failed = tests.filter(test => !test.passed).length;
  return { passed: tests.length - failed, failed };
}

/** A rule behind a test that failed, with its part of the law. */
function renderBehind(located: LocatedStep, paint: Painter): string[] {
  const { rule, outcome, detail } = located.step;
  const head = `${rule.id} (line ${rule.line}) ${outcome}: ${detail}`;
  const parts = located.source === undefined ? [] : renderParts(located.parts, located.source, paint);
  return [head, ...parts, ...renderValues(located, paint)];
}

function renderResult(result: PlacedTestResult, paint: Painter): string {
  const { name, passed, expected, got, line, behind } = result;
  if (passed) return `  ${paint.green('✓')} ${name}`;
  const below = [
    `expected: ${expected}`,
    `got:      ${got}`,
    ...renderDifferences(result, paint),
    ...behind.flatMap(step => renderBehind(step, paint)),
  ];
  return [`  ${paint.red('✗')} ${name} ${paint.dim(`(line ${line})`)}`, ...below.map(text => `      ${text}`)].join(
    '\n',
  );
}

function renderPlace({ rule, line }: RulePlace): string {
  return `${rule} (line ${line})`;
}

/** How many of some rules the tests have seen do something, and which they have not. */
function renderShare(seen: number, all: number, noun: string, did: string, not: readonly RulePlace[], paint: Painter) {
  const sum = `${seen} of ${plural(all, noun)} ${did}`;
  return not.length === 0 ? `  ${paint.dim(sum)}` : `  ${paint.yellow(sum)}, never: ${not.map(renderPlace).join(', ')}`;
}

function renderCoverage(
  { rules, fired, never, conditional, silent, unsilenced }: RuleCoverage,
  paint: Painter,
): string[] {
  return [
    renderShare(fired, rules, 'rule', 'fired', never, paint),
    ...(conditional === 0
      ? []
      : [renderShare(silent, conditional, 'conditional rule', 'stayed silent', unsilenced, paint)]),
  ];
}

/** A line for each rule: in how many tests it came to what. */
function renderOutcomes({ outcomes, percent }: RuleCoverage, paint: Painter): string[] {
  const head = ['rule', 'fired', 'silent', 'not checkable'];
  const rows = outcomes.map(({ rule, fired, silent, failed }) => [rule, ...[fired, silent, failed].map(String)]);
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map(row => (row[column] ?? title).length)));
  const layOut = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return [paint.dim(layOut(head)), ...rows.map(layOut), `coverage ${percent} %`].map(line => `  ${line}`);
}

function renderSurvivor(survivor: Survivor, file: string, earlier: readonly Survivor[], paint: Painter): string {
  const { rule, line, change, becomes, hint, test } = survivor;
  const expression = becomes === undefined ? [] : [paint.dim(becomes.replace(/\s+/g, ' ').trim())];
  const known = test !== undefined && earlier.some(other => other.test === test);
  const advice =
    test === undefined
      ? [`noticed by: ${hint}`]
      : known
        ? [`noticed by the test above: ${test.name}`]
        : [
            'noticed by:',
            ...writeLawTest(test, file)
              .split('\n')
              .map(text => `  ${paint.green(text)}`),
          ];
  return [
    `  ${paint.red('✗')} ${rule} (line ${line}): ${change}`,
    ...[...expression, ...advice].map(text => `      ${text}`),
  ].join('\n');
}

function renderMutation(
  { changes, noticed, untried, survivors }: MutationReport,
  file: string,
  paint: Painter,
): string {
  const more = untried === 0 ? '' : `; ${plural(untried, 'more change')} not tried`;
  const sum = `  ${noticed} of ${plural(changes, 'change')} of the law noticed${more}`;
  return [sum, ...survivors.map((one, at) => renderSurvivor(one, file, survivors.slice(0, at), paint))].join('\n');
}

function renderReport({ file, tests, coverage, mutation }: LawTestReport, paint: Painter, perRule: boolean): string {
  const lines = tests.length === 0 ? ['  no tests'] : tests.map(test => renderResult(test, paint));
  if (tests.length > 0) lines.push(...renderCoverage(coverage, paint));
  if (perRule) lines.push(...renderOutcomes(coverage, paint));
  if (mutation !== undefined) lines.push(renderMutation(mutation, file, paint));
  return `${paint.bold(file)}\n${lines.join('\n')}\n`;
}

/**
 * What became of the tests of laws, for a person.
 * @param perRule whether each rule is shown with what it came to
 */
export function renderLawTests(reports: readonly LawTestReport[], paint: Painter, perRule = false): string {
  const { passed, failed } = countTests(reports);
  const mutations = reports.flatMap(({ mutation }) => mutation ?? []);
  const unnoticed = mutations.reduce((sum, { survivors }) => sum + survivors.length, 0);
  const changes = mutations.length === 0 ? '' : `, ${plural(unnoticed, 'change')} of the law unnoticed`;
  const files = reports.map(report => renderReport(report, paint, perRule)).join('');
  return `${files}\n${passed} passed, ${failed} failed${changes}\n`;
}

function testToJson({ behind, decision, differences, ...told }: PlacedTestResult): unknown {
  return {
    ...told,
    message: decision?.message ?? null,
    differences: differences.map(({ path, expected, got }) => ({ path, expected: expected ?? null, got: got ?? null })),
    behind: behind.map(stepToJson),
  };
}

/** The same for a program. */
export function testsToJson(reports: readonly LawTestReport[]): unknown {
  return {
    ...countTests(reports),
    files: reports.map(({ file, tests, ...found }) => ({ file, tests: tests.map(testToJson), ...found })),
  };
}
