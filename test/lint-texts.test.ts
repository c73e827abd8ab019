// What lints say of texts, of tools that are always denied and of rewrites, and above all of which they say nothing.
import { describe, expect, it } from 'vitest';
import { checkLaw } from '../src/commands/check-law.ts';
import { codesOf, denies, messagesOf, rule, rules } from './support/lints.ts';

describe('a tool that is always denied', () => {
  const plain = 'deny: The web is not for this agent.';
  it.each([
    ['Bash', ['Bash']],
    ['mcp__s__t', ['mcp__s__t']],
    ['mcp__s__*', ['mcp__s']],
    ['[WebFetch, WebSearch]', ['WebFetch', 'WebSearch']],
  ])('%s has its permission rule', async (tool, entries) => {
    const { permissions, warnings } = await checkLaw(Buffer.from(rules(rule(`tool: ${tool}, ${plain}`))), 'law.yaml');
    expect(permissions).toEqual(entries);
    expect(warnings.map(({ code }) => code)).toContain('law/permission-rule');
  });

  it.each([
    ['a glob that means something else there', `tool: mcp__*__delete, ${plain}`],
    ['a part of a server', `tool: mcp__s__get_*, ${plain}`],
    ['every tool', plain],
    ['a text that tells what to do', 'tool: Bash, deny: Use the other tools instead.'],
    ['instead', `tool: Bash, ${plain.replace('.', '')}, instead: Use the other tools.`],
    ['a condition', `tool: Bash, when: input.command == 'x', ${plain.replace('.', '')}, instead: Wait.`],
    ['a limit', `tool: Bash, budget: { spend: 1, limit: 3 }, ${plain.replace('.', '')}, instead: Wait.`],
    ['another event', `tool: Bash, on: PermissionRequest, ${plain.replace('.', '')}, instead: Wait.`],
  ])('has none with %s', async (_what, more) => {
    const { permissions } = await checkLaw(Buffer.from(rules(rule(more))), 'law.yaml');
    expect(permissions).toEqual([]);
  });
});

describe('a comparison of texts that another spelling gets around', () => {
  it.each([
    ['a command', "tool: Bash, when: input.command.contains('rm -rf')"],
    ['whatever its case', "tool: Bash, when: input.command.lowerAscii().contains('sudo')"],
    ['a pattern', "tool: Bash, when: input.command.matches('curl .*')"],
    ['a query', "tool: mcp__db__query, when: input.query.contains('DROP TABLE')"],
    ['a path', "tool: Write, when: input.file_path.endsWith('.env')"],
    ['all but a query that begins so', 'tool: mcp__db__query, when: "!input.query.startsWith(\'SELECT\')"'],
    ['all but a pattern with anything', 'tool: Bash, when: "!input.command.matches(\'^git status.*$\')"'],
    ['all but what begins so', 'tool: Bash, when: "!input.command.startsWith(\'git status\')"'],
  ])('%s', async (_what, more) => {
    expect(await codesOf(rules(rule(`${more}, ${denies}`)))).toEqual(['law/text-match']);
  });

  it('an allowance of all that begins so', async () => {
    const law = rules(rule("tool: Bash, when: input.command.startsWith('ls'), allow: true"));
    expect(await codesOf(law)).toEqual(['law/text-match']);
  });

  it.each([
    ['a harmless command', "tool: Bash, when: input.command.startsWith('npm publish')"],
    ['a whole query', 'tool: mcp__db__query, when: "!input.query.matches(\'^SELECT [^;]*$\')"'],
    ['a list of whole commands', "tool: Bash, when: \"!(input.command in ['git status', 'rm x'])\""],
    ['a whole command', 'tool: Bash, when: "input.command != \'git status\'"'],
    ['a whole pattern', 'tool: Bash, when: "!input.command.matches(\'^git (status|diff)$\')"'],
    ['a search in a text that is no query', "tool: mcp__crm__note, when: input.note.contains('delete')"],
    ['a place that is allowed', 'tool: Write, when: "!input.file_path.startsWith(\'/work/\')"'],
    ['a command of another tool', "tool: mcp__db__run, when: input.command == 'drop'"],
  ])('says nothing of %s', async (_what, more) => {
    expect(await codesOf(rules(rule(`${more}, ${denies}`)))).toEqual([]);
  });

  it('names a spelling that passes', async () => {
    const law = rules(
      rule(`tool: Bash, when: "input.command.contains('rm -rf') || input.command.startsWith('sudo')", ${denies}`),
    );
    expect(await messagesOf(law, 'law/text-match')).toEqual([
      expect.stringContaining('`rm  -rf` passes'),
      expect.stringContaining('`cd . && sudo …` passes'),
    ]);
  });
});

describe('a text that looks like a regular expression', () => {
  it.each([
    "input.x.contains('(a|b)')",
    String.raw`input.x.contains(r'(\.test\.|\.stories\.)')`,
    "input.x == 'mcp__.*'",
    "input.x.contains('rm.*-rf')",
    String.raw`input.x.endsWith(r'\.env')`,
    String.raw`input.x.contains(r'git\s+push')`,
    "input.x.startsWith('^git.*')",
    "input.x in ['[a-z]+', 'b']",
  ])('%s', async when => {
    const law = rules(rule(`tool: mcp__s__t, when: ${JSON.stringify(when)}, ${denies}`));
    expect(await codesOf(law)).toEqual(['law/regex-as-literal']);
  });

  it.each(
    [
      "input.x.contains('a | b')",
      "input.x.contains('(cat a | sh)')",
      "input.x == 'C:\\\\Users\\\\me\\\\.env'",
      "input.x.contains('*.*')",
      "input.x.contains('rm .*')",
      "input.x.contains('cp file.* /tmp')",
      "input.x.contains('HEAD^')",
      "input.x.contains('$(id)')",
      "input.x == '[draft]'",
      "input.x.contains('a.b')",
      "input.x.endsWith('$')",
      "input.x.matches('(a|b)')",
    ].slice(0, 12),
  )('says nothing of %s', async when => {
    const law = rules(rule(`tool: mcp__s__t, when: ${JSON.stringify(when)}, ${denies}`));
    expect(await codesOf(law)).toEqual([]);
  });
});

describe('the text of a denial', () => {
  const when = 'tool: mcp__s__t, when: input.n > 5';
  it.each(['no', 'Denied.', 'Not allowed!', 'BLOCKED', '"-"', 'Permission denied'])(
    '%s gives no reason',
    async text => {
      expect(await codesOf(rules(rule(`${when}, deny: ${text}`)))).toEqual(['law/empty-reason']);
    },
  );

  it.each(['Free-tier users cannot open case files.', 'This is not for you.', 'Only the four warehouses are allowed.'])(
    '%s does not tell what to do',
    async text => {
      expect(await codesOf(rules(rule(`${when}, deny: ${text}`)))).toEqual(['law/no-instead']);
    },
  );

  it.each([
    'Over $500. Escalate to a human.',
    'The limit is 5. Split the order.',
    'Call verify_identity first.',
    'Force-pushing is not allowed; push a new branch.',
    'Publishing is for people.',
    'Das geht nur mit Freigabe, bitte frage nach.',
    'Der Betrag ist zu hoch.',
    'Solo los administradores pueden hacerlo.',
    '上限を超えています',
  ])('%s is not complained about', async text => {
    expect(await codesOf(rules(rule(`${when}, deny: "${text}"`)))).toEqual([]);
  });

  it('that a person reads needs no way out', async () => {
    expect(await codesOf(rules(rule(`${when}, ask: This is not reversible`)))).toEqual([]);
  });
});

describe('a rewrite after a denial', () => {
  const reads = rule(`tool: mcp__s__t, when: input.q == 'x', ${denies}`, 'd');
  const rewrite = rule('tool: mcp__s__*, rewrite: { q: y }', 'r');
  it('that reads the field, by its condition or its budget', async () => {
    const spends = rule(`tool: mcp__s__t, budget: { spend: input.q, limit: 5 }, ${denies}`, 'd');
    expect(await codesOf(rules(reads, rewrite))).toEqual(['law/rewrite-after-deny']);
    expect(await codesOf(rules(spends, rewrite))).toEqual(['law/rewrite-after-deny']);
  });

  it.each([
    ['before it', [rewrite, reads]],
    ['of another field', [reads, rule('tool: mcp__s__t, rewrite: { z: y }', 'r')]],
    ['of another tool', [reads, rule('tool: mcp__u__t, rewrite: { q: y }', 'r')]],
    ['that another denial judges again', [reads, rewrite, rule(`tool: mcp__s__t, when: input.q == 'z', ${denies}`)]],
    ['that only a warning reads', [rule("tool: mcp__s__t, when: input.q == 'x', warn: hm", 'd'), rewrite]],
  ])('says nothing of one %s', async (_what, lines) => {
    expect(await codesOf(rules(...lines))).toEqual([]);
  });
});
