import fc from 'fast-check';

/** The programs that texts call; each only notes how it was called. */
export const stubs = ['rm', 'git', 'foo', 'bar', 'curl'] as const;

/** A program that prints words which nobody can know from the text. */
export const printer = 'gen';

interface Generator {
  /** A whole number from 0 to one less than the bound. */
  readonly below: (bound: number) => number;
  readonly pick: <T>(values: readonly T[]) => T;
}

/** Texts for bash made of all that the analysis claims to understand. */
export const scripts: fc.Arbitrary<string> = fc.gen().map(give => {
  const below = (bound: number): number => give(fc.nat, { max: bound - 1 });
  const generator: Generator = {
    below,
    pick: values => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
  };
  return script(generator);
});

const names = ['a', 'b', 'c', 'list', 'x1'];
const plainWords = [
  'x',
  '-rf',
  '--force',
  'one',
  'a.b',
  '--k=v',
  'src/m.ts',
  'A=1',
  'q',
  '/',
  '..',
  'main',
  '+m',
  ':r',
];
const files = ['f1', 'f2', 'f3'];

function script(g: Generator): string {
  const count = 1 + g.below(5);
  return `${Array.from({ length: count }, () => statement(g, 3)).join('\n')}\n`;
}

function body(g: Generator, depth: number): string {
  return Array.from({ length: 1 + g.below(2) }, () => statement(g, depth)).join(g.pick(['; ', '\n']));
}

type Make = (g: Generator, depth: number) => string;

function statement(g: Generator, depth: number): string {
  if (depth <= 0) return simple(g, 0);
  return g.pick(statements)(g, depth - 1);
}

/** A simple command: a stub with words, or what comes down to one. */
const simple: Make = (g, depth) => `${prefix(g, depth)}${program(g)}${words(g, depth)}${redirect(g, depth)}`;

function program(g: Generator): string {
  const name = g.pick(stubs);
  return g.pick([
    name,
    name,
    name,
    `\\${name}`,
    `${name[0] ?? ''}''${name.slice(1)}`,
    `"${name}"`,
    `${name[0] ?? ''}\\${name.slice(1)}`,
    `$'\\x${(name.charCodeAt(0) & 0xff).toString(16)}'${name.slice(1)}`,
    `${name.slice(0, 1)}"${name.slice(1)}"`,
    `command ${name}`,
    printer,
  ]);
}

function words(g: Generator, depth: number): string {
  return Array.from({ length: g.below(4) }, () => ` ${word(g, depth)}`).join('');
}

function prefix(g: Generator, depth: number): string {
  return g.below(8) === 0 ? `${g.pick(names)}=${word(g, depth)} ` : '';
}

function redirect(g: Generator, depth: number): string {
  return g.pick([
    '',
    '',
    '',
    '',
    '',
    '',
    ' 2>/dev/null',
    ` > ${g.pick(files)}`,
    ` >> ${g.pick(files)}`,
    ' < /dev/null',
    ` <<< ${word(g, depth)}`,
    ' 2>&1',
    ' >&2',
  ]);
}

function word(g: Generator, depth: number): string {
  const piece = (): string => g.pick(depth > 0 ? deepPieces : pieces)(g, depth - 1);
  return g.below(4) === 0 ? piece() + piece() : piece();
}

const name: Make = g => g.pick(names);

const pieces: readonly Make[] = [
  g => g.pick(plainWords),
  g => g.pick(plainWords),
  g => `'${g.pick(plainWords)} ${g.pick(plainWords)}'`,
  g => `"${g.pick(plainWords)} $${g.pick(names)}"`,
  g => `$${g.pick(names)}`,
  g => `"$${g.pick(names)}"`,
  g => `\${${g.pick(names)}}`,
  g => `$'${g.pick(['a\\tb', '\\x41', "it\\'s", '\\101'])}'`,
  g => `\\${g.pick(['$', 'x', ' ', '*', '"'])}z`,
  g => `{${g.pick(['a,b', '1..3', 'x,', 'a,{b,c}', '"a b",c', '01..03', 'c..a'])}}`,
  g => g.pick(['~', '~/x', 'k=~/x']),
  g => `$((${g.below(9)}${g.pick(['+', '*', '-'])}${g.below(9)}))`,
  g => `"$@"`.slice(0, g.below(3) === 0 ? 0 : 4) || '$#',
  () => '$1',
];

const deepPieces: readonly Make[] = [
  ...pieces,
  (g, depth) => `$(${printing(g, depth)})`,
  (g, depth) => `"$(${printing(g, depth)})"`,
  (g, depth) =>
    `\`${printing(g, 0).replaceAll('\\', '').replaceAll('`', '')}\``.slice(0, depth < 0 ? 0 : undefined) || 'w',
  (g, depth) => `\${${g.pick(names)}${g.pick([':-', '-', ':+', '+', ':='])}${word(g, depth - 1).replace(/[{}]/g, '')}}`,
  (g, depth) =>
    `"\${${g.pick(names)}${g.pick([':-', '-', ':+'])}${g.pick(plainWords)}}"`.slice(0, depth < -9 ? 0 : undefined),
  g =>
    `\${${g.pick(names)}${g.pick(['#o', '##*/', '%e', '%%.*', '/o/0', '//e/E', ':1', ':1:2', '^^', ',', '#*s', '%?', ': -2'])}}`,
  g => `\${#${g.pick(names)}}`,
  g =>
    g.pick([
      '${arr[@]}',
      '"${arr[@]}"',
      '${arr[1]}',
      '"${arr[*]}"',
      '${#arr[@]}',
      '"${arr[@]:1}"',
      '$arr',
      '${arr[0]}',
    ]),
];

/** What stands in a substitution: something that prints. */
function printing(g: Generator, depth: number): string {
  return g.pick<() => string>([
    () => `echo ${g.pick(plainWords)}`,
    () => `echo ${word(g, depth)} ${word(g, depth)}`,
    () => `printf '%s ' ${g.pick(plainWords)} ${word(g, depth)}`,
    () => `printf %s ${word(g, depth)}`,
    () => `${printer} ${g.pick(plainWords)}`,
    () => `basename a/${g.pick(['b', 'b.c'])}`,
    () => `dirname ${g.pick(['a/b', 'x', '/r/s/'])}`,
    () => 'pwd',
    () => `echo ${g.pick(plainWords)}; echo ${g.pick(plainWords)}`,
    () => `cat <<< ${word(g, depth)}`,
    () => `if ${condition(g)}; then echo ${g.pick(plainWords)}; else echo ${g.pick(plainWords)}; fi`,
    () => `${condition(g)} && echo ${g.pick(plainWords)}`,
    () => `${condition(g)} || echo ${g.pick(plainWords)}`,
    () => `seq ${1 + g.below(3)}`,
    () => `echo ${g.pick(plainWords)} | ${g.pick(['cat', 'tr a-z b-za', 'rev', 'tee f3', 'sort'])}`,
    () => `for i in 1 2; do echo $i; done`,
    () => `cat ${g.pick(files)} 2>/dev/null`,
  ])();
}

function condition(g: Generator): string {
  return g.pick([
    'true',
    'false',
    '[ a = a ]',
    '[ -d sub ]',
    '[[ $a == x ]]',
    'test -n "$b"',
    '! true',
    '(( 1 < 2 ))',
    `${printer} z`,
    '[ -z "$c" ]',
  ]);
}

function quoteSingle(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function heredoc(text: string, quoted: boolean): string {
  return `<<${quoted ? "'EOT'" : 'EOT'}\n${text}\nEOT`;
}

/** Ways to run a text in another shell or later. */
function textRunner(g: Generator, text: string): string {
  const quoted = quoteSingle(text);
  return g.pick([
    `sh -c ${quoted}`,
    `bash -c ${quoted} n1 p1 p2`,
    `bash -lc ${quoted}`.replace('-lc', '-ec'),
    `eval ${quoted}`,
    `echo ${quoted} | bash`,
    `printf '%s\\n' ${quoted} | sh`,
    `bash <<< ${quoted}`,
    `bash ${heredoc(text, true)}`,
    `bash ${heredoc(text, false)}`,
    `cat ${heredoc(text, true)} > f1\nbash f1`.replace(
      `cat ${heredoc(text, true)} > f1`,
      `cat > f1 ${heredoc(text, true)}`,
    ),
    `echo ${quoted} > f2; source ./f2`,
    `echo ${quoted} > f2; . ./f2 p1`,
    `bash <(echo ${quoted})`,
    `source <(printf '%s' ${quoted})`,
    `trap ${quoted} EXIT`,
    `t=${quoted}; eval "$t"`,
    `T=${quoted} bash -c 'eval "$T"'`,
    `bash -s p1 <<< ${quoted}`,
    `env bash -c ${quoted}`,
    `bash -c "$(echo ${quoted})"`,
    `fn() { ${text.includes('\n') || text.includes('#') ? 'foo' : text}\n}; fn p1 "p 2"`,
  ]);
}

/** Ways to run words behind another program. */
function wrapped(g: Generator, inner: string): string {
  return g.pick([
    `env ${inner}`,
    `env -u Q R=s ${inner}`,
    `env A1=v ${inner}`,
    `nice ${inner}`,
    `nice -n 5 ${inner}`,
    `nohup ${inner} 2>/dev/null`,
    `timeout 5 ${inner}`,
    `timeout -k 2 --signal=TERM 5 ${inner}`,
    `command ${inner}`,
    `(exec ${inner})`,
    `stdbuf -o L ${inner}`,
    `stdbuf -oL ${inner}`,
    `env nice -n 3 timeout 5 ${inner}`,
    `time ${inner}`,
    `! ${inner}`,
    `env -S '${inner.replaceAll("'", '')}'`,
  ]);
}

function stubCall(g: Generator): string {
  return `${g.pick(stubs)} ${g.pick(plainWords)} ${g.pick(plainWords)}`;
}

const statements: readonly Make[] = [
  simple,
  simple,
  simple,
  simple,
  (g, depth) => `${name(g, depth)}=${word(g, depth)}`,
  (g, depth) => `${name(g, depth)}=${word(g, depth)}; ${name(g, depth)}+=${word(g, depth)}`,
  (g, depth) =>
    `${g.pick(['export', 'declare', 'readonly r_', 'declare -x'])} ${g.pick(names)}=${word(g, depth)}`.replace(
      'readonly r_ ',
      'readonly r_',
    ),
  (g, depth) => `cmd=${g.pick(stubs)}; ${g.pick(['$cmd', '"$cmd"', '${cmd}'])}${words(g, depth)}`,
  (g, depth) => `arr=(${g.pick(stubs)}${words(g, depth)}); "\${arr[@]}"`,
  (g, depth) => `arr+=(${word(g, depth)}); ${g.pick(stubs)} "\${arr[@]}" \${arr[0]}`,
  (g, depth) => `set -- ${word(g, depth)} ${word(g, depth)}; ${g.pick(stubs)} "$@" $2 $#; shift; ${g.pick(stubs)} $1`,
  (g, depth) =>
    `if ${condition(g)}; then ${body(g, depth)}; elif ${condition(g)}; then ${body(g, depth)}; else ${body(g, depth)}; fi`,
  (g, depth) => `if ${condition(g)}; then ${body(g, depth)}; fi`,
  (g, depth) => `${condition(g)} && ${statement(g, depth)}`,
  (g, depth) => `${condition(g)} || ${simple(g, depth)}`,
  (g, depth) => `${simple(g, depth)} && ${simple(g, depth)} || ${simple(g, depth)}`,
  (g, depth) => `for v in ${word(g, depth)} ${word(g, depth)}; do ${body(g, depth)}; ${g.pick(stubs)} "$v" $v; done`,
  (g, depth) =>
    `for v in ${word(g, depth)}; do ${g.pick(stubs)} $v; ${condition(g)} && ${g.pick(['break', 'continue'])}; ${simple(g, depth)}; done`,
  (g, depth) => `for ((i = 0; i < 2; i++)); do ${g.pick(stubs)} $i; ${body(g, depth)}; done`,
  (g, depth) =>
    `n=0; while [ $n -lt 2 ]; do ${g.pick(stubs)} $n $${g.pick(names)}; n=$((n+1)); ${g.pick(names)}=${g.pick(plainWords)}; ${simple(g, depth)}; done`,
  (g, depth) =>
    `while read -r l${g.pick(['', ' m'])}; do ${g.pick(stubs)} "$l" $m; done ${heredoc(`${g.pick(plainWords)} ${g.pick(plainWords)} z\n${word(g, depth).replace(/["'`\\]/g, '')}`, g.below(2) === 0)}`,
  (g, depth) =>
    `printf '%s\\n' ${word(g, depth)} ${g.pick(plainWords)} | while read -r l; do ${g.pick(stubs)} "$l"; done`,
  (g, depth) =>
    `case ${word(g, depth)} in ${g.pick(['x', 'a*', '*'])}) ${body(g, depth)};; *) ${simple(g, depth)};${g.pick([';', '&'])} q) ${simple(g, depth)};; esac`,
  (g, depth) => `( ${body(g, depth)} )`,
  (g, depth) => `{ ${body(g, depth)}; }${g.pick(['', ' > f3', ' | cat'])}`,
  (g, depth) => `${simple(g, depth)} | ${simple(g, depth)}`,
  (g, depth) =>
    `f${g.below(3)}() { ${g.pick(['', 'local a=l1; ', 'local v=$1; '])}${body(g, depth)}; ${g.pick(stubs)} "$1" $2 "$@"; ${g.pick(['', 'return', 'c=set'])}\n}`,
  g => `f${g.below(3)} ${g.pick(plainWords)} ${g.pick(plainWords)} 2>/dev/null`,
  (g, depth) => `f${g.below(3)} ${word(g, depth)} 2>/dev/null`,
  (g, depth) => textRunner(g, body(g, depth)),
  (g, depth) => textRunner(g, simple(g, depth)),
  (g, depth) => textRunner(g, statement(g, depth)),
  g => wrapped(g, stubCall(g)),
  (g, depth) => wrapped(g, `${g.pick(stubs)}${words(g, depth).replaceAll('\n', ' ')}`),
  g =>
    `echo ${g.pick(plainWords)} "q r" | xargs ${g.pick(['', '-n1 ', '-n 2 '])}${g.pick(stubs)} ${g.pick(plainWords)}`,
  g => `printf '%s\\n' ${g.pick(plainWords)} 'w z' | xargs -I{} ${g.pick(stubs)} {} p{}`,
  g => `printf '%s\\0' ${g.pick(plainWords)} 'w z' | xargs -0 ${g.pick(stubs)}`,
  g => `echo ${g.pick(stubs)} ${g.pick(plainWords)} | xargs -I% sh -c '%'`,
  g =>
    `find ${g.pick(['.', 'sub'])} -name '${g.pick(['*.txt', 'd1', 'deep'])}' -exec ${g.pick(stubs)} {} ${g.pick([';', '+'])}`.replace(
      /;$/,
      '\\;',
    ),
  g => `find . -type f | xargs ${g.pick(stubs)}`,
  g => `find sub -type d -exec sh -c '${g.pick(stubs)} "$1"' _ {} \\;`,
  g => `cd ${g.pick(['sub', 'sub/deep', '..', '.', '"$PWD"', 'sub && cd deep', 'nowhere', '-'])} > /dev/null`,
  g => `cd ${g.pick(['sub', 'sub/deep', 'nowhere'])} && ${stubCall(g)}`,
  g => `(cd ${g.pick(['sub', 'sub/deep'])} && ${stubCall(g)}); ${stubCall(g)}`,
  g => `pushd ${g.pick(['sub', '.'])} > /dev/null; ${stubCall(g)}; popd > /dev/null; ${stubCall(g)}`,
  (g, depth) => `read -r a b <<< ${word(g, depth)}; ${g.pick(stubs)} $a "$b"`,
  (g, depth) => `IFS=, read -r a b <<< ${word(g, depth)},k; ${g.pick(stubs)} "$a" $b`,
  (g, depth) => `mapfile -t list <<< ${word(g, depth)}; ${g.pick(stubs)} "\${list[@]}"`,
  (g, depth) => `printf -v b '%s-%s' ${g.pick(plainWords)} ${word(g, depth)}; ${g.pick(stubs)} "$b"`,
  g => `ref=${g.pick(names)}; ${g.pick(stubs)} "\${!ref}"`,
  g => `unset ${g.pick(names)}; ${g.pick(stubs)} $${g.pick(names)} z`,
  g => `IFS=${g.pick([',', ':', "$' \\t\\n'"])}; s=a,b:c; ${g.pick(stubs)} $s; unset IFS`,
  g => `shopt -s expand_aliases\nalias al='${g.pick(stubs)} ${g.pick(plainWords)}'\nal ${g.pick(plainWords)}`,
  g => `echo '${stubCall(g)}' | base64 | base64 -d | sh`,
  g => `declare -A m=([k]=${g.pick(plainWords)} [j]=w); ${g.pick(stubs)} "\${m[k]}" "\${m[${g.pick(['j', '$a'])}]}"`,
  g => `${g.pick(stubs)} *.txt sub/*`,
  g => `cat <(${stubCall(g)}) > /dev/null`,
  g => `${stubCall(g)} & wait`,
  g => `export ${g.pick(names)}=${g.pick(plainWords)}; sh -c '${g.pick(stubs)} $${g.pick(names)} "$${g.pick(names)}"'`,
  g => `let n=${g.below(4)}+1; ${g.pick(stubs)} $n`,
  g => `${g.pick(stubs)} $? ${g.pick(plainWords)}`,
  g => `until ${g.pick(['true', '[ a = a ]'])}; do ${stubCall(g)}; done`,
  g => `IFS=$'\\n'; for l in $(printf 'a b\\nc\\n'); do ${g.pick(stubs)} $l; done; unset IFS`,
];
