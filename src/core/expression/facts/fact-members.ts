/** The kinds of values that tell what a call would do. */
export type FactKind = 'Shell' | 'Files' | 'Sql' | 'Path' | 'Url' | 'Command' | 'Statement';

/** What the arguments of a method are, by which constant ones are checked. */
export type FactArgument = 'command' | 'source' | 'place' | 'folder' | 'host' | 'variable' | 'setting';

/** What a kind of facts has: properties with their CEL types, and methods, all of which tell whether something is so. */
interface FactMembers {
  /** How an expression comes by it, for messages. */
  readonly written: string;
  readonly properties: Readonly<Record<string, string>>;
  /** Each takes a text or a list of texts; those of a command take flags as well. */
  readonly methods: Readonly<Record<string, FactArgument>>;
}

/** The CEL type of a kind. */
export function celTypeOf(kind: FactKind): string {
  return `hooklaw.${kind}`;
}

/** Everything that expressions can ask of what a call would do (docs/law.md, "What a call would do"). */
export const factMembers: Readonly<Record<FactKind, FactMembers>> = {
  Shell: {
    written: 'shell',
    properties: {
      commands: 'list<hooklaw.Command>',
      forksWithoutEnd: 'bool',
      unknown: 'bool',
      reasons: 'list<string>',
      sql: 'hooklaw.Sql',
    },
    methods: {
      runs: 'command',
      mayRun: 'command',
      reads: 'place',
      writes: 'place',
      deletes: 'place',
      executes: 'source',
      sets: 'variable',
      gitSets: 'setting',
      prints: 'variable',
    },
  },
  Files: {
    written: 'files',
    properties: { deletesUnknown: 'bool', sendsOut: 'bool', hosts: 'list<string>', printsEnvironment: 'bool' },
    methods: {
      reads: 'place',
      writes: 'place',
      deletes: 'place',
      changes: 'place',
      changesOutside: 'place',
      deletesElsewhere: 'place',
      readsOutside: 'place',
      writesOutside: 'place',
      deletesOutside: 'place',
      sends: 'place',
      sendsOutside: 'place',
    },
  },
  Sql: {
    written: 'sql(…)',
    properties: {
      writes: 'bool',
      destroys: 'bool',
      statements: 'list<hooklaw.Statement>',
      tables: 'list<string>',
      unknown: 'bool',
    },
    methods: {},
  },
  Path: {
    written: 'path(…)',
    properties: { text: 'string', name: 'string', extension: 'string' },
    methods: { within: 'folder', matches: 'place' },
  },
  Url: {
    written: 'url(…)',
    properties: { scheme: 'string', host: 'string', port: 'string', path: 'string', user: 'string', valid: 'bool' },
    methods: { within: 'host' },
  },
  Command: {
    written: 'a command',
    properties: { program: 'string', args: 'list<string>', cwd: 'string', via: 'list<string>', elsewhere: 'bool' },
    methods: {},
  },
  Statement: {
    written: 'a statement',
    properties: {
      verb: 'string',
      does: 'string',
      tables: 'list<string>',
      everyRow: 'bool',
      destroys: 'bool',
    },
    methods: {},
  },
};

/** The functions that make facts of a text. */
export const factFunctions: Readonly<Record<string, FactKind>> = {
  shell: 'Shell',
  sql: 'Sql',
  path: 'Path',
  url: 'Url',
};

/** The variables that are facts of the call itself. */
export const factVariables: Readonly<Record<string, FactKind>> = { shell: 'Shell', files: 'Files' };

/** Where text that is run can come from. Source: `ShellFacts.executes`. */
export const textSources = ['download', 'decoded', 'file', 'variable', 'other'] as const;

/** The tools whose input is a command of a shell. */
export const shellTools: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'Monitor']);
