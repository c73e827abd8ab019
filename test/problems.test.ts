// One folder of test/fixtures/problems for each problem code: `law.*` triggers the code and nothing else, `expected.txt`
// is what a person is shown, `ok.*` is the law mended. UPDATE=1 writes `expected.txt`, the output in the pages and the index.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listApprovals } from '../src/adapters/approvals.ts';
import { readLawFile } from '../src/adapters/law-files.ts';
import { createStateFolder } from '../src/adapters/state-folder.ts';
import { checkLaw } from '../src/commands/check-law.ts';
import { assertMayForbid } from '../src/core/law/project-laws.ts';
import { type ProblemCode, problemCatalogue } from '../src/core/problem/catalogue.ts';
import { LawError, type Problem } from '../src/core/problem/problem.ts';
import { createPainter } from '../src/render/painter.ts';
import { renderProblems } from '../src/render/problems.ts';
import { renderTable } from './support/markdown.ts';

const root = path.join(import.meta.dirname, '..');
const fixtures = path.join(root, 'test', 'fixtures', 'problems');
const pages = path.join(root, 'docs', 'problems');
const update = process.env['UPDATE'] !== undefined;

const allCodes = Object.keys(problemCatalogue) as ProblemCode[];
/** Those of laws; the fixtures of the others are tried by findings.test.ts. */
const codes = allCodes.filter(code => code.startsWith('law/'));
const nameOf = (code: ProblemCode): string => code.replace('/', '-');

/** The fixture whose name starts with `law` or `ok`; a law that is missing on purpose is named all the same. */
function findLaw(folder: string, name: 'law' | 'ok'): string {
  const found = fs.readdirSync(folder).find(file => file.startsWith(`${name}.`));
  return path.join(folder, found ?? `${name}.yaml`);
}

/** Laws are shown under the name that a project's own law has. */
function shownName(file: string): string {
  const ending = path.extname(file);
  return `hooklaw${ending === '.bin' ? '.yaml' : ending}`;
}

/** The approvals of a fixture that is about them; reading them is what goes wrong. */
function readApprovals(file: string): void {
  const approvals = path.join(path.dirname(file), 'approved');
  if (path.basename(file).startsWith('law.') && fs.existsSync(approvals)) {
    listApprovals({ ...createStateFolder(path.dirname(file)), approvals });
  }
}

/** A page shows as much of a law as its problem needs; that the piece has no tests is said where that is the problem. */
function isPiece(file: string): boolean {
  return path.basename(path.dirname(file)) !== 'law-no-tests';
}

async function findProblems(file: string): Promise<readonly Problem[]> {
  try {
    readApprovals(file);
    const { law, warnings, source } = await checkLaw(readLawFile(file), shownName(file));
    assertMayForbid(law, 'project', shownName(file), source.locateKey([], 'project_laws'));
    return warnings.filter(({ code }) => code !== 'law/no-tests' || !isPiece(file));
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return error.problems;
  }
}

function textOf(file: string): string | undefined {
  return fs.existsSync(file) && path.extname(file) !== '.bin' ? fs.readFileSync(file, 'utf8') : undefined;
}

function render(file: string, problems: readonly Problem[]): string {
  return renderProblems(problems, () => textOf(file), createPainter(false))
    .replaceAll(file, shownName(file))
    .replaceAll(`${path.dirname(file)}${path.sep}`, '');
}

/** Compares a text with a file, or writes the file where that is wanted. */
function expectFile(file: string, text: string): void {
  if (update) fs.writeFileSync(file, text);
  expect(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : `there is no ${path.relative(root, file)}`).toBe(text);
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\``;
}

test('every code has a folder of fixtures and a page, and there are no others', () => {
  const wanted = allCodes.map(nameOf).sort();
  expect(fs.readdirSync(fixtures).sort()).toEqual(wanted);
  const found = fs.readdirSync(pages).filter(file => file !== 'README.md');
  expect(found.sort()).toEqual(wanted.map(name => `${name}.md`).sort());
});

test.each(codes)('%s: its law triggers it and nothing else', async code => {
  const folder = path.join(fixtures, nameOf(code));
  const file = findLaw(folder, 'law');
  const problems = await findProblems(file);
  expect([...new Set(problems.map(problem => problem.code))]).toEqual([code]);
  expect(problems[0]?.severity).toBe(problemCatalogue[code].severity);
  expectFile(path.join(folder, 'expected.txt'), render(file, problems));
});

test.each(codes)('%s: its law, mended, has no problem', async code => {
  const file = findLaw(path.join(fixtures, nameOf(code)), 'ok');
  expect(render(file, await findProblems(file))).toBe('');
});

test.each(codes)('%s: its page shows the fixtures and says it all', code => {
  const folder = path.join(fixtures, nameOf(code));
  const file = path.join(pages, `${nameOf(code)}.md`);
  const expected = fs.readFileSync(path.join(folder, 'expected.txt'), 'utf8');
  const written = fs.readFileSync(file, 'utf8');
  const page = update ? written.replace(/```text\n.*?```/s, () => block('text', expected)) : written;
  if (update) fs.writeFileSync(file, page);
  expect(page.split('\n')[0]).toBe(`# \`${code}\``);
  expect(page).toContain(block('text', expected));
  for (const law of [findLaw(folder, 'law'), findLaw(folder, 'ok')]) {
    const text = textOf(law);
    if (text !== undefined) expect(page).toContain(block(path.extname(law).slice(1), text));
  }
  expect(page).not.toContain('TODO');
  expect(problemCatalogue[code].title).not.toContain('TODO');
});

test('the index lists every code with its severity and title', () => {
  const rows = allCodes.map(code => {
    const { severity, title } = problemCatalogue[code];
    return [`[\`${code}\`](${nameOf(code)}.md)`, severity, title];
  });
  const file = path.join(pages, 'README.md');
  const page = fs.readFileSync(file, 'utf8').replace(/\n\n\|.*$/s, '');
  expectFile(file, `${page}\n\n${renderTable([['code', 'severity', 'title'], ...rows])}\n`);
});

/** Where a new code of each kind is written down, and the fixtures that it gets. */
const started: readonly (readonly [string, string, readonly string[]])[] = [
  ['law/brand-new', 'catalogue.ts', ['law.yaml', 'ok.yaml']],
  ['settings/brand-new', 'settings-problems.ts', bothOf('.claude/settings.json', '.claude/hooks/guard.sh')],
  ['hook/brand-new', 'hook-problems.ts', bothOf('.claude/settings.json', '.claude/hooks/guard.sh')],
  ['guard/brand-new', 'guard-problems.ts', bothOf('.claude/settings.json', 'hooklaw.yaml')],
];

function bothOf(...files: readonly string[]): string[] {
  return ['bad', 'ok'].flatMap(folder => files.map(file => `${folder}/project/${file}`));
}

function filesBelow(folder: string): string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter(name => fs.statSync(path.join(folder, name)).isFile()).sort();
}

test('`npm run new` starts a problem of each kind in every place, and never writes over one', () => {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-new-'));
  try {
    for (const file of ['scripts/new.mjs', 'src/core/problem']) {
      fs.cpSync(path.join(root, file), path.join(copy, file), { recursive: true });
    }
    const script = path.join(copy, 'scripts', 'new.mjs');
    for (const [code, catalogue, files] of started) {
      execFileSync(process.execPath, [script, 'problem', code]);
      const name = code.replace('/', '-');
      const text = fs.readFileSync(path.join(copy, 'src/core/problem', catalogue), 'utf8');
      expect(text).toContain(`  '${code}': { severity: 'error', title: 'TODO' },\n} as const`);
      expect(filesBelow(path.join(copy, 'test/fixtures/problems', name))).toEqual([...files].sort());
      expect(fs.readFileSync(path.join(copy, `docs/problems/${name}.md`), 'utf8')).toContain(`# \`${code}\``);
    }
    const before = filesBelow(copy).map(file => [file, fs.readFileSync(path.join(copy, file), 'utf8')]);
    for (const taken of ['law/brand-new', 'hook/brand-new', 'law/syntax', 'settings/syntax', 'Law Mine', 'rule/mine']) {
      const again = spawnSync(process.execPath, [script, 'problem', taken], { encoding: 'utf8' });
      expect([again.status, again.stderr]).toEqual([3, expect.stringContaining(`\`${taken}\``)]);
    }
    expect(filesBelow(copy).map(file => [file, fs.readFileSync(path.join(copy, file), 'utf8')])).toEqual(before);
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
});
