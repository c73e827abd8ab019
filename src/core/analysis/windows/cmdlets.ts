/** Aliases that PowerShell has from the start, by what they stand for. */
const byCmdlet: Readonly<Record<string, readonly string[]>> = {
  'remove-item': ['ri', 'rm', 'del', 'erase', 'rd', 'rmdir'],
  'get-content': ['gc', 'cat', 'type'],
  'get-childitem': ['gci', 'ls', 'dir'],
  'set-location': ['sl', 'cd', 'chdir'],
  'push-location': ['pushd'],
  'pop-location': ['popd'],
  'copy-item': ['cp', 'cpi', 'copy'],
  'move-item': ['mv', 'mi', 'move'],
  'rename-item': ['ren', 'rni'],
  'new-item': ['ni'],
  'set-content': ['sc'],
  'add-content': ['ac'],
  'clear-content': ['clc'],
  'set-item': ['si'],
  'get-item': ['gi'],
  'write-output': ['echo', 'write'],
  'invoke-expression': ['iex'],
  'invoke-webrequest': ['iwr', 'curl', 'wget'],
  'invoke-restmethod': ['irm'],
  'invoke-command': ['icm'],
  'start-process': ['saps', 'start'],
  'stop-process': ['spps', 'kill'],
  'foreach-object': ['%', 'foreach'],
  'where-object': ['?', 'where'],
  'select-object': ['select'],
  'select-string': ['sls'],
  'sort-object': ['sort'],
  'measure-object': ['measure'],
  'get-process': ['gps', 'ps'],
  'set-variable': ['sv', 'set'],
  'get-variable': ['gv'],
  'remove-itemproperty': ['rp'],
  'tee-object': ['tee'],
  'set-alias': ['sal'],
  'new-alias': ['nal'],
};

const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries(byCmdlet).flatMap(([cmdlet, names]) => names.map((name): [string, string] => [name, cmdlet])),
);

/** The cmdlet that a name stands for; the name itself where it is no alias. */
export function resolveAlias(name: string): string {
  return aliases.get(name) ?? name;
}

/** Whether an option of a cmdlet is the one that is meant: names of parameters may be cut short. */
export function isParameter(word: string, name: string, shortest: number): boolean {
  const given = /^[-/\u2013\u2014]([A-Za-z]+):?/.exec(word)?.[1]?.toLowerCase();
  return given !== undefined && given.length >= shortest && name.startsWith(given);
}
