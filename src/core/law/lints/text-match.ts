import { partsOf } from '../../expression/logic/conditions.ts';
import { textOf } from '../../expression/logic/literal.ts';
import { type ASTNode, calledFunction, literalOf, operands, pathOf } from '../../expression/syntax.ts';
import { factForText, type Subject } from '../fact-for-text.ts';
import type { Finding, LawLint, LintedRule } from '../linted-law.ts';

/** Commands whose harm cannot be taken back. */
const harmfulCommands =
  /\b(?:rm|rmdir|unlink|shred|dd|mkfs|git|curl|wget|nc|chmod|chown|sudo|kill|pkill|ssh|scp|rsync|docker|kubectl|terraform|aws|gcloud|psql|mysql|sqlite3|drop|truncate|delete)\b/i;

const harmfulSql = /\b(?:drop|delete|truncate|alter|insert|update|grant|create)\b/i;

const guardedFiles = /\.\.|\.env\b|\.ssh|\.aws|\.git\b|id_rsa|credential|secret|\.pem\b|\/etc\//i;

const shells: ReadonlySet<string> = new Set(['Bash', 'PowerShell']);
const sqlFields: ReadonlySet<string> = new Set(['sql', 'query', 'statement']);
const pathFields: ReadonlySet<string> = new Set(['file_path', 'path', 'notebook_path', 'filename']);

/** What a field holds, by its name. */
function subjectOf(field: string, { tools }: LintedRule): Subject | undefined {
  if (field === 'command') return tools?.some(tool => shells.has(tool)) === true ? 'command' : undefined;
  if (sqlFields.has(field)) return 'sql';
  return pathFields.has(field) ? 'path' : undefined;
}

const harmful: Readonly<Record<Subject, RegExp>> = {
  command: harmfulCommands,
  sql: harmfulSql,
  path: guardedFiles,
};

const why: Readonly<Record<Subject, string>> = {
  command: 'quotes, `sh -c`, scripts and other spellings get around it, and texts about the command are hit',
  sql: 'comments and other white space get around it, and texts with the word are hit',
  path: 'other spellings (`a/../b`, links, upper case) get around it',
};

const unlessSlip = 'where only a slip is to be caught, say so: `warnings_ok: { law/text-match: … }`';

interface TextTest {
  readonly node: ASTNode;
  readonly field: string;
  readonly how: 'contains' | 'startsWith' | 'endsWith' | 'matches' | '==';
  readonly text: string;
}

function fieldOf(node: ASTNode | undefined): string | undefined {
  const call = node === undefined ? undefined : calledFunction(node);
  // Case is folded before many a comparison.
  const subject = call?.name === 'lowerAscii' || call?.name === 'upperAscii' ? call.receiver : node;
  const [root, field, more] = subject === undefined ? [] : (pathOf(subject) ?? []);
  return root === 'input' && more === undefined ? field : undefined;
}

function readTest(node: ASTNode): TextTest | undefined {
  const call = calledFunction(node);
  const [left, right] = node.op === '==' ? (operands(node) ?? []) : [call?.receiver, call?.arguments[0]];
  const field = fieldOf(left);
  const text = right === undefined ? undefined : literalOf(right);
  const how = node.op === '==' ? node.op : call?.name;
  if (field === undefined || typeof text !== 'string') return undefined;
  return how === 'contains' || how === 'startsWith' || how === 'endsWith' || how === 'matches' || how === '=='
    ? { node, field, how, text }
    : undefined;
}

/** The tests of texts that a condition is made of, each with whether it holds where the condition does. */
function testsOf(node: ASTNode, holds: boolean): (TextTest & { holds: boolean })[] {
  const parts = partsOf(node);
  if (parts.length > 0) return parts.flatMap(part => testsOf(part, node.op === '!_' ? !holds : holds));
  const test = readTest(node);
  return test === undefined ? [] : [{ ...test, holds }];
}

/** A command that does the same, or the same and more, and passes the test by another spelling. */
function evade({ how, text }: TextTest): string | undefined {
  if (how === 'matches') return undefined;
  if (how === 'startsWith') return `cd . && ${text.trim()} …`;
  if (/\w \S/.test(text)) return text.trim().replace(/(\w) (\S)/, '$1  $2');
  const [word] = /\w{2,}/.exec(text) ?? [];
  return word === undefined ? undefined : text.trim().replace(word, `${word[0]}''${word.slice(1)}`);
}

function findDenial(test: TextTest, subject: Subject, at: readonly PropertyKey[]): Finding {
  const fact = factForText(subject, test.text, test.field, test.how === 'matches');
  const other = subject === 'command' ? evade(test) : undefined;
  const passes = other === undefined ? 'other spellings pass' : `\`${other}\` passes`;
  return {
    path: at,
    node: test.node,
    message: `\`${textOf(test.node)}\` finds a text as it is written, and ${passes}`,
    help: `ask what it would do: \`${fact}\`; ${why[subject]}; ${unlessSlip}`,
  };
}

/** Whether a test says what the whole text is. */
function isWhole({ how, text }: TextTest): boolean {
  return how === '==' || (how === 'matches' && /^\^.*\$$/s.test(text) && !/\.[*+]/.test(text));
}

const goesOn = {
  command: ['a command', '… && rm -rf ~', "!shell.unknown && shell.commands.all(c, c.program in ['git', 'ls'])"],
  sql: ['a query', '…; DROP TABLE users', '!sql(input.FIELD).writes'],
} as const;

function findPermission(test: TextTest, subject: Subject, at: readonly PropertyKey[]): Finding | undefined {
  if (subject === 'path' || isWhole(test)) return undefined;
  const [what, more, fact] = goesOn[subject];
  const text = test.how === 'matches' ? 'that' : `\`${test.text}\``;
  return {
    path: at,
    node: test.node,
    message: `${what} with ${text} in it may go on: \`${more}\` passes with it`,
    help: `ask what it would do: \`${fact.replace('FIELD', test.field)}\`; or compare the whole text, with \`==\` or \`in\`; ${unlessSlip}`,
  };
}

function findRule(rule: LintedRule): Finding[] {
  const { when, path, effect } = rule;
  if (when === undefined || (effect !== 'deny' && effect !== 'ask' && effect !== 'allow')) return [];
  const at = [...path, 'when'];
  return testsOf(when, effect !== 'allow').flatMap(test => {
    const subject = subjectOf(test.field, rule);
    if (subject === undefined) return [];
    if (test.holds) return harmful[subject].test(test.text) ? [findDenial(test, subject, at)] : [];
    const found = findPermission(test, subject, at);
    return found === undefined ? [] : [found];
  });
}

/** Comparisons of texts where a command, a query or a path can be written in another way. */
export const textMatch: LawLint = {
  code: 'law/text-match',
  find: ({ rules }) => rules.flatMap(findRule),
};
