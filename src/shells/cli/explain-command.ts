import { type Command, Option } from 'commander';
import { problemPages } from '../../adapters/problem-pages.ts';
import { explainRules, listRules } from '../../commands/explain-rules.ts';
import { loadReadableLaws, type ReadableLawInForce } from '../../commands/readable-laws.ts';
import { exitCode } from '../../core/exit-code.ts';
import { type ProblemCode, problemCatalogue } from '../../core/problem/catalogue.ts';
import { nearestName } from '../../core/problem/nearest-name.ts';
import { LawError } from '../../core/problem/problem.ts';
import { createPainter } from '../../render/painter.ts';
import { renderRule, ruleToJson } from '../../render/rule-explanation.ts';
import { type CliIo, CommandError } from './io.ts';
import { choosePlace, type PlaceFlags } from './law-files.ts';

interface ExplainOptions extends PlaceFlags {
  readonly list?: boolean;
  readonly format: 'text' | 'json';
}

/** Adds `explain` to the program. */
export function registerExplain(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('explain')
    .description('Explain a rule of the laws in force here, or the code of a problem.')
    .argument('[name]', 'the id of a rule, or a code such as law/no-context')
    .option('--list', 'print every name that can be explained here, one a line')
    .option('--law <file>', "this law instead of the project's own")
    .option('--state-dir <dir>', 'where the approved law and the audit log are kept')
    .option('--project <dir>', 'the project (default: the nearest folder with .git or .claude)')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action(async (name: string | undefined, options: ExplainOptions) => {
      finish(await runExplain(name, options, io));
    });
}

/** Prose is read best in lines of this length at most. */
const widestProse = 100;

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function titleOf(code: string): { severity: string; title: string } | undefined {
  return Object.hasOwn(problemCatalogue, code) ? problemCatalogue[code as ProblemCode] : undefined;
}

/** The code that is meant, which may be copied with the brackets of a report, or be the name of the page. */
function codeOf(name: string): string | undefined {
  const bare = name.replace(/^\[(.*)\]$/, '$1').replace(/\.md$/, '');
  return [bare, bare.replace('-', '/')].find(code => Object.hasOwn(problemPages, code));
}

async function explainCode(code: string, { format }: ExplainOptions, io: CliIo): Promise<string> {
  const markdown = problemPages[code] ?? '';
  const info = titleOf(code);
  if (format === 'json') {
    return toJson({ page: 'problem', code, severity: info?.severity ?? null, title: info?.title ?? null, markdown });
  }
  const paint = createPainter(io.colour);
  // Loaded here, since no other command needs it.
  const { renderPage } = await import('../../render/page.ts');
  const head = info === undefined ? '' : `${paint.bold(code)}: ${info.title} (${info.severity})\n\n`;
  const body = info === undefined ? markdown : markdown.replace(/^# .*\n+/, '');
  return head + renderPage(body, { paint, width: Math.min(io.columns ?? 80, widestProse) });
}

interface LawsHere {
  readonly laws: readonly ReadableLawInForce[];
  readonly auditLog: string;
}

async function loadHere(options: ExplainOptions, io: CliIo): Promise<LawsHere> {
  const place = choosePlace(options, io);
  const laws = await loadReadableLaws({ ...place, env: io.env, platform: process.platform });
  return { laws, auditLog: place.folder.auditLog };
}

/** The rules here; none where there is a law that does not compile, since the codes can be explained all the same. */
async function rulesHere(options: ExplainOptions, io: CliIo): Promise<ReturnType<typeof listRules>> {
  try {
    return listRules((await loadHere(options, io)).laws);
  } catch (error) {
    if (error instanceof LawError || error instanceof CommandError) return [];
    throw error;
  }
}

async function listNames(options: ExplainOptions, io: CliIo): Promise<string> {
  const ids = [...new Set((await rulesHere(options, io)).map(({ id }) => id))];
  const codes = Object.keys(problemPages);
  return options.format === 'json' ? toJson({ rules: ids, codes }) : `${[...ids, ...codes].join('\n')}\n`;
}

async function explainRuleHere(name: string, options: ExplainOptions, io: CliIo): Promise<string> {
  const { laws, auditLog } = await loadHere(options, io);
  const explained = await explainRules(name, laws, auditLog);
  if (explained.length === 0) throw unknownName(name, listRules(laws));
  if (options.format === 'json') return toJson({ page: 'rule', rules: explained.map(ruleToJson) });
  const paint = createPainter(io.colour);
  return explained.map(rule => renderRule(rule, paint)).join('\n');
}

function unknownName(name: string, rules: ReturnType<typeof listRules>): CommandError {
  const ids = [...new Set(rules.map(({ id }) => id))];
  const nearest = nearestName(name, [...ids, ...Object.keys(problemPages)]);
  const list = ids.length === 0 ? 'no law was found here' : `the rules here are ${ids.join(', ')}`;
  const help = nearest === undefined ? list : `did you mean \`${nearest}\`?`;
  return new CommandError(
    `there is no rule and no code \`${name}\``,
    `${help}; \`hooklaw explain --list\` prints every name`,
  );
}

async function runExplain(name: string | undefined, options: ExplainOptions, io: CliIo): Promise<number> {
  if (name === undefined && options.list !== true) {
    throw new CommandError(
      'name a rule or a code',
      'for example: hooklaw explain law/no-context; `hooklaw explain --list` prints every name',
    );
  }
  const code = name === undefined ? undefined : codeOf(name);
  if (options.list === true || name === undefined) io.stdout(await listNames(options, io));
  else if (code !== undefined) io.stdout(await explainCode(code, options, io));
  else io.stdout(await explainRuleHere(name, options, io));
  return exitCode.fine;
}
