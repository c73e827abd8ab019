import { isOpen } from '../pattern.ts';
import { contentOf } from './files.ts';
import { type Handler, throughOut } from './invocation.ts';
import { runAll, runWords } from './launch.ts';
import { makeTexts } from './make-texts.ts';
import { screen, tmux } from './multiplexers.ts';
import { database, fzf, less, man, netcat, ripgrep, rsync, socat, sort, split, tar, vim, zip } from './option-texts.ts';
import { hasOption, readAll, readLeading, valuesOf } from './options.ts';
import { inSubshell } from './run-node.ts';
import { runInput } from './run-shell.ts';
import { joinWords } from './run-wrapper.ts';
import { plain, type Text } from './text.ts';
import { wrappers } from './wrapper-table.ts';

/** Programs that run texts or words in ways of their own. */
export const runLauncher: Handler = invocation => {
  const launcher = Object.hasOwn(launchers, invocation.name) ? launchers[invocation.name] : undefined;
  return launcher?.(invocation);
};

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

/** `npm explore PACKAGE -- COMMAND` runs it in the folder of the package. */
const npm: Handler = invocation => {
  const { args } = invocation;
  const at = args.findIndex(({ pattern }) => pattern === '--');
  return at === -1 || args.every(({ pattern }) => pattern !== 'explore')
    ? undefined
    : runWords(invocation, args.slice(at + 1), { by: 'npm explore' });
};

/** Programs of packages that change files or run others; scripts of a project are hardly called so. */
const packagePrograms = new Set(
  'rimraf shx del del-cli cpy cpx cpx2 copyfiles move-file cross-env cross-env-shell env-cmd dotenv dotenvx concurrently nodemon onchange lerna nx prisma knex sequelize typeorm wrangler vercel netlify firebase serverless'.split(
    ' ',
  ),
);

/** `yarn rimraf DIR`: what is no verb is the name of a program, too. */
const packageManager: Handler = invocation => {
  const { rest: words } = readLeading(invocation.args, {
    valued: ['-C', '--dir', '--cwd', '--prefix', '-F', '--filter'],
  });
  return packagePrograms.has(words[0]?.pattern ?? '')
    ? runWords(invocation, words, { by: invocation.name })
    : undefined;
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
  less,
  split,
  gsplit: split,
  sort,
  gsort: sort,
  rg: ripgrep,
  fzf,
  npm,
  yarn: packageManager,
  pnpm: packageManager,
  bun: packageManager,
  zip,
  cargo,
  capsh,
  bwrap,
  flatpak,
};
