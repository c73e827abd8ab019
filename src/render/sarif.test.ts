import { describe, expect, it } from 'vitest';
import { createProblem, type Problem } from '../core/problem/problem.ts';
import { problemsToSarif } from './sarif.ts';

const span = { start: { line: 6, column: 17, offset: 90 }, end: { line: 7, column: 1, offset: 110 } };
const misspelt = createProblem('law/unknown-field', {
  message: '`Bash` has no field `comand`',
  suggestion: 'command',
  help: 'it has `command`',
  file: 'hooklaw.yaml',
  span,
});

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: { readonly version: string; readonly rules: readonly { readonly id: string }[] };
    };
    readonly columnKind: string;
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } };
      }[];
    }[];
  }[];
}

function runOf(problems: readonly Problem[], path = 'hooklaw.yaml'): Sarif['runs'][number] {
  const log = problemsToSarif(problems, () => path, '1.2.3') as Sarif;
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  return log.runs[0] as Sarif['runs'][number];
}

describe('problems as SARIF', () => {
  it('say what is wrong, where, and what to do', () => {
    const run = runOf([misspelt]);
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(run.results).toEqual([
      {
        ruleId: 'law/unknown-field',
        ruleIndex: 0,
        level: 'error',
        message: { text: '`Bash` has no field `comand`\ndid you mean `command`?\nhelp: it has `command`' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'hooklaw.yaml' },
              region: { startLine: 6, startColumn: 17, endLine: 7, endColumn: 1 },
            },
          },
        ],
      },
    ]);
  });

  it('name each rule once, with its page', () => {
    const warning = createProblem('law/optional-field', { message: 'x', file: 'hooklaw.yaml' });
    const run = runOf([misspelt, warning, misspelt]);
    expect(run.tool.driver.version).toBe('1.2.3');
    expect(run.tool.driver.rules).toEqual([
      expect.objectContaining({
        id: 'law/unknown-field',
        help: {
          text: 'run `hooklaw explain law/unknown-field`, or see docs/problems/law-unknown-field.md',
        },
      }),
      expect.objectContaining({ id: 'law/optional-field', defaultConfiguration: { level: 'warning' } }),
    ]);
    expect(run.results.map(({ ruleIndex, level }) => [ruleIndex, level])).toEqual([
      [0, 'error'],
      [1, 'warning'],
      [0, 'error'],
    ]);
  });

  it('have no region where only the file is known, and no place where nothing is', () => {
    const run = runOf([
      createProblem('law/unreadable', { message: 'x', file: 'hooklaw.yaml' }),
      createProblem('law/unreadable', { message: 'x' }),
    ]);
    expect(run.results.map(({ locations }) => locations)).toEqual([
      [{ physicalLocation: { artifactLocation: { uri: 'hooklaw.yaml' } } }],
      [],
    ]);
  });

  it.each([
    ['.claude/hooklaw.yaml', '.claude/hooklaw.yaml'],
    ['with space/ä#1%.yaml', 'with%20space/%C3%A4%231%25.yaml'],
    ['a:b/hooklaw.yaml', 'a%3Ab/hooklaw.yaml'],
    ['/etc/hooklaw/law.yaml', 'file:///etc/hooklaw/law.yaml'],
    ['C:/ProgramData/hooklaw/law.yaml', 'file:///C:/ProgramData/hooklaw/law.yaml'],
  ])('the file %s is %s', (path, uri) => {
    const location = runOf([misspelt], path).results[0]?.locations[0];
    expect(location?.physicalLocation.artifactLocation.uri).toBe(uri);
  });

  it('are a log without results for a good law', () => {
    expect(runOf([]).results).toEqual([]);
  });
});
