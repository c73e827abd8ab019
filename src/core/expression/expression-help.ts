import { nearestName } from '../problem/nearest-name.ts';

/** Methods that people know from elsewhere, and what they are called in CEL. */
const foreignMethods: Readonly<Record<string, string>> = {
  includes: 'contains',
  indexOf: 'contains',
  match: 'matches',
  test: 'matches',
  search: 'matches',
  startswith: 'startsWith',
  endswith: 'endsWith',
  toLowerCase: 'lowerAscii',
  lower: 'lowerAscii',
  toUpperCase: 'upperAscii',
  upper: 'upperAscii',
  some: 'exists',
  every: 'all',
  any: 'exists',
  length: 'size',
};

const knownMethods = [
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'size',
  'lowerAscii',
  'upperAscii',
  'trim',
  'split',
  'exists',
  'all',
  'filter',
  'map',
  'getHours',
  'getMinutes',
  'getDayOfWeek',
  'getFullYear',
  'getMonth',
  'getDate',
  'getDayOfMonth',
];

/** The method that was most likely meant. */
export function nearestMethod(name: string): string | undefined {
  return Object.hasOwn(foreignMethods, name) ? foreignMethods[name] : nearestName(name, knownMethods);
}

const syntaxHints: readonly { readonly says: RegExp; readonly of?: RegExp; readonly help: string }[] = [
  {
    says: /Invalid escape sequence/,
    help: "in CEL a backslash is written twice, or the text is a raw one: matches(r'\\.env$')",
  },
  {
    says: /./,
    of: /\{\{/,
    help: '`{{ … }}` puts values into texts; an expression stands alone, such as context.user_id',
  },
  {
    says: /./,
    of: /^\s*(?:[$€£¥]\s*[\d.,]+|[\d.,]+\s*(?:[A-Za-z]{1,3}|[$€£¥%]))\s*$/,
    help: 'write a plain number, without a currency or a unit: 500',
  },
  { says: /./, of: /\s(?:and|or|not)\s|^not\s/, help: 'and, or, not are written &&, ||, !' },
  { says: /./, of: /[^=!<>]=[^=]|===/, help: 'equality is written ==' },
  {
    says: /Unexpected character|Unterminated|Expected/,
    help: 'texts stand in quotes; see docs/law.md for the language',
  },
];

/** Help for an expression that does not parse. */
export function helpForSyntax(message: string, expression: string): string | undefined {
  return syntaxHints.find(({ says, of }) => says.test(message) && (of === undefined || of.test(expression)))?.help;
}

/** Help for types that do not fit. */
export function helpForTypes(message: string): string | undefined {
  if (message.includes('double in list<int>')) return 'write the numbers of the list as doubles, such as 1.0';
  if (/object == string|string == object/.test(message)) return 'compare a field, such as tool.name or input.command';
  if (/Cannot index type '(?:string|list)/.test(message)) return 'the length of a text or a list is size(x)';
  return undefined;
}
