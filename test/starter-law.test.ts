import { describe, expect, test } from 'vitest';
import { compileSource } from '../src/adapters/compile-source.ts';
import { MemoryStateStore } from '../src/adapters/memory-state-store.ts';
import { checkLaw } from '../src/commands/check-law.ts';
import { tryCall } from '../src/commands/try-call.ts';
import { createFixedSurroundings } from '../src/core/analysis/fixed-surroundings.ts';
import { claim } from '../src/core/event/tool-event.ts';
import type { CompiledLaw } from '../src/core/law/compiled-law.ts';
import { openLaw } from '../src/core/law/open-law.ts';
import { splitPackId } from '../src/core/law/packs/pack.ts';
import { starterLaw } from '../src/core/settings/starter-law.ts';

const file = '/p/hooklaw.yaml';
const starter = compileSource(Buffer.from(starterLaw), file);

/** The starter law with its examples switched on: the number sign of single-sign lines taken away. */
const withExamples = starterLaw.replace(/^( *)#(?!#)/gm, '$1');

/** Ids of the law's own rules. */
const ownIds = (law: CompiledLaw): string[] =>
  Object.values(law.chains).flatMap(chain => chain.map(({ id }) => id).filter(id => splitPackId(id) === undefined));

async function judge(tool: string, input: Record<string, string>): Promise<string> {
  const { decision } = await tryCall({
    event: {
      name: 'PreToolUse',
      sessionId: 's',
      cwd: '/p',
      tool: { name: tool, server: '', short: tool, input: claim(input), useId: 't' },
      fields: {},
    },
    laws: [{ layer: 'named', file, trusted: true, law: openLaw(starter.law) }],
    context: {},
    now: undefined,
    sources: { env: {}, project: '/p' },
    surroundings: createFixedSurroundings(),
    state: () => Promise.resolve(new MemoryStateStore()),
  });
  return decision.rule === undefined ? decision.verdict : `${decision.verdict} ${decision.rule.id}`;
}

test.each([
  ['as it is written', starterLaw, 1],
  ['with every example switched on', withExamples, 5],
])('compiles without a warning %s', async (_name, text, rules) => {
  const { law, warnings } = await checkLaw(Buffer.from(text), file);
  // Whoever switches an example on writes its tests.
  expect(warnings.filter(({ code }) => text === starterLaw || code !== 'law/untested-rule')).toEqual([]);
  expect(ownIds(law)).toHaveLength(rules);
});

describe('its tests hold', () => {
  test('there are some', () => expect(starter.tests.length).toBeGreaterThan(2));

  test.each(starter.tests.map(entry => [entry.name, entry] as const))(
    '%s',
    async (_name, { event, expect: wanted }) => {
      const verdict = await judge(event.tool ?? '', event.input as Record<string, string>);
      expect(verdict).toBe(typeof wanted === 'string' ? wanted : `deny ${'deny' in wanted ? wanted.deny : ''}`);
    },
  );
});

test.each([
  'git push --force',
  'git push -f origin',
  'git push origin --force main',
  'cd app && git push --force',
  'git commit -am x && git push --force origin main',
])('a forced push is denied: %s', async command => {
  expect(await judge('Bash', { command })).toBe('deny no-force-push');
});

test.each([
  'git push',
  'git push --follow-tags',
  'git push --force-if-includes --force-with-lease',
  'git push && rm -f x',
  'git push; tail -f log',
  'git push origin fix-f',
  'git push origin main\nrm -f x',
  'npm install --force',
  'rm -rf node_modules',
  '',
])('an everyday command passes: %j', async command => {
  expect(await judge('Bash', { command })).toBe('silent');
});

test('a tool without a command is none of its business', async () => {
  expect(await judge('Read', { file_path: '/p/x' })).toBe('silent');
  expect(await judge('mcp__support__refund_customer', {})).toBe('silent');
});
