import { problemCatalogue } from '../core/problem/catalogue.ts';
import type { Span } from '../core/problem/position.ts';
import type { Problem } from '../core/problem/problem.ts';
import { adviceLines } from './problems.ts';

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** A path with `/` between its parts as a URI: a relative one stays relative, an absolute one becomes `file:`. */
function toUri(path: string): string {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${uri}`;
  return /^[A-Za-z]:\//.test(path) ? `file:///${uri.replace('%3A', ':')}` : uri;
}

/** The pages of the codes, as Markdown; a report may be made without them. */
export type PagesOfCodes = Readonly<Record<string, string>>;

/** A page for readers elsewhere: its relative links would lead nowhere. */
function toMarkdown(page: string): string {
  return page.replace(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
}

function toRule(code: Problem['code'], pages: PagesOfCodes): unknown {
  const page = pages[code];
  return {
    id: code,
    shortDescription: { text: problemCatalogue[code].title },
    // Not `helpUri`, which has to be an absolute address.
    help: {
      text: `run \`hooklaw explain ${code}\`, or see docs/problems/${code.replaceAll('/', '-')}.md`,
      ...(page === undefined ? {} : { markdown: toMarkdown(page) }),
    },
    defaultConfiguration: { level: problemCatalogue[code].severity },
  };
}

/** SARIF counts as hooklaw does: from 1, in UTF-16 units, the end exclusive. */
function toRegion({ start, end }: Span): unknown {
  return { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column };
}

function toLocations({ file, span }: Problem, pathOf: (file: string) => string): unknown[] {
  if (file === undefined) return [];
  const region = span === undefined ? {} : { region: toRegion(span) };
  return [{ physicalLocation: { artifactLocation: { uri: toUri(pathOf(file)) }, ...region } }];
}

/**
 * Problems as a SARIF 2.1.0 log (OASIS), for code scanning and editors.
 * @param pathOf where a file is, with `/` between the parts: relative to the root of the sources, else absolute
 * @param version of hooklaw
 * @param pages the pages of the codes, which are shown beside the results
 */
export function problemsToSarif(
  problems: readonly Problem[],
  pathOf: (file: string) => string,
  version: string,
  pages: PagesOfCodes = {},
): unknown {
  const codes = [...new Set(problems.map(({ code }) => code))];
  const results = problems.map(problem => ({
    ruleId: problem.code,
    ruleIndex: codes.indexOf(problem.code),
    level: problem.severity,
    message: { text: [problem.message, ...adviceLines(problem)].join('\n') },
    locations: toLocations(problem, pathOf),
  }));
  const driver = { name: 'hooklaw', version, rules: codes.map(code => toRule(code, pages)) };
  return { $schema: schema, version: '2.1.0', runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }] };
}
