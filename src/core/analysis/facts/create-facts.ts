import type { CallFacts, CreateFacts, OneOrMore, ShellFacts } from './facts.ts';

const notYet = (): never => {
  throw new Error('not built yet');
};

function shellOf(text: string): ShellFacts {
  const commands = text.split(/&&|\|\||[;|&\n]/).map(part => part.trim().split(/\s+/));
  const runs = (given: OneOrMore, flags?: readonly string[]): boolean =>
    [given].flat().some(command => {
      const names = command.split(' ');
      return commands.some(
        words =>
          names.every((name, at) => words[at] === name) &&
          (flags === undefined || words.slice(names.length).some(word => flags.includes(word))),
      );
    });
  return {
    commands: () => commands.map(([program = '', ...args]) => ({ program, args, cwd: '/', via: [], elsewhere: false })),
    runs,
    mayRun: runs,
    reads: () => false,
    writes: () => false,
    deletes: () => false,
    executes: () => false,
    unknown: () => false,
    reasons: () => [],
    sql: notYet,
  };
}

/** Works out what a call would do; nothing of it before it is asked for. */
export const createFacts: CreateFacts = ({ input }): CallFacts => ({
  shell: () => shellOf(String(input['command'])),
  shellOf,
  files: notYet,
  sqlOf: notYet,
  pathOf: notYet,
  urlOf: notYet,
});
