// Rules that ask what a call would do, through the engine that the hook uses.
import { describe, expect, it } from 'vitest';
import { MemoryStateStore } from '../src/adapters/memory-state-store.ts';
import { call, judge, rules } from './support/judge.ts';

const bash = (command: string) => call('Bash', { command });

describe('a rule about what a call would do', () => {
  const push = rules(`
- { id: push, kind: policy, tool: Bash, when: "shell.runs('git push', ['--force', '-f'])", deny: No., instead: Ask. }
`);

  it('denies what does it, and is silent on all else', async () => {
    expect(await judge(push, bash('cd x && git push --force'))).toMatchObject({
      verdict: 'deny',
      rule: { id: 'push' },
    });
    expect((await judge(push, bash('git push'))).verdict).toBe('silent');
    expect((await judge(push, bash("echo 'git push --force'"))).verdict).toBe('silent');
  });

  it('can be as long as CEL allows', async () => {
    const law = rules(`
- { id: a, kind: policy, tool: Bash, when: "shell.commands.exists(c, c.program == 'git' && 'push' in c.args)", deny: "It runs {{ shell.commands.map(c, c.program).join(', ') }}.", instead: Ask. }
`);
    expect((await judge(law, bash('ls; git push'))).message).toContain('It runs ls, git.');
    expect((await judge(law, bash('git status'))).verdict).toBe('silent');
  });

  it('sees the input as the rules before it have rewritten it', async () => {
    const law = rules(`
- { id: early, kind: policy, tool: Bash, when: "shell.runs('git push')", warn: Early. }
- { id: change, kind: policy, tool: Bash, rewrite: { command: "git push -f" } }
- { id: late, kind: policy, tool: Bash, when: "shell.runs('git push', ['-f'])", deny: Late., instead: Ask. }
`);
    const { verdict, rule, trace } = await judge(law, bash('ls'));
    expect([verdict, rule?.id]).toEqual(['deny', 'late']);
    expect(trace.map(step => [step.rule.id, step.outcome])).toEqual([
      ['early', 'passed'],
      ['change', 'fired'],
      ['late', 'fired'],
    ]);
  });

  it('denies a text that it cannot read, and says what to do', async () => {
    const { verdict, message } = await judge(push, bash('git push "'));
    expect(verdict).toBe('deny');
    expect(message).toMatch(/The rule `push` could not be checked: .* plainer form/);
  });

  it('keeps quiet about a text that it cannot read once the call is over', async () => {
    const law = rules(`
- { id: after, kind: observation, on: PostToolUse, tool: Bash, when: "shell.runs('git push')", warn: Noted. }
`);
    const decision = await judge(law, { hook_event_name: 'PostToolUse', ...bash('git push "'), tool_response: {} });
    expect(decision.verdict).toBe('silent');
    expect(decision.failure).toContain('rule after');
  });

  it('answers what can be told of a text that it cannot read', async () => {
    const law = rules(`
- { id: odd, kind: policy, tool: Bash, when: shell.unknown, ask: "It cannot be read: {{ shell.reasons }}" }
`);
    expect(await judge(law, bash('git push "'))).toMatchObject({ verdict: 'ask' });
    expect((await judge(law, bash('git push'))).verdict).toBe('silent');
  });

  it('loads a parser that a query needs', async () => {
    const law = rules(`
- { id: read, kind: policy, tool: mcp__pg__query, when: "sql(input.query, 'postgresql').writes", deny: No., instead: Read. }
`);
    const query = (text: string) => call('mcp__pg__query', { query: text });
    expect((await judge(law, query('with x as (delete from t returning 1) select * from x'))).verdict).toBe('deny');
    expect((await judge(law, query("select 'drop table t' -- delete"))).verdict).toBe('silent');
    expect((await judge(law, query('selekt'))).message).toContain('could not be checked');
    expect((await judge(law, call('mcp__pg__query', { query: 7 }))).verdict).toBe('deny');
  });

  it('counts what a call spends only where it does what the rule is about', async () => {
    const law = rules(`
- id: two-pushes
  kind: policy
  tool: Bash
  when: shell.runs('git push')
  budget: { spend: "1", limit: 1, per: event.session_id, window: session }
  deny: Once only.
  instead: Wait.
`);
    const store = new MemoryStateStore();
    const ask = async (command: string, id: string) =>
      (await judge(law, { ...bash(command), tool_use_id: id }, { store })).verdict;
    expect([await ask('git push', '1'), await ask('git status', '2'), await ask('git push', '3')]).toEqual([
      'silent',
      'silent',
      'deny',
    ]);
  });

  it('judges by files for every tool', async () => {
    const law = rules(`
- { id: env, kind: policy, when: "files.reads('**/.env')", deny: No., instead: Ask. }
- { id: out, kind: policy, when: "files.writesOutside(['.', '$TMPDIR'])", ask: Outside? }
`);
    const verdictOf = async (tool: string, input: Record<string, string>) =>
      (await judge(law, call(tool, input))).verdict;
    expect(await verdictOf('Read', { file_path: '/srv/app/.env' })).toBe('deny');
    expect(await verdictOf('Write', { file_path: '/etc/motd', content: '' })).toBe('ask');
    expect(await verdictOf('Write', { file_path: 'src/x.ts', content: '' })).toBe('silent');
    expect(await verdictOf('mcp__x__anything', { file_path: '/srv/app/.env' })).toBe('silent');
  });
});
