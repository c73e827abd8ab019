import { isOpen } from '../../pattern.ts';

/** Programs under other names. Several words stand for a program and its verb. */
const sameProgram: Readonly<Record<string, string>> = {
  'docker-compose': 'docker compose',
  'podman-compose': 'podman compose',
  nodejs: 'node',
  py: 'python',
  pypy: 'python',
  flyctl: 'fly',
  mvnw: 'mvn',
  gradlew: 'gradle',
  'dotnet-ef': 'dotnet ef',
  'ec2-terminate-instances': 'aws ec2 terminate-instances',
  'microk8s.kubectl': 'kubectl',
  'manage.py': 'python manage.py',
  artisan: 'php artisan',
  console: 'php console',
};

/** What PowerShell calls its commands for short. */
const shortNames: Readonly<Record<string, string>> = {
  ri: 'remove-item',
  iwr: 'invoke-webrequest',
  irm: 'invoke-restmethod',
  iex: 'invoke-expression',
  icm: 'invoke-command',
  saps: 'start-process',
  spps: 'stop-process',
  clc: 'clear-content',
};

/** Programs that are also installed with their version behind the name, such as `python3.11`, `pip3` and `php8.2`. */
const versioned = /^(python|pypy|pip|php|ruby|perl|node|lua|gem|rake|go|psql|pg_dump|easy_install)-?\d+(?:\.\d+)*$/;

/** A program and a word that runs what stands behind them, where this is the same as running that by itself. */
const passing: Readonly<Record<string, string>> = {
  bundle: 'exec',
  uv: 'pip',
  minikube: 'kubectl',
  k3s: 'kubectl',
  microk8s: 'kubectl',
};
/** Of these, the ones whose second word is the program itself. */
const namesProgram = new Set(['pip', 'kubectl']);

/** Programs whose words behind them may be another program's. */
const readsOn = new Set(['python', 'heroku', ...Object.keys(passing)]);

/** All names under which a command that starts with this word could be found; undefined where only its other words tell. */
export function namesOf(program: string): readonly string[] | undefined {
  const folded = program.toLowerCase();
  const other = otherName(folded)?.split(' ')[0];
  if (readsOn.has(folded) || (other !== undefined && readsOn.has(other))) return undefined;
  return other === undefined ? [folded] : [folded, other];
}

/** What of a word is needed here: its text, or the pattern of a word of a command. */
type Reading<T> = { readonly textOf: (word: T) => string; readonly toWord: (text: string) => T };

/** Rewritings follow each other at most so often: `uv run` … `python3 -m pip`. */
const mostSteps = 6;

/** Other ways to write the words of a command that mean the same: `python3 -m pip install x` as `pip install x`. */
export function rewriteWords<T>(words: readonly T[], reading: Reading<T>): (readonly T[])[] {
  const forms: (readonly T[])[] = [];
  let last: readonly T[] = words;
  for (let step = 0; step < mostSteps; step++) {
    const next = rewriteOnce(last, reading);
    if (next === undefined) break;
    forms.push(next);
    last = next;
  }
  return forms;
}

/** The same for words that are plain texts. */
export function canonicalWords(words: readonly string[]): (readonly string[])[] {
  return rewriteWords(words, { textOf: word => word, toWord: text => text });
}

/** What else the words may mean where one that is not known stands for `-m` or `exec`: `python3 $X pip install x`. */
export function possibleWords<T>(words: readonly T[], { textOf, toWord }: Reading<T>): (readonly T[])[] {
  const [first, ...args] = words;
  if (first === undefined) return [];
  const program = textOf(first);
  if (program === 'python') {
    const script = args.findIndex(word => !/^-?[A-Za-z]?[\uE000-\uE003]|^-[A-Za-z]/.test(textOf(word)));
    const options = script === -1 ? args : args.slice(0, script);
    const rests = options.flatMap((word, at) => (isOpen(textOf(word)) ? [args.slice(at + 1)] : []));
    return rests.flatMap(rest => [rest, [first, ...rest]]);
  }
  const word = Object.hasOwn(passing, program) ? passing[program] : undefined;
  if (word === undefined || args[0] === undefined || !isOpen(textOf(args[0]))) return [];
  return [namesProgram.has(word) ? [toWord(word), ...args.slice(1)] : args.slice(1)];
}

function rewriteOnce<T>(words: readonly T[], reading: Reading<T>): readonly T[] | undefined {
  const [first, ...rest] = words;
  if (first === undefined) return undefined;
  const program = reading.textOf(first).toLowerCase();
  if (isOpen(program)) return undefined;
  const renamed = otherName(program);
  if (renamed !== undefined) return [...renamed.split(' ').map(reading.toWord), ...rest];
  if (program === 'python') return moduleOf(rest, reading);
  if (program === 'heroku') return splitTopic(words, reading);
  return passedOn(program, rest, reading);
}

function otherName(program: string): string | undefined {
  if (Object.hasOwn(sameProgram, program)) return sameProgram[program];
  if (Object.hasOwn(shortNames, program)) return shortNames[program];
  const base = versioned.exec(program)?.[1];
  if (base !== undefined) return base;
  const verb = /^git-([a-z][a-z-]*)$/.exec(program)?.[1];
  return verb === undefined ? undefined : `git ${verb}`;
}

/** `-m pip install`, `-Im pip`, `-mpip`: the module as a program. */
function moduleOf<T>(args: readonly T[], { textOf, toWord }: Reading<T>): readonly T[] | undefined {
  for (let at = 0; at < args.length; at++) {
    const word = textOf(args[at] as T);
    if (!/^-[A-Za-z]/.test(word)) return undefined;
    if (word === '-W' || word === '-X') {
      at++;
      continue;
    }
    const module = /^-[bBdEhiIOPqsSuvx]*m(.*)$/s.exec(word)?.[1];
    if (module === '') return args.slice(at + 1);
    if (module !== undefined) return [toWord(module), ...args.slice(at + 1)];
    if (/^-[bBdEhiIOPqsSuvx]*c/.test(word)) return undefined;
  }
  return undefined;
}

/** `pg:reset` and `pg reset` are the same to Heroku's client. */
function splitTopic<T>(words: readonly T[], { textOf, toWord }: Reading<T>): readonly T[] | undefined {
  const at = words.findIndex((word, index) => index > 0 && !textOf(word).startsWith('-'));
  const topic = at === -1 ? '' : textOf(words[at] as T);
  if (isOpen(topic) || !/^[a-z-]+(?::[a-z-]+)+$/.test(topic)) return undefined;
  return [...words.slice(0, at), ...topic.split(':').map(toWord), ...words.slice(at + 1)];
}

function passedOn<T>(program: string, args: readonly T[], { textOf }: Reading<T>): readonly T[] | undefined {
  const word = Object.hasOwn(passing, program) ? passing[program] : undefined;
  const [first, second] = args;
  if (word === undefined || first === undefined || textOf(first) !== word) return undefined;
  if (namesProgram.has(word)) {
    return second !== undefined && textOf(second) === '--' ? [first, ...args.slice(2)] : args;
  }
  return args.length > 1 ? args.slice(1) : undefined;
}
