import type { Handler } from './invocation.ts';
import { runAll } from './launch.ts';
import { readAll, valuesOf } from './options.ts';

/** Options of other programs whose value is a command. */
const optionTexts =
  (
    valued: readonly string[],
    names: readonly string[],
    change: (text: string) => string | undefined = text => text,
  ): Handler =>
  invocation => {
    const { options } = readAll(invocation.args, { valued });
    const texts = valuesOf(options, ...names).flatMap(value => {
      const text = change(value.pattern);
      return text === undefined || text === '' ? [] : [{ ...value, pattern: text }];
    });
    runAll(invocation, texts, { by: `${invocation.name} ${names[0] ?? ''}` });
    return undefined;
  };

const tarValued = [
  '-I',
  '--use-compress-program',
  '--to-command',
  '--checkpoint-action',
  '--info-script',
  '--new-volume-script',
  '-F',
  '--rsh-command',
  '--rmt-command',
  '-f',
  '--file',
  '-C',
  '--directory',
  '-T',
  '--files-from',
  '-X',
  '--exclude',
  '--exclude-from',
  '--transform',
];
export const tar: Handler = invocation => {
  optionTexts(tarValued, ['--checkpoint-action'], text => (text.startsWith('exec=') ? text.slice(5) : undefined))(
    invocation,
  );
  return optionTexts(tarValued, [
    '-I',
    '--use-compress-program',
    '--to-command',
    '--info-script',
    '--new-volume-script',
    '-F',
    '--rsh-command',
  ])(invocation);
};

export const rsync: Handler = optionTexts(['-e', '--rsh', '-f', '--filter', '--exclude', '--include'], ['-e', '--rsh']);

/** Editors with commands of their own: `:!cmd`. */
export const vim: Handler = invocation => {
  const { args } = invocation;
  const commands = args.flatMap((word, at) => {
    if (word.pattern.startsWith('+')) return [{ ...word, pattern: word.pattern.slice(1) }];
    const next = args[at + 1];
    return (word.pattern === '-c' || word.pattern === '--cmd') && next !== undefined ? [next] : [];
  });
  const texts = commands.flatMap(word => {
    const [, text] =
      /^:?\s*(?:silent!?\s+|%|\d+(?:,\d+)?|r(?:ead)?\s*|w(?:rite)?\s*|term(?:inal)?\s+)*!(.+)$/s.exec(word.pattern) ??
      [];
    const [, called] = /\bsystem\(\s*(?:'([^']*)'|"([^"]*)")/.exec(word.pattern) ?? [];
    const found = text ?? called;
    return found === undefined ? [] : [{ ...word, pattern: found }];
  });
  runAll(invocation, texts, { by: invocation.name });
  return undefined;
};

/** Addresses of `socat` that start programs, and what `nc -e` starts. */
export const socat: Handler = invocation => {
  const texts = invocation.args.flatMap(word => {
    const [, text] = /^(?:EXEC|SYSTEM|SHELL):("[^"]*"|'[^']*'|[^,]*)/i.exec(word.pattern) ?? [];
    return text === undefined ? [] : [{ ...word, pattern: text.replace(/^["']|["']$/g, '') }];
  });
  runAll(invocation, texts, { by: 'socat' });
  return undefined;
};

export const netcat: Handler = optionTexts(
  ['-e', '-c', '--exec', '--sh-exec', '-l', '-p', '-s', '-w', '-q', '-i', '-X', '-x'].filter(name => name !== '-l'),
  ['-e', '-c', '--exec', '--sh-exec'],
);

/** `\! cmd` of psql, `.shell cmd` of sqlite and the like, in texts that are given to them. */
export const database: Handler = invocation => {
  const { args, context } = invocation;
  const texts = [...args, ...(context.input.from === 'nothing' ? [] : context.input.texts)].flatMap(text => {
    if (!/\\!|^\.(?:shell|system)\s|\nsystem\s|\n\.(?:shell|system)\s|^system\s/m.test(text.pattern)) return [];
    return [...text.pattern.matchAll(/(?:\\!|^\s*\.(?:shell|system)\s|^\s*system\s)([^\n]+)/gm)].map(
      ([, found = '']) => ({ pattern: found.trim(), origin: text.origin, commands: text.commands }),
    );
  });
  runAll(invocation, texts.slice(0, 32), { by: invocation.name });
  return undefined;
};

export const man: Handler = optionTexts(['-P', '--pager', '-H', '--html'], ['-P', '--pager', '-H', '--html']);
export const zip: Handler = optionTexts(['-TT', '--unzip-command'], ['-TT', '--unzip-command']);

/** GNU programs take a long option by any beginning of its name that no other has. */
const beginnings = (option: string, shortest: string): string[] =>
  Array.from({ length: option.length - shortest.length + 1 }, (_, more) => option.slice(0, shortest.length + more));

const filter = beginnings('--filter', '--f');
export const split: Handler = optionTexts(
  ['-a', '-b', '-C', '-l', '-n', '-t', '--bytes', '--lines', ...filter],
  filter,
);

const compress = beginnings('--compress-program', '--co');
export const sort: Handler = optionTexts(['-k', '-t', '-o', '-S', '-T', '--output', ...compress], compress);

export const ripgrep: Handler = optionTexts(
  ['-e', '-f', '-g', '-t', '-T', '-m', '-A', '-B', '-C', '-r', '-j', '-M', '-d', '--pre', '--hostname-bin'],
  ['--pre', '--hostname-bin'],
);

/** `less +!cmd` runs it at once. */
export const less: Handler = invocation => {
  const texts = invocation.args.flatMap(word => {
    const [, text] = /^\+\+?(?:!|\|.)(.+)$/s.exec(word.pattern) ?? [];
    return text === undefined ? [] : [{ ...word, pattern: text }];
  });
  runAll(invocation, texts, { by: 'less' });
  return undefined;
};

const bound =
  /(?:execute(?:-silent|-multi)?|become|(?:re|un)?bind|reload(?:-sync)?|transform(?:-[a-z-]+)?|preview)[({[:](.*?)[)}\]]?$/s;

/** What `fzf` runs to show something, and on keys and events. */
export const fzf: Handler = invocation => {
  const valued = ['--preview', '--bind', '--query', '-q', '--delimiter', '-d', '--with-shell'];
  optionTexts(valued, ['--preview', '--with-shell'])(invocation);
  return optionTexts(valued, ['--bind'], text => bound.exec(text)?.[1])(invocation);
};
