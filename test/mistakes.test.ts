import { describe, expect, it } from 'vitest';
import { checkLaw } from '../src/commands/check-law.ts';
import { formatPlace, LawError, type Problem } from '../src/core/problem/problem.ts';

async function problemsOf(text: string): Promise<readonly Problem[]> {
  try {
    return (await checkLaw(new TextEncoder().encode(text), 'law.yaml')).warnings;
  } catch (error) {
    if (error instanceof LawError) return error.problems;
    throw error;
  }
}

const rule = (lines: string): string =>
  `hooklaw: 1\nrules:\n  - id: a\n    kind: policy\n${lines.replace(/^/gm, '    ')}\n`;
const when = (expression: string, tool = 'Bash'): string =>
  rule(`tool: ${tool}\nwhen: ${JSON.stringify(expression)}\ndeny: no`);

interface Mistake {
  readonly what: string;
  readonly law: string;
  readonly at?: string;
  readonly says: string;
  readonly suggests?: string;
  readonly helps?: string;
}

const mistakes: readonly Mistake[] = [
  {
    what: 'a key one space too deep',
    law: 'hooklaw: 1\nrules:\n  - id: a\n    kind: policy\n     tool: Bash\n    deny: no\n',
    says: 'apping',
    helps: 'exactly below each other',
  },
  {
    what: 'a text with a colon',
    law: rule('tool: Bash\ndeny: Note: over the limit'),
    says: 'apping',
    helps: 'needs quotes',
  },
  {
    what: 'an expression that starts with !',
    law: rule("tool: Bash\nwhen: !input.command.startsWith('x')\ndeny: no"),
    says: 'Unresolved tag',
    helps: 'starts with `!` needs quotes',
  },
  { what: 'a star as the tool', law: rule('tool: *\ndeny: no'), says: 'lias', helps: 'starts with `*` needs quotes' },
  {
    what: 'a quoted start of an expression',
    law: rule("tool: Bash\nwhen: '--force' in input.command\ndeny: no"),
    says: 'nexpected',
    helps: 'double quotes',
  },
  {
    what: 'a window that is called otherwise',
    law: rule('tool: Bash\nbudget: { spend: 1, limit: 3, window: weekly }\ndeny: no'),
    says: '`window` must be session, day, week, month, or a duration',
    suggests: 'week',
  },
  {
    what: 'a fact by half of its name',
    law: `${rule('tool: Bash\nbudget: { spend: 1, limit: 3, per: user }\ndeny: no')}context: { user_id: { env: USER_ID } }\n`,
    at: 'law.yaml:6:40',
    says: '`user` does not exist',
    suggests: 'context.user_id',
  },
  {
    what: 'a word that is a field, or a text without quotes',
    law: rule('tool: mcp__s__t\nonce: order_id\ndeny: no'),
    says: '`order_id` does not exist',
    helps: "`input.order_id`, and a text stands in quotes: `'order_id'`",
  },
  {
    what: 'a currency before an amount',
    law: rule('tool: Bash\nbudget: { spend: 1, limit: $500 }\ndeny: no'),
    says: 'does not parse',
    helps: 'without a currency',
  },
  {
    what: 'a currency behind an amount',
    law: rule('tool: Bash\nbudget: { spend: 1, limit: 500 EUR }\ndeny: no'),
    says: 'does not parse',
    helps: 'without a currency',
  },
  {
    what: 'a duration without its unit',
    law: rule('tool: Bash\nrequires: { tool: Read, within: 15 }\ndeny: no'),
    says: '`within` must be a text',
    helps: '`15m`',
  },
  {
    what: 'a duration in quotes without its unit',
    law: rule('tool: Bash\nbudget: { spend: 1, limit: 3, window: "24" }\ndeny: no'),
    says: '`window` must be session',
    helps: '`24h`',
  },
  {
    what: 'braces around an expression',
    law: rule('tool: Bash\nbudget: { spend: 1, limit: {{ context.most }} }\ndeny: no'),
    at: 'law.yaml:6:33',
    says: 'a key must be a plain text',
    helps: 'without the braces',
  },
  {
    what: 'single braces around an expression',
    law: rule('tool: Bash\nbudget: { spend: 1, limit: {context.most} }\ndeny: no'),
    says: '`limit` must be a number or a CEL expression',
    helps: 'without the braces: `context.most`',
  },
  {
    what: 'braces around an expression, in quotes',
    law: rule('tool: Bash\nbudget: { spend: 1, limit: "{{ context.most }}" }\ndeny: no'),
    says: 'does not parse',
    helps: 'an expression stands alone',
  },
  {
    what: 'a misspelt word inside one of two forms',
    law: rule('tool: Bash\nonce: { key: input.command, scope: sesion }\ndeny: no'),
    at: 'law.yaml:6:40',
    says: '`scope` must be one of all, session',
    suggests: 'session',
  },
  { what: 'tabs', law: 'hooklaw: 1\nrules:\n\t- id: a\n', says: 'Tabs', helps: 'indent with spaces' },
  {
    what: 'rules as a mapping',
    law: 'hooklaw: 1\nrules:\n  a: { kind: policy }\n',
    says: '`rules` must be a list',
    helps: '- id:',
  },
  { what: 'an empty file', law: '', says: 'must be a mapping', helps: 'hooklaw init' },
  {
    what: 'the version in quotes',
    law: 'hooklaw: "1"\nrules: [{ id: a, kind: policy, deny: x }]\n',
    says: 'format is "1"',
    helps: 'without quotes',
  },
  { what: 'if for when', law: rule('tool: Bash\nif: true\ndeny: no'), says: '`if`', suggests: 'when' },
  { what: 'message for deny', law: rule('tool: Bash\nmessage: no'), says: '`message`', suggests: 'deny' },
  {
    what: 'no kind',
    law: 'hooklaw: 1\nrules: [{ id: a, tool: Bash, deny: x }]\n',
    says: '`kind` is missing',
    helps: 'kind: policy',
  },
  {
    what: 'a time with one digit',
    law: rule('tool: Bash\nduring: { from: "2:00", to: "04:00", zone: UTC }\ndeny: no'),
    says: '`from`',
    helps: '',
  },
  {
    what: 'no zone',
    law: rule('tool: Bash\nduring: { from: "02:00", to: "04:00" }\ndeny: no'),
    says: '`zone` is missing',
    helps: 'Europe/Warsaw',
  },
  {
    what: 'a long day',
    law: rule('tool: Bash\nduring: { days: [friday], zone: UTC }\ndeny: no'),
    says: '`days[0]`',
    suggests: 'fri',
  },
  {
    what: 'tools joined by a bar',
    law: rule('tool: "Write|Edit"\ndeny: no'),
    at: 'law.yaml:5:11',
    says: 'can never be',
    helps: '[Write, Edit]',
  },
  {
    what: 'a permission rule as the tool',
    law: rule('tool: "Bash(git push *)"\ndeny: no'),
    says: 'can never be',
    helps: '`when`',
  },
  {
    what: 'a regular expression as the tool',
    law: rule('tool: "mcp__.*"\ndeny: no'),
    says: 'can never be',
    helps: 'glob',
  },
  {
    what: 'a server as the tool',
    law: rule('tool: mcp__support\ndeny: no'),
    says: 'can never be',
    helps: 'mcp__support__*',
  },
  { what: 'a tool in the wrong case', law: rule('tool: bash\ndeny: no'), says: 'no tool `bash`', suggests: 'Bash' },
  {
    what: 'a glob in the wrong case',
    law: rule('tool: "web*"\ndeny: no'),
    says: 'no tool `web*`',
    suggests: 'WebFetch',
  },
  {
    what: 'a backslash that CEL takes',
    law: when("input.command.matches('\\bgit push')"),
    says: 'control character',
    helps: 'twice',
  },
  {
    what: 'a backslash that CEL refuses',
    law: when("input.command.matches('\\.env')"),
    says: 'Invalid escape',
    helps: 'raw',
  },
  { what: 'an inline flag', law: when("input.command.matches('(?i)rm')"), says: 'no regular expression', helps: '' },
  {
    what: 'and for &&',
    law: when("input.command == 'a' and input.command == 'b'"),
    says: 'does not parse',
    helps: '&&',
  },
  { what: 'one equals sign', law: when("input.command = 'a'"), says: 'does not parse', helps: '==' },
  { what: 'includes', law: when("input.command.includes('x')"), says: 'includes', suggests: 'contains' },
  { what: 'startswith', law: when("input.command.startswith('x')"), says: 'startswith', suggests: 'startsWith' },
  { what: 'toLowerCase', law: when("input.command.toLowerCase() == 'x'"), says: 'toLowerCase', suggests: 'lowerAscii' },
  { what: 'length', law: when('input.command.length > 5'), says: 'string', helps: 'size(x)' },
  { what: 'the tool as a text', law: when("tool == 'Bash'"), says: 'object == string', helps: 'tool.name' },
  {
    what: 'the name of the event for the input',
    law: when("tool_input.command == 'x'"),
    says: '`tool_input` does not exist',
    suggests: 'input',
  },
  {
    what: 'a field without input',
    law: when("command == 'x'"),
    says: '`command` does not exist',
    suggests: 'input.command',
  },
  {
    what: 'a hand-over to many tools',
    law: rule('tool: Bash\ndeny: no\nhandoff: { tool: "mcp__support__*" }'),
    at: 'law.yaml:7:22',
    says: 'stands for many tools',
    helps: 'one tool',
  },
  {
    what: 'a hand-over to a misspelt tool',
    law: rule('tool: Bash\ndeny: no\nhandoff: { tool: agent }'),
    says: 'no tool `agent`',
    suggests: 'Agent',
  },
  {
    what: 'a test of a misspelt tool',
    law: `${rule('tool: Bash\ndeny: no')}tests: [{ name: t, event: { tool: bash }, expect: silent }]\n`,
    says: 'no tool `bash`',
    suggests: 'Bash',
  },
  {
    what: 'a field without a tool',
    law: rule("when: input.command.contains('push')\ndeny: no"),
    says: 'is not always there',
    helps: 'name the tool',
  },
  {
    what: 'an optional field',
    law: when('input.timeout > 600000'),
    says: 'is not always there',
    helps: 'has(input.timeout)',
  },
  {
    what: 'a field of the time',
    law: when("now.dayOfWeek == 'friday'"),
    says: '`now` has no field',
    suggests: 'getDayOfWeek',
  },
  {
    what: 'a zone that does not exist',
    law: when("now.getDayOfWeek('Berlin') == 5"),
    says: 'no time zone `Berlin`',
    helps: 'IANA',
  },
  {
    what: 'a type that a glob declares',
    law: `${when("input.amount == '5'", '"mcp__shop__*"')}tools: { "mcp__shop__*": { amount: number } }\n`,
    says: 'double == string',
  },
  {
    what: 'a field that a glob does not declare',
    law: `${when('input.amuont == 5', '"mcp__shop__*"')}tools: { "mcp__shop__*": { amount: number } }\n`,
    says: 'no field `amuont`',
    suggests: 'amount',
  },
];

describe('common mistakes', () => {
  it.each(mistakes.map(mistake => [mistake.what, mistake] as const))(
    '%s',
    async (_what, { law, at, says, suggests, helps }) => {
      const problems = await problemsOf(law);
      const shown = problems.map(p => `${formatPlace(p)} ${p.message} | ${p.suggestion ?? ''} | ${p.help ?? ''}`);
      const problem = problems.find(p => p.message.includes(says));
      expect([shown, problem?.span === undefined]).toEqual([shown, false]);
      if (at !== undefined) expect(formatPlace(problem as Problem)).toBe(at);
      if (suggests !== undefined) expect(problem?.suggestion).toBe(suggests);
      if (helps !== undefined && helps !== '')
        expect([shown, problem?.help]).toEqual([shown, expect.stringContaining(helps)]);
    },
  );

  it('lets an authorization rule put a fact into the input', async () => {
    const law = `hooklaw: 1\ncontext: { user_id: { env: U } }\nrules:\n  - { id: a, kind: authorization, tool: Bash, rewrite: { description: "{{ context.user_id }}" } }\n`;
    expect((await problemsOf(law)).map(({ code }) => code)).not.toContain('law/no-context');
    const without = law.replace('{{ context.user_id }}', 'x');
    expect((await problemsOf(without)).map(({ code }) => code)).toContain('law/no-context');
  });

  it('lets a rule for several tools ask for a field that only one of them has', async () => {
    const law = rule(
      "tool: [Write, NotebookEdit]\nwhen: has(input.file_path) && input.file_path.endsWith('.env')\ndeny: no",
    );
    expect((await problemsOf(law)).map(({ code }) => code)).not.toContain('law/optional-field');
  });
});
