import { hasOption, knownText, readArguments, valuesOf } from '../arguments.ts';
import { program } from '../program.ts';
import { type Describe, entries, fill, read, type Use, write } from '../use.ts';

const greps = {
  operands: 'read',
  valued:
    '-e -m -A -B -C -D -d --regexp --max-count --after-context --before-context --context --include --exclude --exclude-dir --label --binary-files --devices --directories',
  reads: '-f --file --exclude-from',
  data: 1,
  dataBy: '-e -f --regexp --file',
  recursive: '-r -R --recursive --dereference-recursive',
  here: true,
} as const;

const searchers = {
  operands: 'read',
  valued:
    '-e -g -G -m -A -B -C -t -T -j -M -r -d -E --regexp --glob --iglob --type --type-not --max-count --max-depth --max-columns --after-context --before-context --context --threads --replace --sort --sortr --colors --color --encoding --engine --pre --pre-glob --type-add --max-filesize --ignore --ignore-dir',
  reads: '-f --file --ignore-file -p --path-to-ignore',
  data: 1,
  dataBy: '-e -f --regexp --file --files',
  recursive: true,
  here: true,
} as const;

/** `rg` and its like: with a glob, the files that it fits. */
const ripgrep: Describe = call => {
  if (call.args.some(({ pattern }) => pattern === '--files' || pattern === '--type-list')) return [];
  const given = readArguments(call.args, new Set(`${searchers.valued} ${searchers.reads}`.split(' ')));
  const globs = valuesOf(given, ['-g', '--glob', '--iglob']).filter(({ pattern }) => !pattern.startsWith('!'));
  const named = globs.map(({ pattern }) => read(`${deepFolder}${toOpen(pattern)}`, { many: true }));
  // Where something comes in through a pipe and nothing is named, that is searched.
  const piped = call.command.input.from !== 'nothing' && call.command.input.from !== 'file';
  return [...program({ ...searchers, here: !piped })(call), ...named];
};

const deepFolder = '\uE003/';

function toOpen(glob: string): string {
  return glob
    .replace(/^\/|^\*\*\//, '')
    .replaceAll('**', '\uE003')
    .replaceAll('*', '\uE000')
    .replaceAll('?', '\uE001');
}

const grepIncludes: Describe = call => {
  const given = readArguments(call.args, new Set(`${greps.valued} ${greps.reads}`.split(' ')));
  if (!hasOption(given, greps.recursive.split(' '))) return [];
  return valuesOf(given, ['--include']).map(({ pattern }) => read(`${deepFolder}${toOpen(pattern)}`, { many: true }));
};

const sed = program({
  operands: 'read',
  valued: '-e -l --expression --line-length',
  reads: '-f --file',
  data: 1,
  dataBy: '-e -f --expression --file',
  editBy: '-i -I --in-place',
});
/** Where BSD's `-i` has an empty ending, that is a word of its own. */
const sedCall: Describe = ({ args }) =>
  sed({ args: args.filter(({ pattern }, at) => pattern !== '' || args[at - 1]?.pattern !== '-i') });

const awk = program({
  operands: 'read',
  valued: '-F -v -e --field-separator --assign --source -i --include -l',
  reads: '-f --file',
  data: 1,
  dataBy: '-f -e --file --source',
});
/** Operands such as `name=value` are assignments. */
const awkCall: Describe = call => {
  const inPlace = call.args.some(({ pattern }, at) => pattern === 'inplace' && call.args[at - 1]?.pattern === '-i');
  const uses = awk(call).filter(use => use.does === 'talk' || !/^[A-Za-z_]\w*=/.test(use.path));
  return inPlace ? [...uses, ...uses.flatMap(use => (use.does === 'read' ? [write(use.path)] : []))] : uses;
};

/** `jq` reads files also into variables; with `-n` and without a name it reads nothing. */
const jq: Describe = ({ args }) => {
  const uses: Use[] = [];
  const rest: { pattern: string }[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]?.pattern ?? '';
    if (word === '--args' || word === '--jsonargs') break;
    if (word === '--arg' || word === '--argjson') at += 2;
    else if (word === '--slurpfile' || word === '--rawfile' || word === '--argfile') {
      uses.push(read(args[at + 2]?.pattern ?? ''));
      at += 2;
    } else rest.push({ pattern: word });
  }
  return [...uses, ...jqRest({ args: rest })];
};
const jqRest = program({
  operands: 'read',
  valued: '--indent --tab -L --seq',
  reads: '-f --from-file',
  data: 1,
  dataBy: '-f --from-file',
});

const yq: Describe = call => {
  const first = knownText(call.args.find(({ pattern }) => !pattern.startsWith('-')));
  const verb = first === 'e' || first === 'eval' || first === 'ea' || first === 'eval-all';
  const args = verb ? call.args.filter(({ pattern }) => pattern !== first) : call.args;
  const operands = args.filter(({ pattern }) => !pattern.startsWith('-'));
  // `yq FILE` shows it: an expression is not needed.
  const data = operands.length > 1 || !/\.(?:ya?ml|json|toml|xml)$/.test(operands[0]?.pattern ?? '') ? 1 : 0;
  return program({
    operands: 'read',
    valued: '-p -o -I --input-format --output-format --indent --arg --argjson',
    reads: '--from-file',
    dataBy: '--from-file',
    editBy: '-i --inplace --in-place',
    data,
  })({ ...call, args });
};

const sort = program({
  operands: 'read',
  valued: '-k -t -S -T --key --field-separator --buffer-size --parallel --batch-size --sort',
  lists: '--files0-from',
  writes: '-o --output',
});

const patched = program({
  operands: 'edit',
  valued: '-p -d -D -B -V -z --strip --directory --prefix --suffix',
  reads: '-i --input',
  writes: '-o -r --output --reject-file',
});

/** Which files it changes stands in the patch; all is seen from the folder of `-d`. */
const patch: Describe = call => {
  const given = readArguments(call.args, new Set('-p -d -i -o -r -D -B -V -z --directory'.split(' ')));
  if (hasOption(given, ['--dry-run', '-C', '--check'])) return [];
  const folder = valuesOf(given, ['-d', '--directory'])[0]?.pattern ?? '.';
  const named = given.operands.length > 0;
  return [...patched(call).map(use => inFolder(use, folder)), ...(named ? [] : [fill(folder)])];
};

function inFolder(use: Use, folder: string): Use {
  if (use.does === 'talk' || /^[/~\uE002]/.test(use.path)) return use;
  return { ...use, path: `${folder}/${use.path}` };
}

export const text: Readonly<Record<string, Describe>> = {
  ...entries('grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep pcregrep pcre2grep ggrep', call => [
    ...program({ ...greps, here: call.command.input.from === 'nothing' })(call),
    ...grepIncludes(call),
  ]),
  ...entries('rgrep', program({ ...greps, recursive: true })),
  ...entries('rg ag ack ugrep sift pt', ripgrep),
  ...entries('sed gsed ssed', sedCall),
  ...entries('awk gawk mawk nawk', awkCall),
  ...entries('jq gojq jaq', jq),
  ...entries('yq dasel tomlq xq', yq),
  ...entries('sort gsort', sort),
  ...entries(
    'uniq',
    program({ operands: 'read', valued: '-f -s -w --skip-fields --skip-chars --check-chars', target: true }),
  ),
  ...entries(
    'cut',
    program({ operands: 'read', valued: '-b -c -d -f --bytes --characters --delimiter --fields --output-delimiter' }),
  ),
  ...entries(
    'paste join comm',
    program({ operands: 'read', valued: '-d -1 -2 -j -a -e -o -t -v --delimiters --output-delimiter' }),
  ),
  ...entries('tr', () => []),
  ...entries(
    'shuf',
    program({ operands: 'read', valued: '-n -i -e --head-count --input-range --random-source', writes: '-o --output' }),
  ),
  ...entries(
    'diff colordiff sdiff diff3 cmp icdiff delta difft wdiff',
    program({
      operands: 'read',
      valued:
        '-U -C -W -I -L -x -F -n -i --unified --context --width --label --exclude --ignore-matching-lines --color',
      reads: '-X --exclude-from --from-file --to-file',
      writes: '-o',
      recursive: '-r -N --recursive',
    }),
  ),
  ...entries('sponge', program({ operands: 'write' })),
  ...entries('sd', program({ operands: 'edit', data: 2, valued: '-f -n --flags' })),
  ...entries('ed ex', program({ operands: 'edit' })),
  ...entries('patch', patch),
  ...entries('mlr', program({ reads: '--from --prefix' })),
  ...entries(
    'csvcut csvgrep csvlook csvstat csvjson csvsort csvkit xsv qsv',
    program({ operands: 'read', valued: '-c -d -r -m -f' }),
  ),
  ...entries(
    'xmllint xmlstarlet',
    program({ operands: 'read', valued: '--xpath --encode --schema -m -v', writes: '--output -o' }),
  ),
};
