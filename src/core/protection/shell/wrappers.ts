import { isOpen, type Pattern } from '../../analysis/pattern.ts';

/** A program that runs the command that follows its own words. */
interface Wrapper {
  /** Its options that take a value. */
  readonly valued?: readonly string[];
  /** How many words of its own stand before the command. */
  readonly own?: number;
  /** A word that has to come first, such as `exec` of `npm exec`. */
  readonly after?: readonly string[];
  /** Options that take a whole command as one text. */
  readonly text?: readonly string[];
}

const wrappers: Readonly<Record<string, Wrapper>> = {
  sudo: { valued: ['-u', '-g', '-h', '-p', '-C', '-r', '-t', '-T', '-U', '-D', '--user', '--group', '--chdir'] },
  doas: { valued: ['-u', '-C'] },
  env: { valued: ['-u', '-C', '--unset', '--chdir'], text: ['-S', '--split-string'] },
  command: {},
  builtin: {},
  exec: { valued: ['-a'] },
  nohup: {},
  setsid: {},
  time: { valued: ['-o', '-f'] },
  nice: { valued: ['-n'] },
  ionice: { valued: ['-c', '-n', '-p'] },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  timeout: { valued: ['-s', '-k', '--signal', '--kill-after'], own: 1 },
  gtimeout: { valued: ['-s', '-k'], own: 1 },
  watch: { valued: ['-n', '--interval'] },
  strace: { valued: ['-e', '-o', '-p', '-s'] },
  chrt: { own: 1 },
  taskset: { own: 1 },
  chroot: { own: 1 },
  flock: { valued: ['-w', '-E', '--timeout'], own: 1, text: ['-c', '--command'] },
  script: { valued: ['-t', '-T', '-O', '-I', '-B', '-m', '-o', '-E'], own: 1, text: ['-c', '--command'] },
  su: { valued: ['-s', '-g', '-G', '--shell'], own: 99, text: ['-c', '--command'] },
  runuser: { valued: ['-u', '-s'], text: ['-c', '--command'] },
  busybox: {},
  toybox: {},
  caffeinate: {},
  unbuffer: {},
  npx: { valued: ['-p', '--package', '-w'], text: ['-c', '--call'] },
  bunx: { valued: ['-p', '--package'] },
  pnpx: {},
  pnpm: { after: ['exec', 'dlx', 'x', 'run', 'hooklaw'] },
  npm: { after: ['exec', 'x', 'run'], text: ['-c', '--call'] },
  yarn: { after: ['exec', 'dlx', 'run', 'hooklaw'] },
  bun: { after: ['x', 'run', 'hooklaw'] },
  dotenvx: { after: ['run'], valued: ['-f'] },
};

/** Programs that start a command which stands somewhere among their own words. */
const launchers = new Set([
  'tmux',
  'screen',
  'nsenter',
  'systemd-run',
  'setpriv',
  'bwrap',
  'firejail',
  'dbus-run-session',
  'prlimit',
  'cpulimit',
  'numactl',
  'faketime',
  'proxychains',
  'unshare',
  'start-stop-daemon',
  'dtach',
]);

export function isLauncher(name: string): boolean {
  return launchers.has(name);
}

/** A command inside another. */
export type Inner =
  | { readonly kind: 'words'; readonly words: readonly Pattern[] }
  | { readonly kind: 'text'; readonly text: Pattern };

/** The command that a wrapper runs; undefined for a program that is none, or runs nothing here. */
export function unwrap(name: string, args: readonly Pattern[]): Inner | undefined {
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (wrapper === undefined) return undefined;
  const rest = [...args];
  if (wrapper.after !== undefined) {
    const at = rest.findIndex(word => wrapper.after?.includes(word) === true);
    if (at === -1) return undefined;
    rest.splice(0, rest[at] === 'hooklaw' ? at : at + 1);
  }
  return skipOwnWords(wrapper, rest, name);
}

function skipOwnWords(wrapper: Wrapper, rest: Pattern[], name: string): Inner | undefined {
  let own = wrapper.own ?? 0;
  for (let word = rest[0]; word !== undefined; word = rest[0]) {
    if (name === 'command' && /^-[vV]/.test(word)) return undefined;
    if (word.startsWith('-') && word.length > 1) {
      rest.shift();
      if (word === '--' && own === 0) break;
      const text = textOption(wrapper, word, rest);
      if (text !== undefined) return { kind: 'text', text };
      if (wrapper.valued?.includes(word) === true) rest.shift();
    } else if (/^[A-Za-z_]\w*=/.test(word) && own === 0) rest.shift();
    else if (own > 0) {
      own--;
      rest.shift();
    } else break;
  }
  return rest.length === 0 ? undefined : { kind: 'words', words: rest };
}

/** The text of `-c TEXT`, `-cTEXT`, `--command=TEXT`, and of a cluster such as `-qc TEXT`. */
function textOption({ text = [] }: Wrapper, word: Pattern, rest: readonly Pattern[]): Pattern | undefined {
  for (const name of text) {
    if (word === name) return rest[0];
    if (name.startsWith('--') && word.startsWith(`${name}=`)) return word.slice(name.length + 1);
    if (name.length !== 2 || word.startsWith('--') || isOpen(word)) continue;
    if (word.endsWith(name.slice(1)) && /^-[A-Za-z]+$/.test(word)) return rest[0];
    if (word.startsWith(name)) return word.slice(2);
  }
  return undefined;
}

const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'fish', 'rbash']);
/** Programs that run the shell commands of their standard input. */
const queues = new Set(['at', 'batch', 'crontab']);

/** What a shell is given to run. */
export interface ShellStart {
  readonly text?: Pattern;
  /** `$0`, `$1`, … */
  readonly positional: readonly Pattern[];
  readonly readsInput: boolean;
}

/** How a shell is started; undefined for a program that is none. */
export function readShellStart(name: string, args: readonly Pattern[]): ShellStart | undefined {
  if (queues.has(name)) return { positional: [], readsInput: true };
  if ((name === 'source' || name === '.') && /^\/dev\/(?:stdin|fd\/0)$/.test(args[0] ?? ''))
    return { positional: args.slice(1), readsInput: true };
  if (!shells.has(name)) return undefined;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(word)) {
      const skip = args[at + 1] === '--' ? 2 : 1;
      return { text: args[at + skip] ?? '', positional: args.slice(at + skip + 1), readsInput: false };
    }
    if (/^[-+][A-Za-z]*[oO]$/.test(word) || word === '--rcfile' || word === '--init-file') at++;
    else if (word === '-' || /^-[A-Za-z]*s/.test(word)) return { positional: args.slice(at), readsInput: true };
    else if (!/^[-+]/.test(word)) return { positional: args.slice(at), readsInput: word === '/dev/stdin' };
  }
  return { positional: [], readsInput: true };
}
