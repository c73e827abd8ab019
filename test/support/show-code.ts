import { codeOf } from '../../src/core/analysis/code/code-of.ts';
import { readCode } from '../../src/core/analysis/code/read-code.ts';
import type { CodeReading, CodeStart } from '../../src/core/analysis/code/reading.ts';
import type { Parsers } from '../../src/core/analysis/parsers.ts';
import type { Command } from '../../src/core/analysis/shell/reading.ts';
import type { Surroundings } from '../../src/core/analysis/surroundings.ts';

/** A command of words, with what is given to it as its input. */
export function commandOf(words: readonly string[], input?: string): Command {
  return {
    program: (words[0] ?? '').replace(/^.*\//, '').toLowerCase(),
    words: words.map(pattern => ({ pattern: unmark(pattern) })),
    assignments: [],
    redirections: [],
    input: input === undefined ? { from: 'nothing', sources: [] } : { from: 'text', text: unmark(input), sources: [] },
    feeds: [],
    substitutions: [],
    cwd: '/srv/app',
    via: [],
  };
}

export const surroundings: Surroundings = {
  cwd: '/srv/app',
  home: '/home/u',
  project: '/srv/app',
  temporary: ['/tmp', '/var/tmp'],
  platform: 'posix',
  env: name => (name === 'HOME' ? '/home/u' : undefined),
  observer: { real: path => path, text: () => undefined },
};

/** `…` in a row stands for what is open. */
function unmark(text: string): string {
  return text.replaceAll('…', '\uE002');
}

/** Open parts as people write them. */
export function mark(pattern: string): string {
  return pattern
    .replaceAll('\uE000', '*')
    .replaceAll('\uE001', '?')
    .replaceAll('\uE002', '…')
    .replaceAll('\uE003', '**');
}

function showStart(start: CodeStart): string {
  if ('text' in start) return `text ${mark(start.text)}`;
  return `start ${start.words.map(word => mark(word.pattern) + (word.splits === true ? '…' : '')).join(' | ')}`;
}

/** What a reading holds, one line each; empty for code that does nothing outside itself. */
export function showReading(reading: CodeReading): string[] {
  return [
    ...reading.files.map(use => `${use.kind}${use.recursive === true ? ' all' : ''} ${mark(use.path)}`),
    ...reading.starts.map(showStart),
    ...reading.addresses.map(address => `to ${mark(address)}`),
    ...(reading.sends ? ['sends'] : []),
    ...(reading.runs === undefined ? [] : [`runs ${reading.runs}`]),
    ...(reading.printsEnvironment ? ['environment'] : []),
    ...reading.unknown.map(({ reason }) => `unknown ${reason}`),
  ].sort();
}

/** What the code of a command would do; undefined for a command without code. */
export function showCommand(
  words: readonly string[],
  input: string | undefined,
  parsers: Parsers,
): string[] | undefined {
  const code = codeOf(commandOf(words, input), surroundings);
  if (code === undefined) return undefined;
  return [...new Set(showReading(readCode(code.language, code.text, { args: code.args, parsers })))];
}
