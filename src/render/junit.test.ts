import { expect, it } from 'vitest';
import type { LawTestReport } from '../core/law/test-report.ts';
import { renderJunit } from './junit.ts';

const coverage = {
  rules: 1,
  fired: 1,
  never: [],
  conditional: 0,
  silent: 0,
  unsilenced: [],
  percent: 100,
  outcomes: [],
};
const seen = { fired: [], silent: [], failed: [], differences: [], behind: [] };
const report: LawTestReport = {
  file: 'a&b.yaml',
  coverage,
  tests: [
    { name: 'good', passed: true, expected: 'silent', got: 'silent', line: 7, ...seen },
    {
      name: 'a "<b>"\nand\u0000\uD800',
      passed: false,
      expected: 'deny',
      got: 'rewritten to {"a":"]]>"}',
      line: 8,
      ...seen,
    },
  ],
};

it('writes a suite for each file, with what was expected and got, and nothing that is no XML', () => {
  expect(renderJunit([report])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="hooklaw" tests="2" failures="1">
  <testsuite name="a&amp;b.yaml" tests="2" failures="1" errors="0" skipped="0">
    <testcase name="good" classname="a&amp;b.yaml"/>
    <testcase name="a &quot;&lt;b&gt;&quot;&#10;and\uFFFD\uFFFD" classname="a&amp;b.yaml">
      <failure message="expected deny, got rewritten to {&quot;a&quot;:&quot;]]&gt;&quot;}">line 8&#10;expected: deny&#10;got: rewritten to {&quot;a&quot;:&quot;]]&gt;&quot;}</failure>
    </testcase>
  </testsuite>
</testsuites>
`);
});

it('has a suite of its own for changes of the law, which passes where all are noticed', () => {
  const mutation = { changes: 3, noticed: 3, invalid: 0, untried: 0, survivors: [] };
  const survivor = { rule: 'limit', line: 4, change: '`>` became `>=` in `when`', hint: 'a test at the limit' };
  expect(renderJunit([{ ...report, tests: [], mutation }])).toContain('tests="1" failures="0"');
  const text = renderJunit([{ ...report, tests: [], mutation: { ...mutation, noticed: 2, survivors: [survivor] } }]);
  expect(text).toContain('<testcase name="limit (line 4): `&gt;` became `&gt;=` in `when`"');
  expect(text).toContain('tests="1" failures="1"');
});
