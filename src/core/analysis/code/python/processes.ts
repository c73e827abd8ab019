import { anything } from '../../pattern.ts';
import type { Word } from '../../shell/reading.ts';
import type { Call, Handler } from '../call.ts';
import { quoteWords, wordsOf } from '../findings.ts';
import { optionsOf, origin, some, text, textsOf, type Value } from '../value.ts';

const printed: Value = some(origin.output);

const shellText: Handler = call => {
  call.findings.startText(call.need(0, 'command', 'cmd'));
  return { kind: 'object', object: 'process', from: origin.output };
};

function wordsOfList(value: Value & { readonly kind: 'list' }): readonly Word[] {
  const words = wordsOf(value.items);
  return value.open === true ? [...words, { pattern: anything, splits: true }] : words;
}

/** `subprocess.run` and its kin: words, or a text where a shell is asked for. */
const subprocess: Handler = call => {
  const command = call.need(0, 'args', 'cmd');
  const shell = call.at(-1, 'shell');
  const inShell = shell !== undefined && !(shell.kind === 'flag' && !shell.flag);
  for (const option of optionsOf(command)) startOne(call, option, inShell);
  if (joinsSocket(call)) remoteShell(call);
  return { kind: 'object', object: 'process', text: command, from: origin.output };
};

function startOne(call: Call, command: Value, inShell: boolean): void {
  if (inShell) {
    startShell(call, command.kind === 'list' ? (command.items[0] ?? text('')) : command);
    return;
  }
  if (command.kind === 'object' && command.object === 'shell-words' && command.text !== undefined) {
    startShell(call, command.text);
    return;
  }
  const words = command.kind === 'list' ? wordsOfList(command) : wordsOf([command]);
  const around = aroundOf(call);
  if (around === undefined) call.findings.startWords(words);
  else call.findings.startText(text(`${around.before}${quoteWords(words)}${around.behind}`));
}

function startShell(call: Call, command: Value): void {
  const around = aroundOf(call);
  for (const pattern of textsOf(command)) {
    call.findings.startText(text(around === undefined ? pattern : `${around.before}{ ${pattern}\n}${around.behind}`));
  }
}

/** The working folder and the input that are given, as a shell would write them. */
function aroundOf(call: Call): { before: string; behind: string } | undefined {
  const cwd = call.at(-1, 'cwd');
  const input = call.at(-1, 'input');
  if (cwd === undefined && input === undefined) return undefined;
  const [folder] = cwd === undefined ? [] : textsOf(cwd);
  const [given] = input === undefined ? [] : textsOf(input);
  return {
    before: folder === undefined ? '' : `cd ${quoteWords([{ pattern: folder }])} && `,
    behind: given === undefined ? '' : ` <<< ${quoteWords([{ pattern: given }])}`,
  };
}

function joinsSocket(call: Call): boolean {
  return ['stdin', 'stdout', 'stderr'].some(name => {
    const stream = call.at(-1, name);
    return stream !== undefined && optionsOf(stream).some(option => isSocket(option));
  });
}

function isSocket(value: Value): boolean {
  if (value.kind === 'method') return isSocket(value.of);
  return (value.from & origin.download) !== 0;
}

/** A process whose streams are those of a connection: whoever is at its other end commands it. */
export function remoteShell(call: Call): void {
  call.findings.sendsAnything();
  call.findings.runsUnknown(origin.download, call.name);
}

/** `os.execv(path, [name, …])`, with the place of the path. */
function exec(place: number, asList: boolean): Handler {
  return call => {
    const program = call.need(place);
    const behind = call.given.positional.slice(place + 1);
    const [words] = behind;
    const rest = asList
      ? words?.kind === 'list'
        ? wordsOfList(words).slice(1)
        : [{ pattern: anything, splits: true as const }]
      : wordsOf(behind.slice(1));
    call.findings.startWords([...wordsOf([program]), ...rest]);
    return undefined;
  };
}

const spawned: Handler = call => {
  const command = call.need(0, 'argv');
  for (const option of optionsOf(command)) {
    call.findings.startWords(option.kind === 'list' ? wordsOfList(option) : wordsOf([option]));
  }
  return undefined;
};

const sameNames: readonly [string, Handler][] = [
  ...['run', 'call', 'check_call', 'check_output', 'Popen'].map((name): [string, Handler] => [
    `subprocess.${name}`,
    subprocess,
  ]),
  ...['execv', 'execvp', 'execve', 'execvpe'].map((name): [string, Handler] => [`os.${name}`, exec(0, true)]),
  ...['execl', 'execlp', 'execle', 'execlpe'].map((name): [string, Handler] => [`os.${name}`, exec(0, false)]),
  ...['spawnv', 'spawnvp', 'spawnve', 'spawnvpe'].map((name): [string, Handler] => [`os.${name}`, exec(1, true)]),
  ...['spawnl', 'spawnlp', 'spawnle', 'spawnlpe'].map((name): [string, Handler] => [`os.${name}`, exec(1, false)]),
  ['os.posix_spawn', exec(0, true)],
  ['os.posix_spawnp', exec(0, true)],
];

export const processHandlers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(sameNames),
  'os.system': shellText,
  'os.popen': shellText,
  'os.popen2': shellText,
  'os.popen3': shellText,
  'popen2.popen2': shellText,
  'subprocess.getoutput': shellText,
  'subprocess.getstatusoutput': shellText,
  'asyncio.create_subprocess_shell': shellText,
  'pexpect.run': shellText,
  'pexpect.spawn': shellText,
  'asyncio.create_subprocess_exec': call => {
    call.findings.startWords(wordsOf(call.given.positional));
    return printed;
  },
  'plumbum.local': () => printed,
  'pty.spawn': spawned,
  'shlex.split': call => ({ kind: 'object', object: 'shell-words', text: call.need(0, 's'), from: call.from }),
  'os.kill': call => {
    const [pid, signal] = call.given.positional;
    if (pid !== undefined && signal !== undefined) {
      const name =
        signal.kind === 'name' ? signal.name.replace(/^signal\.(?:SIG)?/, '') : (textsOf(signal)[0] ?? anything);
      call.findings.startWords([{ pattern: 'kill' }, { pattern: `-${name}` }, ...wordsOf([pid])]);
    }
    return undefined;
  },
  'os.chdir': call => {
    call.findings.changeFolder(call.need(0, 'path'));
    return undefined;
  },
  'os.dup2': call => {
    if (call.given.positional.some(value => isSocket(value))) remoteShell(call);
    return undefined;
  },
};
