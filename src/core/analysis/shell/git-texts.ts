import { quoteField } from './call.ts';
import { deeper, type Out, rootPath } from './context.ts';
import { type Handler, type Invocation, throughOut, within } from './invocation.ts';
import { hasOption, readAll, readLeading, valuesOf } from './options.ts';
import { either, inSubshell, runText } from './run-node.ts';
import { runTexts } from './run-shell.ts';
import { joinWords } from './run-wrapper.ts';
import type { State } from './state.ts';
import type { Field, Text } from './text.ts';

const valued = [
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--super-prefix',
  '--attr-source',
];

/** Settings whose value is a command. */
const runs =
  /^(?:core\.(?:pager|editor|sshcommand|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|pager\.[\w-]+|(?:merge|diff)tool\.[\w-]+\.cmd|merge\.[\w-]+\.driver|diff\.[\w-]+\.(?:command|textconv)|filter\.[\w-]+\.(?:clean|smudge|process)|credential(?:\.[^=]+)?\.helper|gpg(?:\.\w+)?\.program|interactive\.difffilter|uploadpack\.packobjectshook|web\.browser|browser\.[\w-]+\.cmd|man\.[\w-]+\.cmd|trailer\.[\w-]+\.(?:cmd|command)|sendemail\.[\w-]+cmd|ssh\.variant)$/i;

/** What git runs: texts of settings and options, aliases with `!`, commands of `bisect run` and the like. */
export const runGit: Handler = invocation => {
  if (invocation.name !== 'git') return undefined;
  const { options, rest } = readLeading(invocation.args, { valued });
  const outs: Out[] = [];
  const state = invocation.state;
  const folders = valuesOf(options, '-C');
  const moved = (inner: State): void => {
    for (const folder of folders) inner.cwds = inner.cwds.map(cwd => rootPath(folder.pattern, cwd));
  };
  for (const setting of valuesOf(options, '-c')) outs.push(...runSetting(invocation, setting, moved));
  const [verb, ...words] = rest;
  if (verb !== undefined) {
    outs.push(
      ...runAlias(
        invocation,
        options.filter(({ name }) => name === '-c').flatMap(({ value }) => value ?? []),
        verb,
        words,
        moved,
      ),
    );
    for (const text of textsOf(verb.pattern, words))
      outs.push(
        inSubshell(state, inner => {
          moved(inner);
          return runTexts(invocation, 'git', [text], inner, { by: `git ${verb.pattern}` });
        }),
      );
    if (verb.pattern === 'config') keepAlias(words, state);
  }
  return outs.length === 0
    ? undefined
    : { ...throughOut(invocation, outs.reduce(either)), commands: invocation.places };
};

function runSetting(invocation: Invocation, setting: Field, moved: (state: State) => void): Out[] {
  const at = setting.pattern.indexOf('=');
  if (at === -1 || !runs.test(setting.pattern.slice(0, at))) return [];
  const value = setting.pattern.slice(at + 1).replace(/^!/, '');
  if (value === '' || /^(?:true|false|cat|store|cache|osxkeychain|manager(?:-core)?)$/.test(value)) return [];
  const name = `git -c ${setting.pattern.slice(0, at)}`;
  return [
    inSubshell(invocation.state, inner => {
      moved(inner);
      return runTexts(invocation, name, [{ ...setting, pattern: value }], inner, { by: name });
    }),
  ];
}

/** An alias that is set in the call itself, or was before. */
function runAlias(
  invocation: Invocation,
  settings: readonly Field[],
  verb: Field,
  words: readonly Field[],
  moved: (state: State) => void,
): Out[] {
  const prefix = `alias.${verb.pattern}=`.toLowerCase();
  const given = settings.flatMap(setting =>
    setting.pattern.toLowerCase().startsWith(prefix)
      ? [{ ...setting, pattern: setting.pattern.slice(prefix.length) }]
      : [],
  );
  const texts: readonly Text[] = given.length > 0 ? given : (invocation.state.gitAliases.get(verb.pattern) ?? []);
  return texts.map(text => {
    const by = `git alias ${verb.pattern}`;
    return inSubshell(invocation.state, inner => {
      moved(inner);
      const rest = words.map(quoteField).join(' ');
      const isShell = text.pattern.startsWith('!');
      const pattern = isShell ? `${text.pattern.slice(1)} ${rest}` : `git ${text.pattern} ${rest}`;
      if (isShell) return runTexts(invocation, by, [{ ...text, pattern }], inner, { by });
      return runText(invocation.reader, pattern, inner, deeper(within(invocation, { by }), undefined));
    });
  });
}

function keepAlias(words: readonly Field[], state: State): void {
  const operands = readAll(words, { valued: ['-f', '--file', '--type', '--blob'] }).operands;
  const [key, value] = operands[0]?.pattern === 'set' ? operands.slice(1) : operands;
  const [, name] = /^alias\.(.+)$/i.exec(key?.pattern ?? '') ?? [];
  if (name !== undefined && value !== undefined) state.gitAliases.set(name, [value]);
}

/** The shell texts of a verb. */
function textsOf(verb: string, words: readonly Field[]): readonly Text[] {
  switch (verb) {
    case 'submodule': {
      const at = words.findIndex(({ pattern }) => pattern === 'foreach');
      const rest =
        at === -1
          ? []
          : words
              .slice(at + 1)
              .filter(({ pattern }) => pattern !== '--recursive' && pattern !== '--quiet' && pattern !== '-q');
      return rest.length === 0 ? [] : [joinWords(rest)];
    }
    case 'bisect':
      return words[0]?.pattern === 'run' && words.length > 1 ? [joinQuoted(words.slice(1))] : [];
    case 'rebase':
      return valuesOf(readAll(words, { valued: ['-x', '--exec', '--onto', '-s', '-X', '-C'] }).options, '-x', '--exec');
    case 'filter-branch':
      return readAll(words, { valued: filters }).options.flatMap(({ name, value }) =>
        filters.includes(name) && value !== undefined ? [value] : [],
      );
    case 'difftool':
    case 'mergetool':
      return valuesOf(readAll(words, { valued: ['-x', '--extcmd', '-t', '--tool'] }).options, '-x', '--extcmd');
    case 'grep': {
      const { options } = readAll(words, { valued: ['--open-files-in-pager'] });
      return hasOption(options, '--open-files-in-pager')
        ? valuesOf(options, '--open-files-in-pager')
        : words.flatMap(word => (/^-O./.test(word.pattern) ? [{ ...word, pattern: word.pattern.slice(2) }] : []));
    }
    case 'for-each-repo':
      return [];
    case 'clone':
    case 'fetch':
    case 'pull':
    case 'push':
    case 'ls-remote':
      return transports(words);
    default:
      return [];
  }
}

const filters = [
  '--tree-filter',
  '--index-filter',
  '--msg-filter',
  '--env-filter',
  '--commit-filter',
  '--parent-filter',
  '--tag-name-filter',
  '--setup',
];

/** `ext::COMMAND` addresses and the program at the other end, which for a local address is run here. */
function transports(words: readonly Field[]): readonly Text[] {
  const { options, operands } = readAll(words, { valued: ['-u', '--upload-pack', '--receive-pack', '--exec'] });
  const programs = valuesOf(options, '--upload-pack', '--receive-pack', '--exec');
  return [
    ...programs,
    ...operands.flatMap(word =>
      word.pattern.startsWith('ext::') ? [{ ...word, pattern: word.pattern.slice(5) }] : [],
    ),
  ];
}

function joinQuoted(words: readonly Field[]): Text {
  return joinWords(words.map(word => ({ ...word, pattern: quoteField(word) })));
}
