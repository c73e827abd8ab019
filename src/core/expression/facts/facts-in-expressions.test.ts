import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallFacts, UnreadableError } from '../../analysis/facts/facts.ts';
import { createBaseEnvironment } from '../environment.ts';
import { createEvaluator } from '../evaluate.ts';
import { ExpressionError } from '../evaluator.ts';
import { deriveQuickTest, runQuickTest } from '../quick-test.ts';
import { factMembers } from './fact-members.ts';
import { askFacts } from './fact-test.ts';

type Member = (...args: readonly unknown[]) => unknown;

const values: Readonly<Record<string, unknown>> = {
  bool: true,
  string: 'text',
  'list<string>': ['a', 'b'],
  'list<hooklaw.Command>': [{ program: 'git', args: ['push'], cwd: '/', via: ['sudo'], elsewhere: false }],
  'list<hooklaw.Statement>': [{ verb: 'drop', does: 'schema', tables: ['t'], destroys: true }],
};

/** Facts that say of everything what `answer` says, and are written down as they are asked. */
function fakeFacts(answer: (asked: string) => boolean, asked: string[] = []): CallFacts {
  const of = (kind: keyof typeof factMembers, name: string): Record<string, Member> => {
    const { properties, methods } = factMembers[kind];
    const note = (member: string, args: readonly unknown[]): string => {
      const question = `${name}.${member}${args.length === 0 ? '' : JSON.stringify(args)}`;
      asked.push(question);
      return question;
    };
    const members: Record<string, Member> = {};
    for (const [member, type] of Object.entries(properties)) {
      members[member] = () => {
        const question = note(member, []);
        return type === 'bool' ? answer(question) : type === 'hooklaw.Sql' ? of('Sql', question) : values[type];
      };
    }
    for (const member of Object.keys(methods)) members[member] = (...args) => answer(note(member, args));
    return members;
  };
  return {
    shell: () => of('Shell', 'shell'),
    shellOf: (text: string) => of('Shell', `shell(${text})`),
    files: () => of('Files', 'files'),
    sqlOf: (text: string, dialect?: string) => of('Sql', `sql(${text}${dialect === undefined ? '' : `, ${dialect}`})`),
    pathOf: (text: string) => of('Path', `path(${text})`),
    urlOf: (text: string) => of('Url', `url(${text})`),
  } as unknown as CallFacts;
}

const environment = createBaseEnvironment();
const evaluator = createEvaluator();
const input = { command: 'ls', query: 'select 1', number: 1 };
const names = { input, event: {}, context: {}, now: 0, session: () => [] };

function evaluate(expression: string, facts: CallFacts, failed: (error: unknown) => void = () => undefined): unknown {
  return evaluator.evaluate(expression, { ...names, facts: { read: () => facts, failed } });
}

function runQuick(expression: string, facts: CallFacts): boolean | undefined {
  const quick = deriveQuickTest(environment.parse(expression).ast);
  if (quick === undefined) return undefined;
  const read = (path: readonly string[] | number): unknown =>
    typeof path === 'number' ? undefined : (input as Record<string, unknown>)[path[1] ?? ''];
  return runQuickTest(quick, {
    read,
    ask(test) {
      const text = test.path === undefined ? undefined : read(test.path);
      if (test.path !== undefined && typeof text !== 'string') return undefined;
      try {
        return askFacts(test, text as string | undefined, facts);
      } catch {
        return undefined;
      }
    },
  });
}

describe('what an expression asks', () => {
  it.each([
    ["shell.runs('git push')", 'shell.runs["git push"]'],
    ["shell.runs(['rm', 'dd'], ['-f'])", 'shell.runs[["rm","dd"],["-f"]]'],
    ["shell.mayRun('rm', ['-r', '-f'])", 'shell.mayRun["rm",["-r","-f"]]'],
    ["shell(input.command).deletes('/')", 'shell(ls).deletes["/"]'],
    ['shell.sql.writes', 'shell.sql.writes'],
    ['shell(input.command).sql.destroys', 'shell(ls).sql.destroys'],
    ["files.sends(['**/.env'])", 'files.sends[["**/.env"]]'],
    ['files.deletesUnknown', 'files.deletesUnknown'],
    ['sql(input.query).unknown', 'sql(select 1).unknown'],
    ["sql(input.query, 'mysql').writes", 'sql(select 1, mysql).writes'],
    ["path(input.command).within('.')", 'path(ls).within["."]'],
    ["path(input.command).matches('**/.env')", 'path(ls).matches["**/.env"]'],
    ["url(input.query).within(['a.test'])", 'url(select 1).within[["a.test"]]'],
    ['url(input.query).valid', 'url(select 1).valid'],
  ])('%s is the same question to the engine and to its quick test', (expression, question) => {
    for (const answer of [true, false]) {
      const asked: string[] = [];
      const facts = fakeFacts(() => answer, asked);
      expect(evaluate(expression, facts)).toBe(answer);
      expect(runQuick(expression, facts)).toBe(answer);
      expect(asked.filter(text => text === question)).toHaveLength(2);
    }
  });

  it.each([
    ["shell.commands.exists(c, c.program == 'git' && 'push' in c.args && 'sudo' in c.via && !c.elsewhere)", true],
    ["sql(input.query).statements.all(s, s.verb == 'drop' && s.destroys && !s.everyRow)", true],
    ["'a' in files.hosts && path(input.command).extension == 'text'", true],
    ["url(input.query).host.matches('^te')", true],
    ['shell.runs(input.command, shell.reasons)', true],
    ["shell.commands[0].args.map(a, a + '!')", ['push!']],
    ['shell.commands', [{ program: 'git', args: ['push'], cwd: '/', via: ['sudo'], elsewhere: false }]],
  ])('%s is answered', (expression, value) => {
    expect(
      evaluate(
        expression,
        fakeFacts(() => true),
      ),
    ).toEqual(value);
  });

  it('is told of as a failure where the text cannot be read', () => {
    const facts = fakeFacts(() => {
      throw new UnreadableError('no');
    });
    expect(() => evaluate("shell.runs('rm')", facts)).toThrow(ExpressionError);
    expect(runQuick("shell.runs('rm')", facts)).toBeUndefined();
  });

  it('is told of where it failed, also where another part decides', () => {
    const failures: unknown[] = [];
    const facts = fakeFacts(() => {
      throw new UnreadableError('no');
    });
    expect(evaluate("shell.runs('rm') || true", facts, error => failures.push(error))).toBe(true);
    expect(failures).toHaveLength(1);
  });

  it('is refused where a list holds what is no text', () => {
    expect(() =>
      evaluate(
        "shell.runs(['rm', input.number])",
        fakeFacts(() => true),
      ),
    ).toThrow(ExpressionError);
  });
});

describe('quick tests', () => {
  const question = fc.constantFrom(
    "shell.runs('a')",
    "shell.runs('b', ['-f'])",
    'shell.unknown',
    "files.deletes('.')",
    'sql(input.query).writes',
    'sql(input.number).writes',
    'sql(input.none).writes',
    "path(input.command).within('/')",
    'input.number == 1.0',
    'has(input.none)',
    'has(input.query)',
    'size(input.command) > 5',
  );
  const { condition } = fc.letrec<{ condition: string }>(tie => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      question,
      fc
        .tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition'))
        .map(([l, op, r]) => `(${l} ${op} ${r})`),
      tie('condition').map(inner => `!(${inner})`),
    ),
  }));

  it('say nothing that the engine would not say', () => {
    fc.assert(
      fc.property(
        condition,
        fc.array(fc.constantFrom(true, false, 'error'), { minLength: 4, maxLength: 8 }),
        (text, answers) => {
          const facts = fakeFacts(asked => {
            const answer = answers[asked.length % answers.length];
            if (answer === 'error') throw new UnreadableError('no');
            return answer === true;
          });
          const quick = runQuick(text, facts);
          if (quick === undefined) return;
          expect(evaluate(text, facts)).toBe(quick);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('ask about the call only where all else leaves it open', () => {
    const asked: string[] = [];
    const facts = fakeFacts(() => true, asked);
    expect(runQuick("shell.runs('a') && input.number == 2.0", facts)).toBe(false);
    expect(runQuick("shell.runs('a') || input.number == 1.0", facts)).toBe(true);
    expect(asked).toEqual([]);
  });
});
