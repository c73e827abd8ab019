import { anything, one, star } from '../../src/core/analysis/pattern.ts';
import type { Command, Redirection, ShellReading, Word } from '../../src/core/analysis/shell/reading.ts';

/**
 * A reading of a plain command line, for tests of what stands behind the shell: quotes, `~`, globs, pipes, lists, redirections,
 * `$X` as unknown, `$(…)` and `<(…)`. Anything finer is the shell analysis's own business.
 */
export function simpleReading(text: string, around: { readonly cwd: string; readonly home: string }): ShellReading {
  const commands: Command[] = [];
  readList(text, commands, around);
  return { commands, unknown: [], code: [], fed: [] };
}

interface Token {
  readonly text: string;
  readonly operator: boolean;
  readonly word: Word;
  readonly inner: readonly string[];
}

type Around = { readonly cwd: string; readonly home: string };

/** Gives the places of the commands whose output it is. */
function readList(text: string, commands: Command[], around: Around): number[] {
  const outputs: number[] = [];
  let line: Token[] = [];
  let sources: number[] = [];
  const finish = (piped: boolean): void => {
    if (line.length > 0) {
      const index = readCommand(line, sources, commands, around);
      sources = piped ? [index, ...sources] : [];
      if (!piped) outputs.push(index);
    }
    line = [];
  };
  for (const token of tokens(text, around)) {
    if (token.operator && /^(?:\||\|\||&&|;|&)$/.test(token.text)) finish(token.text === '|');
    else line.push(token);
  }
  finish(false);
  return outputs;
}

function readCommand(line: readonly Token[], sources: readonly number[], commands: Command[], around: Around): number {
  const words: Word[] = [];
  const redirections: Redirection[] = [];
  const assignments: { name: string; value: string }[] = [];
  const substitutions: number[] = [];
  for (let at = 0; at < line.length; at++) {
    const token = line[at];
    if (token === undefined) continue;
    for (const inner of token.inner) substitutions.push(...readList(inner, commands, around));
    const assignment = words.length === 0 ? /^([A-Za-z_]\w*)=(.*)$/s.exec(token.word.pattern) : null;
    if (token.operator) {
      const target = line[++at]?.word.pattern ?? '';
      const descriptor = /^\d/.test(token.text) ? Number(token.text[0]) : token.text.includes('<') ? 0 : 1;
      const direction = token.text.includes('<') ? 'read' : token.text.includes('>>') ? 'append' : 'write';
      if (!target.startsWith('&')) redirections.push({ direction, target, descriptor });
    } else if (assignment !== null) assignments.push({ name: assignment[1] ?? '', value: assignment[2] ?? '' });
    else words.push(token.word);
  }
  const index = commands.length;
  const program = words[0]?.pattern;
  commands.push({
    program:
      program === undefined || program.includes(anything) ? undefined : program.slice(program.lastIndexOf('/') + 1),
    words,
    assignments,
    redirections,
    substitutions,
    input: {
      from:
        sources.length > 0 ? 'pipe' : redirections.some(({ direction }) => direction === 'read') ? 'file' : 'nothing',
      sources,
    },
    feeds: [],
    cwd: around.cwd,
    via: [],
  });
  const [source] = sources;
  const before = source === undefined ? undefined : commands[source];
  if (source !== undefined && before !== undefined) commands[source] = { ...before, feeds: [index] };
  return index;
}

function* tokens(text: string, around: Around): Generator<Token> {
  const pattern =
    /\s*(?:(\d?(?:<<<|>>|>&|[<>])(?!\()|\|\||&&|[|;&\n])|((?:[<>$]\((?:[^()]|\([^()]*\))*\)|'[^']*'|"(?:\\.|\$\((?:[^()]|\([^()]*\))*\)|[^"\\])*"|\\.|[^\s|;&<>'"\\])+))/gs;
  for (const [, operator, word] of text.matchAll(pattern)) {
    if (operator !== undefined) yield { text: operator, operator: true, word: { pattern: operator }, inner: [] };
    else if (word !== undefined) yield expand(word, around);
  }
}

function expand(raw: string, around: Around): Token {
  const inner: string[] = [];
  let splits = false;
  const plain = (part: string, quoted: boolean): string =>
    part.replace(
      /[<>]\(((?:[^()]|\([^()]*\))*)\)|\$\(((?:[^()]|\([^()]*\))*)\)|\$\{?\w+\}?|[*?]/gs,
      (found, process, command) => {
        if (found === '*') return quoted ? '*' : star;
        if (found === '?') return quoted ? '?' : one;
        if (process !== undefined || command !== undefined) inner.push(process ?? command);
        if (process !== undefined) return '/dev/fd/63';
        if (found === '$HOME') return around.home;
        if (found === '$PWD') return around.cwd;
        splits ||= !quoted;
        return anything;
      },
    );
  const pattern = [...raw.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|([^'"\\]+)/gs)]
    .map(([, single, double, escaped, bare], at) => {
      if (single !== undefined) return single;
      if (double !== undefined) return plain(double.replace(/\\(["\\$`])/g, '$1'), true);
      if (escaped !== undefined) return escaped;
      const text = plain(bare ?? '', false);
      return at === 0 && /^~(?:\/|$)/.test(text) ? around.home + text.slice(1) : text;
    })
    .join('');
  return { text: raw, operator: false, word: splits ? { pattern, splits } : { pattern }, inner };
}
