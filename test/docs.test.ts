// Holds the documentation to the program. UPDATE=1 writes the table of events in docs/law.md.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileSource } from '../src/adapters/compile-source.ts';
import { checkLaw } from '../src/commands/check-law.ts';
import { runLawTests } from '../src/commands/run-law-tests.ts';
import { type EventName, eventCatalogue, eventInfo } from '../src/core/event/catalogue.ts';
import { defaultEventLimits, readEvent } from '../src/core/event/read-event.ts';
import { exitCode } from '../src/core/exit-code.ts';
import { openLaw } from '../src/core/law/open-law.ts';
import { plannedKeys } from '../src/core/law/schema.ts';
import { LawError } from '../src/core/problem/problem.ts';
import { createAuditEntry } from '../src/core/record/audit-entry.ts';
import { summarizeSession } from '../src/core/record/session-summary.ts';
import { wiredEvents } from '../src/core/settings/wiring.ts';
import { runCli } from '../src/shells/cli/main.ts';
import { fencedBlocks, headingAnchors, linkTargets, renderTable } from './support/markdown.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

function markdownIn(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.md'))
    .map(file => path.join(folder, file));
}

const pages = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs'), ...markdownIn('examples')];

test.each(pages)('%s: every link inside the repository leads somewhere', page => {
  const dead = linkTargets(read(page)).filter(target => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? page : path.join(path.dirname(page), file);
    if (!fs.existsSync(path.join(root, found))) return true;
    return anchor !== undefined && !headingAnchors(read(found)).includes(anchor);
  });
  expect(dead).toEqual([]);
});

test('the README shows what self-test prints of its guard, shortened', () => {
  const readme = fencedBlocks(read('README.md'));
  const shown = readme.filter(({ text }) => text.includes('$ hooklaw self-test\n'));
  const printed = ['old-guard', 'old-guard-mended'].map(id => read(`test/self-test-transcripts/${id}.txt`).split('\n'));
  expect(shown).toHaveLength(printed.length);
  for (const [index, { text }] of shown.entries()) {
    const lines = text.split('\n').filter(line => line !== '' && line !== '…' && !line.startsWith('$ '));
    const places = lines.map(line => printed[index]?.indexOf(line) ?? -1);
    expect(lines.filter((_, at) => places[at] === -1)).toEqual([]);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  }
  const guard = readme.find(({ text }) => text.startsWith('#!/bin/sh'))?.text ?? 'the README shows no guard';
  expect(read('test/self-test-command.test.ts')).toContain(guard);
});

/** The laws that a page shows; those that show a problem on purpose are compared with their fixture elsewhere. */
function lawsOf(page: string): string[] {
  const folder = path.join('test', 'fixtures', 'problems', path.basename(page, '.md'));
  const own = [path.join(folder, 'law.yaml'), path.join(folder, 'bad', 'project', 'hooklaw.yaml')];
  const fixture = own.find(file => fs.existsSync(path.join(root, file))) ?? path.join(folder, 'law.yaml');
  const broken = fs.existsSync(path.join(root, fixture)) ? read(fixture) : undefined;
  return fencedBlocks(read(page))
    .filter(({ language, text }) => language === 'yaml' && text.startsWith('hooklaw: 1') && text !== broken)
    .map(({ text }) => text);
}

/** A page shows pieces of laws: that they have no tests is no fault there. */
async function problemsOf(law: string): Promise<string[]> {
  // Where the state is kept only the user's own law and the managed one may say.
  const name = /^state:/m.test(law) ? 'law.yaml' : 'hooklaw.yaml';
  try {
    const { warnings } = await checkLaw(Buffer.from(law), name);
    return warnings.filter(({ code }) => code !== 'law/no-tests').map(({ message }) => message);
  } catch (error) {
    if (!(error instanceof LawError)) throw error;
    return error.problems.map(({ message }) => message);
  }
}

test('every law that a page shows compiles without a warning', async () => {
  const laws = pages.flatMap(lawsOf);
  expect(laws.length).toBeGreaterThan(30);
  expect((await Promise.all(laws.map(problemsOf))).flat()).toEqual([]);
});

test('every test in a law that a page shows passes', async () => {
  const withTests = pages.flatMap(lawsOf).filter(law => /^tests:/m.test(law));
  const tested = withTests.map(law => compileSource(Buffer.from(law), 'hooklaw.yaml'));
  const runs = tested.map(({ law, tests }) =>
    runLawTests({ layer: 'named', file: 'hooklaw.yaml', trusted: true, law: openLaw(law) }, tests),
  );
  const results = (await Promise.all(runs)).flat();
  expect(results.length).toBeGreaterThan(1);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
});

test('the table of events is that of the catalogue', () => {
  const rows = (Object.keys(eventCatalogue) as EventName[]).map(name => {
    const { role, tool, effects } = eventInfo(name);
    return [`\`${name}\``, role, tool ? 'yes' : '', effects.map(effect => `\`${effect}\``).join(', ')];
  });
  const table = renderTable([['event', 'role', 'tool', 'effects'], ...rows]);
  const page = read('docs/law.md');
  const wanted = page.replace(
    /(<!-- generated from [^\n]* -->\n).*?(\n<!-- end -->)/s,
    (_, start: string, end: string) => `${start}\n${table}\n${end}`,
  );
  if (process.env['UPDATE'] !== undefined) fs.writeFileSync(path.join(root, 'docs/law.md'), wanted);
  expect(read('docs/law.md')).toContain(`\n${table}\n`);
});

test('the page on records names every field of a row', () => {
  const bytes = Buffer.from('{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{}}');
  const event = readEvent(bytes, undefined, defaultEventLimits);
  const decision = { verdict: 'silent', warnings: [], trace: [] } as const;
  const entry = createAuditEntry(event, decision, false, { id: () => 'id', time: () => 'time', digest: text => text });
  const fields = [...Object.keys(entry ?? {}), ...Object.keys(summarizeSession('s', 'Stop', 'time', []))];
  const page = read('docs/records.md');
  expect(fields.length).toBeGreaterThan(20);
  expect(fields.filter(field => !page.includes(`\`${field}\``))).toEqual([]);
});

async function helpOf(...words: string[]): Promise<string> {
  let text = '';
  const say = (more: string): void => {
    text += more;
  };
  const io = { stdout: say, stderr: say, ask: () => Promise.resolve(undefined), cwd: root, env: {}, colour: false };
  await runCli([...words, '--help'], io);
  return text;
}

test('every command and every option has its place in a page', async () => {
  const text = ['docs/cli.md', 'docs/hook.md', 'docs/init.md', 'docs/self-test.md', 'docs/serve.md']
    .map(read)
    .join('\n');
  const commands = [...(await helpOf()).matchAll(/^ {2}([a-z-]+) [[<\s]/gm)].map(([, name = '']) => name);
  expect(commands).toContain('try');
  const missing: string[] = [];
  for (const command of commands.filter(name => name !== 'help')) {
    if (!text.includes(`hooklaw ${command}`)) missing.push(command);
    for (const [option] of (await helpOf(command)).matchAll(/--[a-z-]+/g)) {
      if (option !== '--help' && !new RegExp(`${option}(?![a-z-])`).test(text)) missing.push(`${command} ${option}`);
    }
  }
  expect(missing).toEqual([]);
});

test('the page on commands names every exit code', () => {
  const page = read('docs/cli.md');
  for (const code of Object.values(exitCode)) expect(page).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
});

test('what the law does not have yet is named in one place', () => {
  const [, section = ''] = read('docs/law.md').split('## Not there yet');
  const names = Object.values(plannedKeys).flat();
  expect(names.filter(name => !section.includes(`\`${name}\``))).toEqual([]);
});

test('the pages name every event that init wires', () => {
  const [, section = ''] = read('docs/init.md').split('## What it wires');
  const rows = section.split('\n').filter(line => line.startsWith('| `'));
  const named = rows.flatMap(row => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(match => match[1] ?? ''));
  expect(named.slice(0, wiredEvents.length).toSorted()).toEqual([...wiredEvents].toSorted());
  const word = ['five', 'six', 'seven', 'eight', 'nine', 'ten'][wiredEvents.length - 5];
  for (const page of ['README.md', 'docs/init.md', 'docs/law.md']) expect(read(page)).toContain(`${word} events`);
});
