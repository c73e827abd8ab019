// What is told of a plain command at a glance, against the whole analysis: a `false` that the analysis would not give is a hole.

import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compileSource } from '../src/adapters/compile-source.ts';
import { loadAnalysis } from '../src/adapters/load-analysis.ts';
import { loadParser } from '../src/adapters/parsers/load-parser.ts';
import type { CallFacts, CreateFacts } from '../src/core/analysis/facts/facts.ts';
import { createFixedSurroundings } from '../src/core/analysis/fixed-surroundings.ts';
import { ParserNeeded, type Parsers } from '../src/core/analysis/parsers.ts';
import { answerPlain } from '../src/core/analysis/plain/answer-plain.ts';
import { readPlain } from '../src/core/analysis/plain/read-plain.ts';
import { askFacts, type FactTest } from '../src/core/expression/facts/fact-test.ts';
import type { QuickTest } from '../src/core/expression/quick-test.ts';
import { call, judge, lawFrom } from './support/judge.ts';
import { packNames, readCalls } from './support/labelled-calls.ts';

const corpus = path.join(import.meta.dirname, 'corpus', 'calls');
const surroundings = createFixedSurroundings({ files: { '/srv/app/notes.txt': '-> .env' } });
let create: CreateFacts;
let parsers: Parsers = {};
let questions: FactTest[] = [];

function testsIn(test: QuickTest): FactTest[] {
  if (test.op === 'fact') return [test];
  if (test.op === 'all' || test.op === 'any') return test.of.flatMap(testsIn);
  return test.op === 'not' ? testsIn(test.of) : [];
}

beforeAll(async () => {
  create = await loadAnalysis();
  for (const name of ['python', 'javascript', 'postgresql'] as const)
    parsers = { ...parsers, ...(await loadParser(name)) };
  const text = `hooklaw: 1\nextends: [${packNames.map(name => `hooklaw:${name}`).join(', ')}]\n`;
  const { law } = compileSource(new TextEncoder().encode(text), 'packs.yaml');
  const more: FactTest[] = [
    { op: 'fact', of: 'files', member: 'reads', args: [['**/.env', 'notes.txt', 'src/**', '~/.ssh/**']] },
    { op: 'fact', of: 'shell', member: 'runs', args: ['git {add,commit}', ['-A', '--all', '--amend', '*.ts']] },
    { op: 'fact', of: 'shell', member: 'runs', args: [['npm test', 'git status', 'cd']] },
    { op: 'fact', of: 'shell', member: 'mayRun', args: ['{npm,yarn} {run,install}', ['!--dry-run', 'build*']] },
  ];
  questions = [
    ...more,
    ...(law.chains['PreToolUse'] ?? []).flatMap(({ when }) => (when?.quick === undefined ? [] : testsIn(when.quick))),
  ].filter(({ path: field, of }) => field === undefined && (of === 'shell' || of === 'files' || of === 'shell.sql'));
});

function askAll(facts: CallFacts, question: FactTest): boolean | undefined {
  try {
    return askFacts(question, undefined, facts);
  } catch (error) {
    if (error instanceof ParserNeeded) throw error;
    return undefined;
  }
}

/** The questions that are answered at a glance and not by the analysis. */
function holesOf(command: string): string[] {
  const commands = readPlain(command);
  const answer = commands === undefined ? undefined : answerPlain(commands, surroundings);
  if (answer === undefined) return [];
  const facts = create({ tool: 'Bash', input: { command }, surroundings, parsers });
  return questions
    .filter(question => answer(question) === false && askAll(facts, question) !== false)
    .map(question => `${question.of}.${question.member}(${JSON.stringify(question.args ?? [])})`);
}

describe('what is told at a glance agrees with the analysis', () => {
  const folder = path.join(import.meta.dirname, 'corpus', 'calls');
  const commands = fs
    .readdirSync(folder)
    .flatMap(name => readCalls(path.join(folder, name)))
    .flatMap(({ input }) => (typeof input['command'] === 'string' ? [input['command']] : []));

  it('on labelled calls', () => {
    const plain = commands.filter(command => readPlain(command) !== undefined);
    expect(plain.length).toBeGreaterThan(50);
    for (const command of plain) expect(holesOf(command), command).toEqual([]);
  });

  it('on commands made of plain parts', () => {
    const word = fc.constantFrom(
      ..."push add commit status -f --force --forc -A -am origin main +main :main . ./src src/a.ts .env config/.env notes.txt .git id_rsa key.pem \"fix: $\" 'rm -rf /' \"a b\" -m --amend --no-verify -n --hard run test publish --registry=https://x.test install ci -- --delete -d HEAD:.env .ssh secrets.json '*' '.e*' --glob '.env*' --include='*.pem' -r -rf --mirror --output=x 2>&1 --all HEAD:main".split(
        ' ',
      ),
    );
    const program = fc.constantFrom(
      ...'git npm cat grep cd echo head rm ls pnpm go cargo "git" \'cat\' g"it" sudo env tail rg curl'.split(' '),
    );
    const simple = fc
      .tuple(program, fc.array(word, { maxLength: 5 }))
      .map(([name, words]) => [name, ...words].join(' '));
    const text = fc
      .tuple(
        simple,
        fc.array(fc.tuple(fc.constantFrom(' && ', '; ', ' | ', '\n', ' || ', ' 2>&1 | ', ' > /dev/null; '), simple), {
          maxLength: 2,
        }),
      )
      .map(([first, more]) => first + more.map(([sign, next]) => sign + next).join(''));
    fc.assert(
      fc.property(text, command => {
        fc.pre(readPlain(command) !== undefined);
        expect(holesOf(command), command).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('rules that cannot concern a plain command', () => {
  const mixed = `hooklaw: 1
extends: [${packNames.map(name => `hooklaw:${name}`).join(', ')}]
rules:
  - { id: pushes, kind: policy, tool: Bash, when: "shell.runs('git push')", warn: Pushed. }
  - { id: greps, kind: policy, tool: Bash, when: "shell.runs('{grep,rg}') && !shell.runs('grep', ['-c'])", deny: No searching. }
  - { id: no-cats, kind: policy, tool: Bash, when: "!shell.runs('cat')", warn: No cat. }
  - { id: at-night, kind: policy, tool: Bash, during: { from: "02:00", to: "04:00", zone: UTC }, when: "shell.runs('npm')", deny: Not now. }
  - { id: reads, kind: policy, tool: Bash, when: "shell.reads('src/**') || shell.runs('head')", ask: Sure? }
`;

  it.each([
    ['packs and rules', mixed],
    [
      'a rule that rewrites',
      `${mixed}  - { id: other, kind: policy, tool: Bash, when: "shell.runs('npm test')", rewrite: { command: cat .env } }\n  - { id: late, kind: policy, tool: Bash, when: "shell.runs('cat')", deny: No. }\n`,
    ],
  ])('are left out without a difference in verdict and trace: %s', async (_name, text) => {
    const lean = lawFrom(text);
    const { placesFor } = lean.law;
    const whole = {
      ...lean,
      law: { ...lean.law, placesFor: (event: string, tool?: string) => placesFor(event, tool) },
    };
    const rows = fs.readdirSync(corpus).flatMap(name => readCalls(path.join(corpus, name)));
    const commands = rows.flatMap(({ tool, input }) =>
      tool === 'Bash' && readPlain(String(input['command'])) !== undefined ? [String(input['command'])] : [],
    );
    expect(commands.length).toBeGreaterThan(90);
    let fewer = 0;
    for (const command of [...commands, 'npm test', 'cat notes.txt', 'git push', 'cat a | grep x', 'head src/a']) {
      const programs = new Set((readPlain(command) ?? []).map(([program = '']) => program));
      if (placesFor('PreToolUse', 'Bash', programs).length < placesFor('PreToolUse', 'Bash').length) fewer += 1;
      const asked = { now: '2026-03-04T03:00:00Z' };
      const [ours, theirs] = [
        await judge(lean, call('Bash', { command }), asked),
        await judge(whole, call('Bash', { command }), asked),
      ];
      expect({ ...ours, trace: ours.trace }, command).toEqual({ ...theirs, trace: theirs.trace });
    }
    expect(fewer > 90).toBe(!text.includes('rewrite'));
  });
});

describe('what is plain', () => {
  it.each([
    ['cd packages/api && npm run build -- --mode production 2>&1 | tail -n 40', true],
    ['git add src/a.ts && git commit -m "feat(api): pages (#12)"', true],
    ['grep -rn "TODO" src | wc -l', true],
    ['ls > out.txt', false],
    ['cat ~/.ssh/id_rsa', false],
    ['cat ../.env', false],
    ['cat /etc/shadow', false],
    ['rm -rf build', false],
    ['git -c core.hooksPath=x commit', false],
    ['echo $(rm -rf /)', false],
    ['npm run build & rm -rf /', false],
    ['git push "$X"', false],
    ['ls #x', false],
    ['A=1 ls', false],
    ['ls 2>/dev/nullx', false],
    ['git commit -F.env', false],
    ['grep -vf.env notes', false],
  ])('%s: %s', (command, plain) => {
    expect(readPlain(command) !== undefined).toBe(plain);
  });
});
