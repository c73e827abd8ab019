// The packs: their own tests, a page for each whose table says what its rules do, and that every rule is of use to the model.
// UPDATE=1 writes the tables.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cleanEnv, entry, runProcess } from './support/hook-process.ts';
import { packNames } from './support/labelled-calls.ts';

const root = path.join(import.meta.dirname, '..');

interface PackRule {
  readonly id: string;
  readonly deny?: string;
  readonly ask?: string;
  readonly instead?: string;
}

interface PackTest {
  readonly expect: 'silent' | { readonly deny?: string; readonly ask?: string };
}

interface PackText {
  readonly rules: readonly PackRule[];
  readonly tests: readonly PackTest[];
}

function readPack(name: string): PackText {
  return parse(fs.readFileSync(path.join(root, 'src', 'packs', `${name}.yaml`), 'utf8')) as PackText;
}

/** A table as the formatter of the pages would write it. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0))) ?? [];
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`, ...body.map(line)].join('\n');
}

function rulesTable({ rules }: PackText): string {
  const rows = rules.map(({ id, deny, ask, instead = '' }) => [
    `\`${id}\``,
    deny === undefined ? 'ask' : 'deny',
    `${deny ?? ask ?? ''} ${instead}`.replaceAll('|', '\\|'),
  ]);
  return tableOf([['rule', 'effect', 'what the model reads'], ...rows]);
}

describe.each(packNames)('the pack %s', name => {
  const pack = readPack(name);

  it('has a page with its rules', () => {
    const page = path.join(root, 'docs', 'packs', `${name}.md`);
    const [before = '', after = ''] = fs
      .readFileSync(page, 'utf8')
      .split(/<!-- rules -->[\s\S]*?(?=\n## |$(?![\s\S]))/);
    const wanted = `${before}<!-- rules -->\n\n${rulesTable(pack)}\n${after}`;
    if (process.env['UPDATE'] !== undefined) fs.writeFileSync(page, wanted);
    expect(fs.readFileSync(page, 'utf8')).toBe(wanted);
  });

  it.each(pack.rules)('$id tells what to do instead, and a test makes it fire', ({ id, deny, ask, instead }) => {
    expect(deny ?? ask).toMatch(/\.$/);
    expect(instead).toMatch(/\.$/);
    const fired = pack.tests.filter(
      ({ expect: wanted }) => typeof wanted === 'object' && (wanted.deny ?? wanted.ask) === id,
    );
    expect(fired.length, `no test of ${name} makes ${id} fire`).toBeGreaterThan(0);
  });

  it('passes its own tests', async () => {
    const { exit, stdout, stderr } = await runProcess(process.execPath, [entry, 'test', `hooklaw:${name}`], {
      env: cleanEnv(root),
    });
    expect(exit, stdout + stderr).toBe(0);
  });
});
