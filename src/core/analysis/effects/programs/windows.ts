import type { Word } from '../../shell/reading.ts';
import { type Describe, entries, read, remove, type Use, write } from '../use.ts';

interface Parameters {
  /** By the parameter's name, in lower case and without its dash. */
  readonly named: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

const switches =
  /^-(?:r(?:ec\w*)?|fo?r?c?e?|recurse|force|confirm.*|whatif|verbose|raw|passthru|append|noclobber|nonewline|usebasicparsing|container|hidden|directory|file|asbytestream|wait)$/i;

/** PowerShell's parameters: `-Name value`, and words without a name in their order. Lists have commas. */
function readParameters(args: readonly Word[]): Parameters {
  const named = new Map<string, string>();
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]?.pattern ?? '';
    if (!/^-[A-Za-z]/.test(word)) operands.push(...word.split(',').filter(part => part !== ''));
    else if (switches.test(word)) named.set(word.slice(1).toLowerCase(), '');
    else named.set(word.slice(1).toLowerCase(), args[++at]?.pattern ?? '');
  }
  return { named, operands };
}

/** A parameter by any abbreviation. */
function parameter({ named }: Parameters, ...names: readonly string[]): string | undefined {
  for (const [given, value] of named) {
    if (names.some(name => name === given || (given.length >= 2 && name.startsWith(given)))) return value;
  }
  return undefined;
}

function pathsOf(given: Parameters): string[] {
  const named = parameter(given, 'path', 'literalpath', 'filepath', 'pspath');
  return named === undefined ? [...given.operands] : named.split(',');
}

const isRecursive = (given: Parameters): boolean => given.named.has('r') || parameter(given, 'recurse') !== undefined;

const getContent: Describe = ({ args }) => pathsOf(readParameters(args)).map(path => read(path));

const removeItem: Describe = ({ args }) => {
  const given = readParameters(args);
  if (given.named.has('whatif')) return [];
  return pathsOf(given).map(path => remove(path, isRecursive(given) ? { recursive: true } : {}));
};

const copyItem: Describe = ({ args }) => {
  const given = readParameters(args);
  const more = isRecursive(given) ? { recursive: true } : {};
  const [source, target] = twoPlaces(given);
  return [...(source === undefined ? [] : [read(source, more)]), ...(target === undefined ? [] : [write(target)])];
};

const moveItem: Describe = ({ args }) => {
  const [source, target] = twoPlaces(readParameters(args));
  return [
    ...(source === undefined ? [] : [read(source), remove(source, { recursive: true })]),
    ...(target === undefined ? [] : [write(target)]),
  ];
};

function twoPlaces(given: Parameters): [string | undefined, string | undefined] {
  const rest = [...given.operands];
  const source = parameter(given, 'path', 'literalpath') ?? rest.shift();
  return [source, parameter(given, 'destination') ?? rest.shift()];
}

const setContent: Describe = ({ args }) =>
  pathsOf(readParameters(args))
    .slice(0, 1)
    .map(path => write(path));

const request: Describe = ({ args }) => {
  const given = readParameters(args);
  const url = parameter(given, 'uri') ?? given.operands[0];
  const file = parameter(given, 'infile');
  const out = parameter(given, 'outfile');
  const uses: Use[] = [...(file === undefined ? [] : [read(file)]), ...(out === undefined ? [] : [write(out)])];
  if (url === undefined) return uses;
  const body = parameter(given, 'body');
  const carries = [url, body ?? ''].map(pattern => ({ pattern }));
  return [
    ...uses,
    { does: 'talk', address: url, files: file === undefined ? [] : [file], carries, sendsInput: body === undefined },
  ];
};

/** Words of `cmd`: options start with a slash. */
const cmdWords = (args: readonly Word[]): { flags: readonly string[]; operands: readonly string[] } => {
  const words = args.map(({ pattern }) => pattern);
  const isFlag = (word: string): boolean => /^\/[A-Za-z?](?::.*)?$/.test(word);
  return { flags: words.filter(isFlag).map(word => word.toLowerCase()), operands: words.filter(word => !isFlag(word)) };
};

const del: Describe = call => {
  if (call.args.some(({ pattern }) => /^-[A-Za-z]/.test(pattern))) return removeItem(call);
  const { flags, operands } = cmdWords(call.args);
  return operands.map(path => remove(path, flags.includes('/s') ? { recursive: true } : {}));
};

const xcopy: Describe = ({ args }) => {
  const { operands } = cmdWords(args);
  const [source, target] = operands;
  const mirrors = args.some(({ pattern }) => /^\/(?:mir|purge|move?)$/i.test(pattern));
  return [
    ...(source === undefined ? [] : [read(source, { recursive: true })]),
    ...(target === undefined ? [] : [write(target)]),
    ...(mirrors && target !== undefined ? [remove(target, { recursive: true })] : []),
  ];
};

export const windows: Readonly<Record<string, Describe>> = {
  ...entries('get-content gc type select-string sls format-hex import-csv get-filehash import-clixml', call =>
    call.name === 'type' && call.surroundings.platform === 'posix'
      ? []
      : call.name === 'select-string' || call.name === 'sls'
        ? selectString(call)
        : getContent(call),
  ),
  ...entries('remove-item ri', removeItem),
  ...entries('del erase rd', del),
  ...entries('clear-content clc', removeItem),
  ...entries('copy-item cpi', copyItem),
  ...entries('move-item mi move ren rename-item rni', moveItem),
  ...entries('set-content sc add-content ac out-file tee-object new-item ni export-csv export-clixml', setContent),
  ...entries('invoke-webrequest iwr invoke-restmethod irm', request),
  ...entries('start-bitstransfer', request),
  ...entries('xcopy robocopy', xcopy),
  ...entries(
    'get-childitem gci get-item gi test-path resolve-path split-path join-path get-location set-location',
    () => [],
  ),
  ...entries(
    'write-output write-host write-error select-object where-object foreach-object sort-object measure-object',
    () => [],
  ),
};

function selectString({ args }: { readonly args: readonly Word[] }): Use[] {
  const given = readParameters(args);
  const named = parameter(given, 'path', 'literalpath');
  const rest = parameter(given, 'pattern') === undefined ? given.operands.slice(1) : given.operands;
  return (named === undefined ? rest : named.split(',')).map(path => read(path));
}

const aliases: Readonly<Record<string, string>> = {
  rm: 'remove-item',
  rmdir: 'remove-item',
  cat: 'get-content',
  type: 'get-content',
  cp: 'copy-item',
  copy: 'copy-item',
  mv: 'move-item',
  move: 'move-item',
  curl: 'invoke-webrequest',
  wget: 'invoke-webrequest',
  tee: 'tee-object',
};

const cmdletParameter =
  /^-(?:(?:literal)?path|destination|rec(?:u(?:r(?:s(?:e)?)?)?)?|force|uri|(?:out|in)file|usebasicparsing|whatif)$/i;

/** PowerShell gives its own commands the names of others; their parameters tell. */
export function cmdletOf(name: string, args: readonly Word[]): Describe | undefined {
  const own = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  return own !== undefined && args.some(({ pattern }) => cmdletParameter.test(pattern)) ? windows[own] : undefined;
}
