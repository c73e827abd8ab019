// Starts a new problem code in all the places that belong to it; the tests of problems say what is left to do.
// usage: node scripts/new.mjs problem law/my-code          (or settings/my-code, hook/my-code, guard/my-code)

import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const usage = 'usage: npm run new -- problem law/my-code, settings/my-code, hook/my-code or guard/my-code';

const law = `hooklaw: 1
rules:
  - id: todo
    kind: policy
    tool: Bash
    deny: TODO
`;

const guard = `#!/bin/sh
# TODO: what it stops.
if grep -q 'TODO'; then
  echo 'BLOCKED: TODO' >&2
  exit 2
fi
`;

function settings(entry) {
  return `${JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } }, null, 2)}\n`;
}

/** A project whose guard is a script. */
const scripted = {
  '.claude/settings.json': settings({
    type: 'command',
    command: '"${CLAUDE_PROJECT_DIR:-.}"/.claude/hooks/guard.sh',
    onFailure: 'block',
  }),
  '.claude/hooks/guard.sh': guard,
};

/** A project that hooklaw guards; the tests fill in what stands between per cent signs. */
const guarded = {
  '.claude/settings.json': settings({
    type: 'command',
    command: '%NODE%',
    args: ['%HOOKLAW%', 'hook', 'PreToolUse'],
    onFailure: 'block',
  }),
  'hooklaw.yaml': law,
};

/** A project in which the problem is found, and the same mended. */
function badAndOk(project) {
  const inside = folder => Object.entries(project).map(([name, text]) => [`${folder}/project/${name}`, text]);
  return Object.fromEntries([...inside('bad'), ...inside('ok')]);
}

const lastStep = test => `UPDATE=1 npx vitest run ${test}, and fill in the TODOs that it names`;

function stepsOfCheck(folder) {
  return [
    `report the problem in a check of src/core/self-test/checks/${folder}, which names the code in \`codes\` and stands in index.ts`,
    'make the project `bad` one in which it is found, and `ok` the same mended',
    lastStep('test/problems.test.ts test/findings.test.ts test/self-test-registry.test.ts'),
  ];
}

/** What belongs to the codes of a kind, by the part before the slash. */
const kinds = {
  law: {
    catalogue: 'catalogue.ts',
    fixtures: { 'law.yaml': law, 'ok.yaml': law },
    shown: ['yaml', law],
    steps: [
      'report the problem where it is found: createProblem in src/core/law',
      'put a law that triggers it into law.yaml, and the same law mended into ok.yaml',
      lastStep('test/problems.test.ts'),
    ],
  },
  settings: {
    catalogue: 'settings-problems.ts',
    fixtures: badAndOk(scripted),
    shown: ['json', scripted['.claude/settings.json']],
    steps: stepsOfCheck('settings'),
  },
  hook: {
    catalogue: 'hook-problems.ts',
    fixtures: badAndOk(scripted),
    shown: ['sh', guard],
    steps: stepsOfCheck('runs'),
  },
  guard: {
    catalogue: 'guard-problems.ts',
    fixtures: badAndOk(guarded),
    shown: ['yaml', law],
    steps: [
      'report the problem where it is found: src/core/self-test/guard-findings.ts or src/commands/self-test',
      'make the project `bad` one in which it is found, and `ok` the same mended',
      lastStep('test/problems.test.ts test/findings.test.ts'),
    ],
  },
};

function page(code, [language, text]) {
  return `# \`${code}\`

TODO: what it means.

\`\`\`${language}
${text}\`\`\`

\`\`\`text
\`\`\`

## How to mend it

TODO: what to do.

\`\`\`${language}
${text}\`\`\`
`;
}

function addToCatalogue(code, name) {
  const catalogue = path.join('src', 'core', 'problem', name);
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
  fs.writeFileSync(target, text, { flag: 'wx', mode: file.endsWith('.sh') ? 0o755 : 0o644 });
  return file;
}

function kindOf(code) {
  const prefix = /^([a-z]+)\/[a-z]+(?:-[a-z]+)*$/.exec(code)?.[1];
  if (prefix === undefined || !Object.hasOwn(kinds, prefix)) {
    throw new Error(
      `\`${code}\` is no problem code such as law/my-code; they begin with ${Object.keys(kinds).join(', ')}`,
    );
  }
  return kinds[prefix];
}

function startProblem(code, { catalogue, fixtures, shown }) {
  const name = code.replace('/', '-');
  const folder = path.join('test', 'fixtures', 'problems', name);
  return [
    addToCatalogue(code, catalogue),
    create(path.join('docs', 'problems', `${name}.md`), page(code, shown)),
    ...Object.entries(fixtures).map(([file, text]) => create(path.join(folder, file), text)),
  ];
}

const [what, code] = process.argv.slice(2);
try {
  if (what !== 'problem' || code === undefined) throw new Error(usage);
  const kind = kindOf(code);
  for (const file of startProblem(code, kind)) console.log(`wrote ${file}`);
  console.log('\nNext:');
  for (const [index, step] of kind.steps.entries()) console.log(`  ${index + 1}. ${step}`);
} catch (error) {
  console.error(`new: ${error.message}`);
  process.exitCode = 3;
}
