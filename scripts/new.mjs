// Starts something new in all the places that belong to it; `npx vitest run test/problems.test.ts` says what is left to do.
// usage: node scripts/new.mjs problem law/my-code

import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const catalogue = path.join('src', 'core', 'problem', 'catalogue.ts');

const law = `hooklaw: 1
rules:
  - id: todo
    kind: policy
    tool: Bash
    deny: TODO
`;

function page(code) {
  return `# \`${code}\`

TODO: what it means.

\`\`\`yaml
${law}\`\`\`

\`\`\`text
\`\`\`

## How to mend it

TODO: what to do.

\`\`\`yaml
${law}\`\`\`
`;
}

function addToCatalogue(code) {
  const file = path.join(root, catalogue);
  const text = fs.readFileSync(file, 'utf8');
  const end = '} as const satisfies';
  if (text.includes(`'${code}'`)) throw new Error(`${catalogue} has \`${code}\` already`);
  if (!text.includes(end)) throw new Error(`${catalogue} has no line \`${end} …\``);
  fs.writeFileSync(file, text.replace(end, `  '${code}': { severity: 'error', title: 'TODO' },\n${end}`));
  return catalogue;
}

function create(file, text) {
  const target = path.join(root, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, text, { flag: 'wx' });
  return file;
}

function startProblem(code) {
  if (!/^[a-z]+(?:\/[a-z]+(?:-[a-z]+)*)$/.test(code))
    throw new Error(`\`${code}\` is no problem code such as law/my-code`);
  const name = code.replace('/', '-');
  const fixture = path.join('test', 'fixtures', 'problems', name);
  return [
    addToCatalogue(code),
    create(path.join('docs', 'problems', `${name}.md`), page(code)),
    create(path.join(fixture, 'law.yaml'), law),
    create(path.join(fixture, 'ok.yaml'), law),
  ];
}

const [what, code] = process.argv.slice(2);
try {
  if (what !== 'problem' || code === undefined) throw new Error('usage: npm run new -- problem law/my-code');
  for (const file of startProblem(code)) console.log(`wrote ${file}`);
  console.log('\nNext:');
  console.log('  1. report the problem where it is found: createProblem in src/core/law');
  console.log('  2. put a law that triggers it into law.yaml, and the same law mended into ok.yaml');
  console.log('  3. UPDATE=1 npx vitest run test/problems.test.ts, and fill in the TODOs that it names');
} catch (error) {
  console.error(`new: ${error.message}`);
  process.exitCode = 3;
}
