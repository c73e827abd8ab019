import { describe, expect, it } from 'vitest';
import { createProblem } from '../core/problem/problem.ts';
import { renderGithubAnnotations } from './github-annotations.ts';

const same = (file: string): string => file;

function spanOf(line: number, column: number, endLine: number, endColumn: number) {
  return { start: { line, column, offset: 0 }, end: { line: endLine, column: endColumn, offset: 0 } };
}

function placeOf(span: ReturnType<typeof spanOf>): string {
  return renderGithubAnnotations([createProblem('law/syntax', { message: 'x', file: 'l', span })], same);
}

describe('problems as annotations', () => {
  it('are a line each, with place, code, message, suggestion and help', () => {
    const error = createProblem('law/unknown-field', {
      message: '`Bash` has no field `comand`',
      suggestion: 'command',
      help: 'it has `command`',
      file: 'hooklaw.yaml',
      span: spanOf(6, 17, 6, 23),
    });
    const warning = createProblem('law/optional-field', { message: 'x', file: 'hooklaw.yaml' });
    expect(renderGithubAnnotations([error, warning], file => `app/${file}`)).toBe(
      '::error file=app/hooklaw.yaml,line=6,col=17,endLine=6,endColumn=23,title=law/unknown-field::' +
        '`Bash` has no field `comand`%0Adid you mean `command`?%0Ahelp: it has `command`\n' +
        '::warning file=app/hooklaw.yaml,title=law/optional-field::x\n',
    );
  });

  it("let no text of the law's author begin a command of its own", () => {
    const problem = createProblem('law/syntax', {
      message: '100%\r\n::add-mask::a, b',
      file: 'a,b:c%\n::stop-commands::x.yaml',
    });
    expect(renderGithubAnnotations([problem], same)).toBe(
      '::error file=a%2Cb%3Ac%25%0A%3A%3Astop-commands%3A%3Ax.yaml,title=law/syntax::100%25%0D%0A::add-mask::a, b\n',
    );
  });

  it('carry columns only within one line', () => {
    expect(placeOf(spanOf(2, 3, 4, 5))).toBe('::error file=l,line=2,endLine=4,title=law/syntax::x\n');
    expect(placeOf(spanOf(2, 3, 4, 1))).toBe('::error file=l,line=2,endLine=3,title=law/syntax::x\n');
    expect(placeOf(spanOf(2, 3, 3, 1))).toBe('::error file=l,line=2,col=3,endLine=2,title=law/syntax::x\n');
  });

  it('are nothing for a good law', () => {
    expect(renderGithubAnnotations([], same)).toBe('');
  });

  it('have no file where none is known', () => {
    const problem = createProblem('law/unreadable', { message: 'x' });
    expect(renderGithubAnnotations([problem], same)).toBe('::error title=law/unreadable::x\n');
  });
});
