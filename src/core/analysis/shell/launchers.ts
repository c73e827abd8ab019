import { anything, isOpen } from '../pattern.ts';
import { callProgram } from './call.ts';
import type { Out } from './context.ts';
import { contentOf } from './files.ts';
import { type Handler, type Invocation, throughOut, within } from './invocation.ts';
import { makeTexts } from './make-texts.ts';
import { hasOption, readAll, readLeading, valuesOf } from './options.ts';
import type { Via } from './reading.ts';
import { either, inSubshell } from './run-node.ts';
import { runInput, runTexts } from './run-shell.ts';
import { joinWords } from './run-wrapper.ts';
import { childState } from './state.ts';
import { type Field, join, plain, type Text } from './text.ts';
import { wrappers } from './wrapper-table.ts';

/** Programs that run texts or words in ways of their own. */
export const runLauncher: Handler = invocation => {
  const launcher = Object.hasOwn(launchers, invocation.name) ? launchers[invocation.name] : undefined;
  return launcher?.(invocation);
};

/** Runs texts here, one by one. */
function runAll(invocation: Invocation, texts: readonly Text[], via: Via): Out | undefined {
  const outs = texts.map(text =>
    inSubshell(invocation.state, inner => {
      const state = childState(inner);
      if (via.elsewhere === true) state.cwds = [anything];
      return runTexts(invocation, via.by, [text], state, via);
    }),
  );
  return outs.length === 0 ? undefined : throughOut(invocation, outs.reduce(either));
}

function runWords(invocation: Invocation, words: readonly Field[], via: Via): Out | undefined {
  if (words.length === 0) return undefined;
  const own = within(invocation, via);
  return throughOut(
    invocation,
    inSubshell(invocation.state, inner => callProgram(invocation.reader, words, childState(inner), own)),
  );
}

/** A single word is a text for a shell, several are a command. */
function runEither(invocation: Invocation, words: readonly Field[], via: Via): Out | undefined {
  const [only] = words;
  return words.length === 1 && only !== undefined && /\s/.test(only.pattern)
    ? runAll(invocation, [only], via)
    : runWords(invocation, words, via);
}

const sshValued = [
  '-b',
  '-B',
  '-c',
  '-D',
  '-E',
  '-e',
  '-F',
  '-I',
  '-i',
  '-J',
  '-L',
  '-l',
  '-m',
  '-O',
  '-o',
  '-P',
  '-p',
  '-Q',
  '-R',
  '-S',
  '-W',
  '-w',
];

const ssh: Handler = invocation => {
  const { options, rest } = readLeading(invocation.args, { valued: sshValued });
  const [, ...words] = rest;
  const later = readLeading(words, { valued: sshValued });
  const command = later.rest;
  const local = [...valuesOf([...options, ...later.options], '-o')].flatMap(option => {
    const [, text] =
      /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|PKCS11Provider)\s*[= ]\s*(.+)$/is.exec(option.pattern) ?? [];
    return text === undefined || text === 'none' ? [] : [{ ...option, pattern: text }];
  });
  const here = runAll(invocation, local, { by: 'ssh' });
  if (command.length > 0) return runAll(invocation, [joinWords(command)], { by: 'ssh', elsewhere: true });
  // Without a command, what comes in is given to the shell of the other machine.
  const { from, texts } = invocation.context.input;
  const reads = from !== 'nothing' && !hasOption(options, '-n', '-N', '-f') && rest.length > 0;
  return (reads ? runAll(invocation, texts, { by: 'ssh', elsewhere: true }) : undefined) ?? here;
};

const su: Handler = invocation => {
  const { options } = readAll(invocation.args, {
    valued: ['-c', '--command', '-s', '--shell', '-g', '-G', '-w', '--session-command'],
  });
  const texts = valuesOf(options, '-c', '--command', '--session-command');
  if (texts.length > 0) return runAll(invocation, texts, { by: 'su -c' });
  return invocation.context.input.from === 'nothing'
    ? undefined
    : runAll(invocation, invocation.context.input.texts, { by: 'su' });
};

/** With `-u` it takes the words behind its options, without like `su`. */
const runuser: Handler = invocation =>
  hasOption(readLeading(invocation.args, { valued: ['-u', '--user', '-g', '-G', '-s'] }).options, '-u', '--user')
    ? undefined
    : su(invocation);

/** `sudo -s` and `sudo -i` without a command are a shell. */
const sudo: Handler = invocation => {
  const { valued = [] } = wrappers['sudo'] ?? {};
  const { options, rest } = readLeading(invocation.args, { valued });
  const isShell = rest.length === 0 && hasOption(options, '-s', '-i', '--shell', '--login');
  return isShell ? runWords(invocation, [plain('bash')], { by: 'sudo' }) : undefined;
};

const tmux: Handler = invocation => {
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

const screen: Handler = invocation => {
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

/** `at`, `batch` and `crontab -` run what comes in, or a file. */
const queue: Handler = invocation => {
  const { args, name, context } = invocation;
  const { options, operands } = readAll(args, { valued: name === 'crontab' ? ['-u'] : ['-f', '-q', '-t'] });
  if (hasOption(options, '-l', '-r', '-e', '-d', '-c') && name !== 'batch') return undefined;
  if (name !== 'crontab') {
    const [file] = valuesOf(options, '-f');
    if (file !== undefined)
      return runAll(invocation, contentOf(invocation.reader, file, invocation.state), { by: name });
    if (context.input.from === 'nothing') return undefined;
    return throughOut(
      invocation,
      inSubshell(invocation.state, inner => runInput(invocation, name, inner)),
    );
  }
  const [file] = operands;
  const readsInput = file === undefined || file.pattern === '-';
  if (readsInput && context.input.from === 'nothing') return undefined;
  const texts = readsInput ? context.input.texts : contentOf(invocation.reader, file, invocation.state);
  return runAll(invocation, texts.filter(text => text.file === undefined).map(crontabText), { by: 'crontab' });
};

/** The commands of a crontab's lines. */
function crontabText(text: Text): Text {
  // What `crontab -l` prints in front ends with its own line.
  const known = text.pattern.replace(/^\uE002\n?/, '');
  if (known === '') return text;
  const lines = known.split('\n').map(line => {
    if (/^\s*(?:#|$|[A-Za-z_]\w*\s*=)/.test(line)) return '';
    return line.replace(/^\s*(?:@\w+|(?:[\d*,/\uE000-\uE003a-zA-Z-]+\s+){4}[\d*,/\uE000-\uE003a-zA-Z-]+)\s+/, '');
  });
  return { pattern: lines.join('\n'), origin: text.origin, commands: text.commands };
}

const make: Handler = invocation => {
  const texts = makeTexts(invocation);
  return texts.length === 0 ? undefined : runAll(invocation, texts, { by: 'make' });
};

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
const tar: Handler = invocation => {
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

const rsync: Handler = optionTexts(['-e', '--rsh', '-f', '--filter', '--exclude', '--include'], ['-e', '--rsh']);

/** Editors with commands of their own: `:!cmd`. */
const vim: Handler = invocation => {
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
const socat: Handler = invocation => {
  const texts = invocation.args.flatMap(word => {
    const [, text] = /^(?:EXEC|SYSTEM|SHELL):("[^"]*"|'[^']*'|[^,]*)/i.exec(word.pattern) ?? [];
    return text === undefined ? [] : [{ ...word, pattern: text.replace(/^["']|["']$/g, '') }];
  });
  runAll(invocation, texts, { by: 'socat' });
  return undefined;
};

const netcat: Handler = optionTexts(
  ['-e', '-c', '--exec', '--sh-exec', '-l', '-p', '-s', '-w', '-q', '-i', '-X', '-x'].filter(name => name !== '-l'),
  ['-e', '-c', '--exec', '--sh-exec'],
);

/** `\! cmd` of psql, `.shell cmd` of sqlite and the like, in texts that are given to them. */
const database: Handler = invocation => {
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

const man: Handler = optionTexts(['-P', '--pager', '-H', '--html'], ['-P', '--pager', '-H', '--html']);
const zip: Handler = optionTexts(['-TT', '--unzip-command'], ['-TT', '--unzip-command']);

/** The verb `watch` of cargo, whose texts are for the shell. */
const cargo: Handler = invocation => {
  if (invocation.args[0]?.pattern !== 'watch') return undefined;
  const { options } = readAll(invocation.args.slice(1), {
    valued: ['-s', '--shell', '-x', '--exec', '-w', '--watch', '-i', '--ignore', '-C', '-d'],
  });
  const texts = valuesOf(options, '-s', '--shell');
  const own = valuesOf(options, '-x', '--exec').map(text => ({ ...text, pattern: `cargo ${text.pattern}` }));
  return runAll(invocation, [...texts, ...own], { by: 'cargo watch' });
};

/** `capsh -- -c TEXT` is a shell. */
const capsh: Handler = invocation => {
  const at = invocation.args.findIndex(({ pattern }) => pattern === '--' || pattern === '==');
  return at === -1
    ? undefined
    : runWords(invocation, [plain('bash'), ...invocation.args.slice(at + 1)], { by: 'capsh' });
};

/** `bwrap OPTIONS COMMAND`: nearly every option takes one value, some two. */
const bwrap: Handler = invocation => {
  const { args } = invocation;
  let at = 0;
  for (; at < args.length; at++) {
    const { pattern } = args[at] ?? plain('');
    if (pattern === '--') {
      at++;
      break;
    }
    if (!pattern.startsWith('--')) break;
    if (/^--(?:ro-bind|bind|dev-bind|symlink|setenv|file|bind-data|ro-bind-data|chmod|overlay)(?:-try)?$/.test(pattern))
      at += 2;
    else if (
      !/^--(?:unshare-\w+|share-net|die-with-parent|new-session|as-pid-1|clearenv|disable-userns|assert-userns-disabled)$/.test(
        pattern,
      )
    )
      at++;
  }
  return runWords(invocation, args.slice(at), { by: 'bwrap' });
};

/** `flatpak run --command=sh APP -c TEXT`. */
const flatpak: Handler = invocation => {
  const at = invocation.args.findIndex(({ pattern }) => pattern === 'run');
  if (at === -1) return undefined;
  const { options, rest } = readLeading(invocation.args.slice(at + 1), {
    valued: ['--command', '--branch', '--arch', '--cwd', '--env', '--filesystem'],
  });
  const [program] = valuesOf(options, '--command');
  return program === undefined || isOpen(program.pattern)
    ? undefined
    : runWords(invocation, [program, ...rest.slice(1)], { by: 'flatpak run' });
};

const launchers: Readonly<Record<string, Handler>> = {
  ssh,
  autossh: ssh,
  su,
  sudo,
  runuser,
  tmux,
  screen,
  at: queue,
  batch: queue,
  crontab: queue,
  make,
  gmake: make,
  bmake: make,
  tar,
  gtar: tar,
  bsdtar: tar,
  rsync,
  vim,
  vi: vim,
  nvim: vim,
  ex: vim,
  view: vim,
  socat,
  nc: netcat,
  ncat: netcat,
  netcat,
  psql: database,
  mysql: database,
  mariadb: database,
  sqlite3: database,
  duckdb: database,
  man,
  zip,
  cargo,
  capsh,
  bwrap,
  flatpak,
};
