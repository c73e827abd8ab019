// One folder of test/fixtures/problems for each code of the self-test: `bad` is a project in which it is found, `ok` the same
// mended, `expected.txt` what a person is shown. UPDATE=1 writes `expected.txt` and the output in the page.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ProblemCode, problemCatalogue } from '../src/core/problem/catalogue.ts';
import { isError } from '../src/core/problem/problem.ts';
import { renderFindings, tryFixture } from './support/self-test-fixture.ts';

const root = path.join(import.meta.dirname, '..');
const problems = path.join(root, 'test', 'fixtures', 'problems');
const healthy = path.join(root, 'test', 'fixtures', 'healthy');
const update = process.env['UPDATE'] !== undefined;

const codes = (Object.keys(problemCatalogue) as ProblemCode[]).filter(code => !code.startsWith('law/'));
const folderOf = (code: ProblemCode): string => path.join(problems, code.replace('/', '-'));

/** What takes the real client to find is tried with it: `npm run test:claude`. */
const elsewhere: readonly ProblemCode[] = ['guard/not-called', 'settings/worktree-differs'];

const fixed = codes.filter(code => !elsewhere.includes(code));

test.concurrent.each(fixed)(
  '%s: is found where it is, and not where it is mended',
  { timeout: 300_000 },
  async code => {
    const folder = folderOf(code);
    await tryFixture(path.join(folder, 'bad'), ({ root: place, report }) => {
      const found = report.findings.filter(finding => finding.code === code);
      expect(report.findings.map(finding => finding.code)).toContain(code);
      expect(found[0]?.severity).toBe(problemCatalogue[code].severity);
      const text = renderFindings(found, place);
      const file = path.join(folder, 'expected.txt');
      if (update) fs.writeFileSync(file, text);
      expect(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : 'there is no expected.txt').toBe(text);
    });
    await tryFixture(path.join(folder, 'ok'), ({ root: place, report }) => {
      const wrong = report.findings.filter(finding => isError(finding) || finding.code === code);
      expect(renderFindings(wrong, place)).toBe('');
    });
  },
);

test.each(codes)('%s: its page says it all', code => {
  const file = path.join(root, 'docs', 'problems', `${code.replace('/', '-')}.md`);
  const written = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  const expectedFile = path.join(folderOf(code), 'expected.txt');
  const expected = fs.existsSync(expectedFile) ? fs.readFileSync(expectedFile, 'utf8') : '';
  const page = update ? written.replace(/```text\n.*?```/s, () => `\`\`\`text\n${expected}\`\`\``) : written;
  if (update) fs.writeFileSync(file, page);
  expect(page.split('\n')[0]).toBe(`# \`${code}\``);
  expect(page).toContain(`\`\`\`text\n${expected}\`\`\``);
  expect(page).toContain('## How to mend it');
  expect(page).not.toContain('TODO');
});

const projects = fs.existsSync(healthy) ? fs.readdirSync(healthy) : [];

test.concurrent.each(projects)('healthy settings: %s has no error', { timeout: 300_000 }, async name => {
  await tryFixture(path.join(healthy, name), ({ root: place, report }) => {
    expect(report.hooks.length).toBeGreaterThan(0);
    expect(renderFindings(report.findings.filter(isError), place)).toBe('');
  });
});

test('there are healthy settings of several kinds', () => {
  expect(projects.length).toBeGreaterThanOrEqual(5);
});
