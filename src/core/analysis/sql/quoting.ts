/** How a family of SQL writes literals, names and comments, as far as that decides where a statement ends. */
export interface Quoting {
  /** Whether `\` escapes in `'…'` (and in `"…"` where that is a text). */
  readonly backslash: boolean;
  /** What `"…"` is. */
  readonly double: 'name' | 'text';
  readonly backtick?: true;
  readonly bracket?: true;
  /** `$tag$…$tag$`, or only `$$…$$`. */
  readonly dollar?: 'tag' | 'plain';
  /** `E'…'` with escapes. */
  readonly escapeTexts?: true;
  /** `r'…'`, `'''…'''`. */
  readonly rawAndTriple?: true;
  readonly nestedComments?: true;
  /** `#` starts a comment. */
  readonly hash?: true;
  /** `//` starts a comment. */
  readonly slashes?: true;
  /** `--` starts a comment only in front of white space. */
  readonly dashesNeedSpace?: true;
  /** What stands in `/*! … `: run by the server or, where it is too old, passed over. */
  readonly executable?: 'text' | 'comment';
  /** Lines that a client keeps for itself. */
  readonly client?: 'psql' | 'mysql' | 'dot' | 'sqlcmd' | 'bang';
}

const postgresql: Quoting = {
  backslash: false,
  double: 'name',
  dollar: 'tag',
  escapeTexts: true,
  nestedComments: true,
  client: 'psql',
};

const mysql: Quoting = {
  backslash: true,
  double: 'text',
  backtick: true,
  hash: true,
  dashesNeedSpace: true,
  executable: 'text',
  client: 'mysql',
};

const sqlite: Quoting = { backslash: false, double: 'name', backtick: true, bracket: true, client: 'dot' };

const mssql: Quoting = { backslash: false, double: 'name', bracket: true, nestedComments: true, client: 'sqlcmd' };

const bigquery: Quoting = { backslash: true, double: 'text', backtick: true, rawAndTriple: true, hash: true };

const clickhouse: Quoting = { backslash: true, double: 'text', backtick: true, dollar: 'tag', hash: true };

const duckdb: Quoting = { ...postgresql, client: 'dot' };

const snowflake: Quoting = { backslash: true, double: 'name', dollar: 'plain', slashes: true, client: 'bang' };

/**
 * The ways in which a dialect's text can be read, the usual one first; the others depend on a server's settings and version.
 * Only those that could make a difference for this text.
 */
export function waysOf(dialect: keyof typeof ways, text: string): readonly Quoting[] {
  const [usual, ...others] = ways[dialect];
  return [usual, ...others.filter(other => makesDifference(usual, other, text))];
}

const ways = {
  postgresql: [postgresql],
  mysql: [mysql, { ...mysql, backslash: false }, { ...mysql, double: 'name' }, { ...mysql, executable: 'comment' }],
  sqlite: [sqlite],
  bigquery: [bigquery],
  mssql: [mssql],
  clickhouse: [clickhouse, { ...clickhouse, nestedComments: true }],
  duckdb: [duckdb],
  snowflake: [snowflake],
} as const satisfies Record<string, readonly [Quoting, ...Quoting[]]>;

function makesDifference(usual: Quoting, other: Quoting, text: string): boolean {
  if (usual.backslash !== other.backslash) return text.includes('\\');
  if (usual.double !== other.double) return text.includes('"') && text.includes('\\');
  if (usual.nestedComments !== other.nestedComments) return text.indexOf('/*') !== text.lastIndexOf('/*');
  return usual.executable !== other.executable && /\/\*M?!/.test(text);
}
