import type { LawTestReport, PlacedTestResult, Survivor } from '../core/law/test-report.ts';
import { renderDifferences } from './differences.ts';
import { writeLawTest } from './law-test-source.ts';

interface TestCase {
  readonly name: string;
  readonly failure?: { readonly message: string; readonly text: string };
}

interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Escapes a text for an attribute or an element. What XML 1.0 cannot hold at all (section 2.2, Char) becomes U+FFFD. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replace(/[&<>"\t\n\r]/g, character => entities[character] ?? character);
}

function renderCase({ name, failure }: TestCase, suite: string): string {
  const head = `    <testcase name="${escapeXml(name)}" classname="${escapeXml(suite)}"`;
  if (failure === undefined) return `${head}/>`;
  return [
    `${head}>`,
    `      <failure message="${escapeXml(failure.message)}">${escapeXml(failure.text)}</failure>`,
    '    </testcase>',
  ].join('\n');
}

function countFailures(cases: readonly TestCase[]): number {
  return cases.filter(({ failure }) => failure !== undefined).length;
}

function renderSuite({ name, cases }: TestSuite): string {
  const head = `  <testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${countFailures(cases)}" errors="0" skipped="0">`;
  return [head, ...cases.map(one => renderCase(one, name)), '  </testsuite>'].join('\n');
}

function caseOfSurvivor({ rule, line, change, becomes, hint, test }: Survivor, file: string): TestCase {
  const expression = becomes === undefined ? '' : `${becomes}\n`;
  const advice = test === undefined ? ` ${hint}` : `\n${writeLawTest(test, file)}`;
  return {
    name: `${rule} (line ${line}): ${change}`,
    failure: { message: 'no test notices this change of the law', text: `${expression}noticed by:${advice}` },
  };
}

function caseOfTest(test: PlacedTestResult): TestCase {
  const { name, passed, expected, got, line } = test;
  if (passed) return { name };
  const text = [`line ${line}`, `expected: ${expected}`, `got: ${got}`, ...renderDifferences(test)].join('\n');
  return { name, failure: { message: `expected ${expected}, got ${got}`, text } };
}

function suitesOf({ file, tests, mutation }: LawTestReport): TestSuite[] {
  const own = {
    name: file,
    cases: tests.map(caseOfTest),
  };
  if (mutation === undefined) return [own];
  const { survivors, changes } = mutation;
  const cases =
    survivors.length > 0
      ? survivors.map(survivor => caseOfSurvivor(survivor, file))
      : [{ name: `every change of the law is noticed (${changes})` }];
  return [own, { name: `${file} (changes of the law)`, cases }];
}

/** What became of the tests of laws as JUnit XML: a suite for each file, and one for the changes that no test noticed. */
export function renderJunit(reports: readonly LawTestReport[]): string {
  const suites = reports.flatMap(suitesOf);
  const cases = suites.flatMap(suite => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="hooklaw" tests="${cases.length}" failures="${countFailures(cases)}">`,
    ...suites.map(renderSuite),
    '</testsuites>',
    '',
  ].join('\n');
}
