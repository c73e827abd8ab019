import type { Out } from './context.ts';
import type { Handler, Invocation } from './invocation.ts';
import { runAll, runEither, runWords } from './launch.ts';
import { hasOption, readLeading } from './options.ts';
import { either } from './run-node.ts';
import { type Field, join, plain, type Text } from './text.ts';

/** What `tmux` runs in its panes, or types into them. */
export const tmux: Handler = invocation => {
  const { rest } = readLeading(invocation.args, { valued: ['-f', '-L', '-S', '-c', '-T'] });
  const outs: Out[] = [];
  for (const words of splitAt(rest, ';')) {
    const [verb, ...args] = words;
    if (verb === undefined) continue;
    const { rest: operands } = readLeading(args, {
      valued: ['-t', '-s', '-n', '-c', '-F', '-x', '-y', '-e', '-p', '-l', '-f', '-N', '-b', '-d'].filter(
        name => !(name === '-d' || (name === '-l' && /^send/.test(verb.pattern))),
      ),
    });
    const out = tmuxCommand(invocation, verb.pattern, operands);
    if (out !== undefined) outs.push(out);
  }
  return outs.length === 0 ? undefined : outs.reduce(either);
};

function tmuxCommand(invocation: Invocation, verb: string, operands: readonly Field[]): Out | undefined {
  if (
    /^(?:new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawnp|respawn-window|respawnw|run|run-shell|popup|display-popup|pipe-pane|pipep)$/.test(
      verb,
    )
  ) {
    if (operands.length === 0) return undefined;
    return runEither(invocation, operands, { by: `tmux ${verb}` });
  }
  if (verb === 'if-shell' || verb === 'if') return runAll(invocation, operands.slice(0, 1), { by: `tmux ${verb}` });
  if (verb !== 'send-keys' && verb !== 'send') return undefined;
  // Keys that are typed into a shell.
  const typed = operands.map(word =>
    /^(?:Enter|C-m|KPEnter)$/.test(word.pattern)
      ? { ...word, pattern: '\n' }
      : word.pattern === 'Space'
        ? { ...word, pattern: ' ' }
        : word,
  );
  const text = typed.filter(({ pattern }) => !/^(?:C-[a-z]|Escape|Up|Down|Left|Right|Tab|BSpace)$/.test(pattern));
  const all = text.reduce<Text>((before, word) => join(before, word), plain(''));
  return all.pattern.trim() === '' ? undefined : runAll(invocation, [all], { by: `tmux ${verb}` });
}

function splitAt(words: readonly Field[], separator: string): (readonly Field[])[] {
  const parts: Field[][] = [[]];
  for (const word of words) {
    if (word.pattern === separator) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** What `screen` runs in its windows, or types into them. */
export const screen: Handler = invocation => {
  const { options, rest } = readLeading(invocation.args, {
    valued: ['-S', '-s', '-c', '-e', '-h', '-p', '-t', '-T', '-L', '-Logfile'].filter(name => name !== '-L'),
  });
  if (hasOption(options, '-X')) {
    const [verb, ...texts] = rest;
    if (verb?.pattern === 'stuff')
      return runAll(
        invocation,
        texts.map(text => ({ ...text, pattern: text.pattern.replace(/\\n|\^M|\\r/g, '\n') })),
        { by: 'screen -X stuff' },
      );
    return verb?.pattern === 'exec' || verb?.pattern === 'screen'
      ? runWords(invocation, texts, { by: 'screen -X' })
      : undefined;
  }
  return runEither(invocation, rest, { by: 'screen' });
};
