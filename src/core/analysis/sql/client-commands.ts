import { lexSql } from './lex-sql.ts';
import { isOrdinaryFile } from './ordinary-file.ts';
import type { Quoting } from './quoting.ts';
import type { SqlDialect, SqlStatement } from './reading.ts';
import { closingBracket, isSymbol, isWord } from './token.ts';

type Does = SqlStatement['does'];

/** A client's own command: what it does, and whether SQL is hidden behind it. */
export interface ClientCommand {
  readonly verb: string;
  readonly does: Does;
  /** An SQL text that it sends. */
  readonly sends?: string;
}

/** Reads a client's own line, such as `\copy t from 'x.csv'` or `.restore old.db`. */
export function readClientCommand(line: string, dialect: SqlDialect): ClientCommand {
  const [head = '', ...words] = line.split(/\s+/);
  const verb = head.toLowerCase();
  const rest = words.join(' ');
  if (line.startsWith('.')) return readDot(verb, rest);
  if (line.startsWith('\\') && dialect !== 'mysql') return readBackslash(line, head, rest);
  if (dialect === 'mysql') return { verb: head.slice(0, 2), does: /^\\[!.TPRe]/.test(head) ? 'call' : 'read' };
  return {
    verb,
    does: /^:(?:connect|setvar|exit|quit|list|listvar|help|reset|serverlist|error)\b/.test(verb) ? 'read' : 'call',
  };
}

const backslashes =
  /^\\(?:[dzlq?hxatfHC]\S*|conninfo|connect|c|echo|qecho|warn|encoding|pset|prompt|set|unset|getenv|timing|errverbose|sf\+?|sv\+?|if|elif|else|endif|p|print|r|reset|s|w|g|gx|gset|gdesc|crosstabview|watch|bind\S*|parse|cd|copyright|help|password|list|dn|quit|html|title|tuples|unset|setenv|startpipeline|endpipeline|syncpipeline|flush|getresults|restrict|unrestrict)$/;

function readBackslash(line: string, head: string, rest: string): ClientCommand {
  // A backtick runs a command of the shell.
  if (/^\\!/.test(head) || (head !== '\\copy' && line.includes('`'))) return { verb: head.slice(0, 2), does: 'call' };
  if (head === '\\copy') return readCopy(line.slice(5));
  if (/;\s*\S/.test(rest)) return { verb: head, does: 'call' };
  if (/^\\(?:o|out|w|write|g|gx|s)$/.test(head)) {
    const file = rest.replace(/^\([^)]*\)\s*/, '').replace(/;$/, '');
    if (file === '' || isOrdinaryFile(file.replace(/^'|'$/g, ''))) return { verb: head, does: 'read' };
    return { verb: head, does: file.startsWith('|') ? 'call' : 'server' };
  }
  if (head === '\\gset' || head === '\\set') return { verb: head, does: 'read' };
  return { verb: head, does: backslashes.test(head.replace(/;$/, '')) ? 'read' : 'call' };
}

const copyQuoting: Quoting = {
  backslash: false,
  double: 'name',
  dollar: 'tag',
  escapeTexts: true,
  nestedComments: true,
};

/** `\copy` reads or writes a file of the client, not of the server. */
function readCopy(text: string): ClientCommand {
  const tokens = lexSql(text, copyQuoting).statements.flat();
  const query = isSymbol(tokens[0], '(') ? closingBracket(tokens, 1) : 0;
  const at = tokens.findIndex((token, place) => place >= query && isWord(token, 'to', 'from'));
  const target = tokens[at + 1];
  if (at < 0 || target === undefined || isWord(target, 'program')) return { verb: 'copy', does: 'call' };
  if (isWord(tokens[at], 'from')) return { verb: 'copy', does: 'write' };
  const file = target.kind === 'text' ? target.value : (text.slice(target.start).split(/\s/, 1)[0] ?? '');
  const does = /^p?stdout$/i.test(file) || isOrdinaryFile(file) ? 'read' : 'server';
  if (query === 0) return { verb: 'copy', does };
  return { verb: 'copy', does, sends: text.slice(tokens[0]?.end, tokens[query]?.start) };
}

/** Enough of each name to be told from the others; SQLite's shell takes any beginning of one. */
const dots: readonly (readonly [RegExp, Does])[] = [
  [/^\.(?:she|sys|scriptt)/, 'call'],
  [
    /^\.(?:read|restore|recover$|load|open$|impo|clone|save|backup|arch|ar$|session|vfs|excel|www|edit|sha3|expert|testctrl|filectrl|import|dbconfig|imposter|log|trace)/,
    'server',
  ],
];
const readingDots =
  /^\.(?:ta|sch|mode|he|width|dump|data|ind|sho|ec|eq|expl|nu|nullvalue|sep|timer|ti|timeout|prompt|pri|print|qu|exit|st|stats|fullschema|dbinfo|dbtot|lint|limit|changes|bail|binary|cd|col|row|highlight|large|max|auth|box|scanstats|par|conn|output$|once$|schema|tables|databases|version|ver|selftest|help|headers|open_readonly|indexes|crlf|intck|dbtotxt|cons|rows|decimal|multiline|singleline|keyword|constant|render|progress|prog)/;

function readDot(verb: string, rest: string): ClientCommand {
  if (/^\.(?:output|once|out|o|on)$/.test(verb)) {
    const file = rest.replace(/^-\S+\s*/, '').replace(/^["']|["']$/g, '');
    if (file === '' || file === 'stdout' || isOrdinaryFile(file)) return { verb, does: 'read' };
    return { verb, does: file.startsWith('|') ? 'call' : 'server' };
  }
  if (verb === '.open') return { verb, does: /--(?:new|zip|append)|-new\b/.test(rest) ? 'server' : 'read' };
  // A pipe in an argument runs a command of the shell.
  if (rest.startsWith('|') || rest.startsWith('"|')) return { verb, does: 'call' };
  for (const [name, does] of dots)
    if (name.test(verb)) return { verb, does: does === 'server' && verb.startsWith('.import') ? 'write' : does };
  return { verb, does: readingDots.test(verb) ? 'read' : 'call' };
}
