import type { Word } from '../../shell/reading.ts';
import { hasOption, readArguments, valuesOf } from '../arguments.ts';
import { program } from '../program.ts';
import { type Call, type Describe, entries, fill, read, remove, type Use, write } from '../use.ts';

/** Options after which an interpreter takes its program from the command itself, or from a module's name. */
const inline = new Set('-c -e -m -p -r -E --eval --print --command -pe -ne -lane'.split(' '));

/** An interpreter reads the script that it is given; what the script does with the words behind it nobody knows. */
const interpreter = (valued: string): Describe => {
  const options = new Set(valued.split(' '));
  return ({ args }) => {
    let at = 0;
    for (; at < args.length; at++) {
      const word = args[at]?.pattern ?? '';
      if (inline.has(word)) return args.slice(at + 2).flatMap(({ pattern }) => guessed(pattern));
      if (options.has(word)) at++;
      else if (!word.startsWith('-') || word === '-') break;
    }
    const [script, ...rest] = args.slice(at).map(({ pattern }) => pattern);
    return script === undefined ? [] : [...(script === '-' ? [] : [read(script)]), ...rest.flatMap(guessed)];
  };
};

/** Words of a program that nobody knows which look like files: `conf/x`, `.env`, `~/x`, `--file=conf/x`, `-f.env`, `@conf/x`. */
export function guessed(word: string): Use[] {
  const path = (/^(?:--?[\w-]+=|-[A-Za-z](?=[./~]))(.+)$/s.exec(word)?.[1] ?? word).replace(/^@/, '');
  if (path.startsWith('-') || /^\.{1,3}$/.test(path) || path.length > 4096 || isText(path)) return [];
  return path.includes('/') || /^[.~]/.test(path) ? [read(path, { uncertain: true })] : [];
}

/** A sentence, an address, an expression. */
function isText(word: string): boolean {
  if (/[\n\r]|^[\w+.-]+:\/\//.test(word)) return true;
  return /\s/.test(word) && !/^(?:\.{0,2}|~)\//.test(word);
}

/** `perl -pi -e …`: the operands behind the program are written. */
const perl: Describe = ({ args }) => {
  const given = readArguments(args, new Set(['-e', '-E', '-I', '-M', '-m', '-F']));
  const code = hasOption(given, ['-e', '-E']);
  const inPlace = args.some(({ pattern }) => /^-[A-Za-z0]*i(?:\.|$|[a-z]*$)/.test(pattern) && !/^-[IMm]/.test(pattern));
  const loops = args.some(({ pattern }) => /^-[A-Za-z0]*[pn]/.test(pattern) && !/^-[IMm]/.test(pattern));
  const operands = given.operands.map(({ pattern }) => pattern);
  if (!code) return operands.flatMap((path, at) => (at === 0 ? [read(path)] : guessed(path)));
  if (!loops && !inPlace) return operands.flatMap(guessed);
  return operands.flatMap((path): Use[] => (inPlace ? [read(path), write(path)] : [read(path)]));
};

const pytestWords = program({ clears: '--basetemp', valued: '-k -m -p -c -o -n' });

/** Options stand also in a variable and in a setting. */
function pytest({ args, command }: Pick<Call, 'args' | 'command'>): Use[] {
  const given = command.assignments.flatMap(({ name, value }) => (name === 'PYTEST_ADDOPTS' ? [value] : []));
  const settings = args.flatMap(({ pattern }) => /(?:^|[o=])addopts=(.*)$/s.exec(pattern)?.[1] ?? []);
  const more = [...given, ...settings].flatMap(text => text.split(/\s+/));
  return pytestWords({ args: [...args, ...more.map(pattern => ({ pattern }))] });
}

/** Modules that do something to files when they are run by `python -m`. */
const modules: Readonly<Record<string, Describe>> = {
  pytest,
  venv: ({ args }) => cleared(args, ['--clear']),
  virtualenv: ({ args }) => cleared(args, ['--clear']),
  pip: program({ reads: '-r --requirement -c --constraint' }),
  zipfile: unpacks,
  tarfile: unpacks,
};

const cargoClean = program({ clears: '--target-dir', valued: '-p --package --manifest-path' });

/** Folders that are emptied with an option only. */
function cleared(args: readonly Word[], by: readonly string[]): Use[] {
  const given = readArguments(args, new Set(['-p', '--python', '--prompt']));
  if (!hasOption(given, by)) return [];
  return given.operands.map(({ pattern }) => remove(pattern, { recursive: true }));
}

function unpacks({ args }: Pick<Call, 'args'>): Use[] {
  const given = readArguments(args);
  const [archive, folder] = given.operands.map(({ pattern }) => pattern);
  if (archive === undefined) return [];
  return [read(archive), ...(hasOption(given, ['-e', '--extract']) ? [fill(folder ?? '.')] : [])];
}

const moduleFlag = /^-[bBdEhiIOPqsSuvx]*m(.*)$/;

/** `python -m MODULE …` */
const python: Describe = call => {
  const at = call.args.findIndex(({ pattern }) => moduleFlag.test(pattern) || !pattern.startsWith('-'));
  const glued = moduleFlag.exec(call.args[at]?.pattern ?? '')?.[1];
  const name = glued === '' ? (call.args[at + 1]?.pattern ?? '') : (glued ?? '');
  const known = Object.hasOwn(modules, name) ? modules[name] : undefined;
  if (known === undefined) return anyPython(call);
  return [...known({ ...call, name, args: call.args.slice(at + (glued === '' ? 2 : 1)) }), ...anyPython(call)];
};
const anyPython = interpreter('-W -X -Q --check-hash-based-pycs');

const edit: Describe = ({ args }) => {
  const given = readArguments(
    args,
    new Set('-c -S -u -i -w -W -t -q -T --cmd --eval -l --load -f --batch-file'.split(' ')),
  );
  const shown = hasOption(given, ['-R', '-M', '--readonly', '-v']);
  return given.operands
    .filter(({ pattern }) => !pattern.startsWith('+'))
    .flatMap(({ pattern }): Use[] => (shown ? [read(pattern)] : [read(pattern), write(pattern)]));
};

const source: Describe = ({ args }) => args.slice(0, 1).map(({ pattern }) => read(pattern));

/** A shell that is given a script; with `-c` or `-s` there is none. */
const shell: Describe = ({ args }) => {
  const given = readArguments(args, new Set(['-o', '-O', '+o', '+O', '--rcfile', '--init-file']));
  if (hasOption(given, ['-c', '-s'])) return [];
  const [script, ...rest] = given.operands;
  return script === undefined ? [] : [read(script.pattern), ...rest.flatMap(({ pattern }) => guessed(pattern))];
};

/** The script of a database client. */
const database = (reads: string, writes: string): Describe =>
  program({
    reads,
    writes,
    valued:
      '-c -d -h -U -p -u -P -D -e -v --command --dbname --host --username --port --user --database --execute -cmd -separator',
  });

export const develop: Readonly<Record<string, Describe>> = {
  ...entries('python python2 python3 pypy pypy3 ipython', python),
  ...entries('pytest py.test', pytest),
  ...entries('virtualenv', modules['virtualenv'] ?? (() => [])),
  ...entries('playwright', program({ clears: '--output' })),
  ...entries('vitest', program({ clears: '--coverage.reportsDirectory' })),
  ...entries('vite', ({ args }) => {
    const given = readArguments(args, new Set('--outDir -c --config -m --mode --base'.split(' ')));
    const empties = hasOption(given, ['--emptyOutDir']);
    return valuesOf(given, ['--outDir']).map(({ pattern }) =>
      empties ? remove(pattern, { recursive: true }) : write(pattern),
    );
  }),
  ...entries('cargo', ({ args }) => (args.some(({ pattern }) => pattern === 'clean') ? cargoClean({ args }) : [])),
  ...entries('hugo', ({ args }) => {
    const given = readArguments(args, new Set('-d --destination -s --source -b --baseURL --config -e'.split(' ')));
    const empties = hasOption(given, ['--cleanDestinationDir']);
    return valuesOf(given, ['-d', '--destination']).map(({ pattern }) =>
      empties ? remove(pattern, { recursive: true }) : write(pattern),
    );
  }),
  ...entries('jekyll', program({ clears: '-d --destination', valued: '-s --source --config' })),
  ...entries('mkdocs', program({ clears: '-d --site-dir', valued: '-f --config-file -t --theme' })),
  ...entries('ng', program({ clears: '--output-path' })),
  ...entries('c8 nyc', program({ clears: '--temp-directory --temp-dir -t' })),
  ...entries('node nodejs tsx ts-node', interpreter('--require --import --loader --env-file --conditions -C')),
  ...entries(
    'ruby irb php lua luajit Rscript julia swift groovy scala elixir osascript tclsh expect',
    interpreter('-I -d'),
  ),
  ...entries('deno', ({ args }) => args.flatMap(({ pattern }) => guessed(pattern))),
  ...entries('perl', perl),
  ...entries('vi vim nvim vis nano pico joe micro helix hx kak mcedit gedit kate ne jed', edit),
  ...entries('sudoedit visudo', edit),
  ...entries(
    'emacs emacsclient',
    program({ operands: 'edit', valued: '-l -f --load --eval --funcall -s', plus: true }),
  ),
  ...entries('source .', source),
  ...entries('sh bash zsh dash ksh ash fish mksh', shell),
  ...entries('psql', database('-f --file', '-o --output -L --log-file')),
  ...entries('mysql mariadb', database('--init-file', '--tee')),
  ...entries(
    'pg_dump pg_dumpall mysqldump mongodump',
    database('--defaults-file-none', '-f --file -r --result-file -o --out'),
  ),
  ...entries(
    'pg_restore mongorestore',
    program({ operands: 'read', valued: '-d -h -U -p -j -n -t --dbname --host --username --port' }),
  ),
  ...entries('sqlite3 duckdb', ({ args }) => {
    const given = readArguments(args, new Set('-cmd -init -separator -nullvalue -c -s -f'.split(' ')));
    return given.operands.slice(0, 1).flatMap(({ pattern }) => (pattern === ':memory:' ? [] : [read(pattern)]));
  }),
  ...entries(
    'prettier black ruff isort gofmt rustfmt clang-format shfmt autopep8 yapf biome standard',
    program({
      operands: 'edit',
      valued: '--config --parser -c -l -t --line-length --config-path',
      reads: '--stdin-none',
    }),
  ),
  ...entries(
    'gcc g++ cc c++ clang clang++ rustc javac ld',
    program({ operands: 'read', valued: '-I -L -l -D -include -isystem -std -MF -MT -x', writes: '-o' }),
  ),
  ...entries(
    'pandoc',
    program({
      operands: 'read',
      valued: '-f -t --from --to -V -M --metadata',
      reads: '--template --bibliography --metadata-file',
      writes: '-o --output',
    }),
  ),
  ...entries(
    'convert magick ffmpeg',
    program({ operands: 'read', valued: '-c -b -r -s -t -f -vf -af -ss', reads: '-i', target: true }),
  ),
  ...entries('envsubst m4', program({ operands: 'read', valued: '-D -U' })),
  ...entries('xargs', program({ reads: '-a --arg-file' })),
  ...entries('parallel', ({ args }) => [
    ...program({ reads: '-a --arg-file' })({ args }),
    ...args.flatMap(({ pattern }, at) => (pattern === '::::' ? [read(args[at + 1]?.pattern ?? '')] : [])),
  ]),
  ...entries('plutil', program({ operands: 'read', valued: '-convert -extract', writes: '-o' })),
  ...entries('script', program({ operands: 'write', valued: '-c -O -I -B -m -t -T' })),
};
