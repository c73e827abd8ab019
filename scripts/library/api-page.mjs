/**
 * Writes the page on the library's API from the docstrings in its type declarations.
 * usage: node scripts/library/api-page.mjs > docs/api.md
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const root = path.join(import.meta.dirname, '..', '..');
const file = path.join(root, 'dist', 'library.d.ts');

/** The published declarations by name: their code, and the docstring of each. */
function readDeclarations(source) {
  const { program, comments } = parseSync(file, source, { lang: 'dts', sourceType: 'module' });
  const published = new Set();
  const declarations = new Map();
  for (const statement of program.body) {
    if (statement.type === 'ExportNamedDeclaration') {
      for (const { exported } of statement.specifiers) published.add(exported.name);
      continue;
    }
    const name = statement.id.name;
    const doc = comments.findLast(
      ({ end }) => end <= statement.start && source.slice(end, statement.start).trim() === '',
    );
    const entry = declarations.get(name) ?? { isFunction: statement.type === 'TSDeclareFunction', codes: [], docs: [] };
    entry.codes.push(source.slice(statement.start, statement.end).replace(/^declare /, ''));
    if (doc !== undefined) entry.docs.push(doc.value);
    declarations.set(name, entry);
  }
  return [...declarations].filter(([name]) => published.has(name));
}

/** A docstring as Markdown: its text, then what it says of parameters, of what is given back and of errors. */
function renderDoc(doc) {
  const lines = doc
    .split('\n')
    .map(line => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
  const [text = '', ...tags] = lines.split(/\n?^@/m);
  const list = tags.map(tag => {
    const said = tag.replaceAll(/\s*\n\s*/g, ' ').trim();
    const [, param, rest] = /^param (\S+) (.*)$/.exec(said) ?? [];
    if (param !== undefined) return `- \`${param}\`: ${rest}`;
    return `- ${said.replace(/^returns /, 'gives ').replace(/^throws \{(\w+)\} ?/, 'throws `$1` ')}`;
  });
  return [text.trim(), list.join('\n')].filter(part => part !== '').join('\n\n');
}

function renderEntry([name, { codes, docs }]) {
  const code = `\`\`\`ts\n${codes.join('\n').replaceAll('    ', '  ')}\n\`\`\``;
  return [`### ${name}`, ...docs.map(renderDoc), code].join('\n\n');
}

const firstOf = ['loadLaw', 'createEngine', 'guardDispatcher', 'guardMessagesLoop', 'hooklaw'];
const rank = ([name]) => (firstOf.includes(name) ? firstOf.indexOf(name) : firstOf.length);

const declarations = readDeclarations(fs.readFileSync(file, 'utf8'));
const functions = declarations.filter(([, { isFunction }]) => isFunction).sort((a, b) => rank(a) - rank(b));
const types = declarations.filter(([, { isFunction }]) => !isFunction).sort(([a], [b]) => (a < b ? -1 : 1));
const page = `# The library's API

Everything that \`import … from 'hooklaw'\` gives. This page is written from the docstrings of the sources
(\`UPDATE=1 npx vitest run test/api-page.test.ts\`). How things go together is told in [library.md](library.md),
[dispatcher.md](dispatcher.md) and [agent-sdk.md](agent-sdk.md).

## Functions

${functions.map(renderEntry).join('\n\n')}

## Types

${types.map(renderEntry).join('\n\n')}
`;
const biome = path.join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const formatted = execFileSync(process.execPath, [biome, 'format', '--stdin-file-path=docs/api.md'], {
  cwd: root,
  input: page,
  encoding: 'utf8',
});
process.stdout.write(formatted);
