import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { findClientVersion } from '../../adapters/client/find-client-version.ts';
import { problemPages } from '../../adapters/problem-pages.ts';
import { createSettingsFiles } from '../../adapters/settings-files.ts';
import { homeFolder } from '../../adapters/state-dir.ts';
import { planFixes, writeFixes } from '../../commands/self-test/fix-settings.ts';
import { readDenyEvent } from '../../commands/self-test/read-deny-event.ts';
import { selfTest } from '../../commands/self-test/self-test.ts';
import { type ClientVersion, parseClientVersion } from '../../core/client/client-version.ts';
import { exitCode } from '../../core/exit-code.ts';
import { isError } from '../../core/problem/problem.ts';
import type { Finding } from '../../core/self-test/finding.ts';
import type { DenyEvent } from '../../core/self-test/probes/probe-ground.ts';
import type { ReportedHook, SelfTestReport } from '../../core/self-test/report.ts';
import { renderGithubAnnotations } from '../../render/github-annotations.ts';
import { createPainter } from '../../render/painter.ts';
import { plural } from '../../render/plural.ts';
import { problemsToSarif } from '../../render/sarif.ts';
import { renderHookList, renderSelfTest, selfTestToJson } from '../../render/self-test-report.ts';
import { colourDiff, renderDiff } from '../../render/settings-diff.ts';
import { version } from '../../version.ts';
import { type CliIo, CommandError } from './io.ts';
import { choosePlace } from './law-files.ts';
import { refuseAgents } from './refuse-agents.ts';
import { reportedPath } from './reported-path.ts';

const formats = ['text', 'json', 'sarif', 'github'] as const;

interface SelfTestOptions {
  readonly project?: string;
  readonly client?: string;
  readonly settings: readonly string[];
  readonly denyEvent: readonly string[];
  readonly yes?: boolean;
  /** `--no-run` */
  readonly run: boolean;
  readonly fix?: boolean;
  readonly live?: boolean;
  readonly format: (typeof formats)[number];
}

const collect = (value: string, earlier: readonly string[]): string[] => [...earlier, value];

/** Adds `self-test` to the program. */
export function registerSelfTest(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('self-test')
    .description('Find every hook that would run here, run it as Claude Code would, and tell what does not guard.')
    .option('--project <dir>', 'the project (default: the nearest folder with .git or .claude)')
    .option('--client <version>', 'judge as this version of Claude Code (default: the one installed)')
    .option('--settings <file>', 'a settings file that is given to the client with --settings', collect, [])
    .option('--deny-event <file>', 'an event that has to be denied, as JSON', collect, [])
    .option('-y, --yes', 'run the hooks without asking')
    .option('--no-run', 'look at the files only')
    .option('--fix', 'mend what can safely be mended in settings files, after showing it')
    .option('--live', 'play a call through the real Claude Code as well')
    .addOption(new Option('--format <format>', 'how to report').choices(formats).default('text'))
    .action(async (options: SelfTestOptions) => finish(await runSelfTest(options, io)));
}

async function runSelfTest(options: SelfTestOptions, io: CliIo): Promise<number> {
  if (options.fix === true) refuseAgents(io, 'a settings file is mended');
  const chosen = choosePlace(options.project === undefined ? {} : { project: options.project }, io);
  const project = fs.realpathSync(chosen.project);
  const show = (file: string): string => {
    const relative = path.relative(io.cwd, file);
    return relative.startsWith('..') || relative === '' ? file : relative;
  };
  const paint = createPainter(io.colour);
  const client = await chooseClient(options, io);
  const report = await selfTest({
    place: {
      projectDir: project,
      cwd: project,
      env: io.env,
      platform: process.platform,
      home: homeFolder(io.env),
      flagSettings: options.settings.map(file => findSettings(file, io)),
    },
    installed: client.installed,
    client: client.named,
    live: client.live,
    lawPlace: { ...chosen, env: io.env, platform: process.platform },
    denyEvents: options.denyEvent.map(file => loadDenyEvent(file, project, io)),
    consent: async hooks => {
      if (!options.run) return false;
      if (options.yes === true) return true;
      return askToRun(hooks, () => renderHookList(hooks, show, paint), options, io);
    },
    signal: new AbortController().signal,
  });
  io.stdout(renderReport(report, options, show, io));
  if (options.fix === true && (await fix(report.findings, options, io)) > 0) {
    io.stderr('the settings have been mended; run `hooklaw self-test` again to see what is left\n');
  }
  return codeOf(report, options);
}

/** Shows what would be changed in settings files, and writes it when that is agreed to; gives the number of files. */
async function fix(findings: readonly Finding[], { yes, format }: SelfTestOptions, io: CliIo): Promise<number> {
  const files = createSettingsFiles();
  const plans = planFixes(findings, files);
  if (plans.length === 0) {
    io.stderr('nothing here can be mended by itself\n');
    return 0;
  }
  for (const { file, before, after, fixes } of plans) {
    const diff = renderDiff({ file, before, after });
    io.stderr(`${io.colour ? colourDiff(diff) : diff}${fixes.map(({ title }) => `  - ${title}\n`).join('')}`);
  }
  const answer = yes === true ? 'y' : format === 'text' ? await io.ask('Write this? [y/N] ') : undefined;
  if (answer === undefined || !/^y(?:es)?$/i.test(answer.trim())) {
    io.stderr(answer === undefined ? 'nothing was written; pass --yes to agree\n' : 'nothing was written\n');
    return 0;
  }
  writeFixes(plans, files);
  return plans.length;
}

async function askToRun(
  hooks: readonly ReportedHook[],
  list: () => string,
  { format }: SelfTestOptions,
  io: CliIo,
): Promise<boolean> {
  const commands = hooks.filter(({ hook, off }) => off === undefined && hook.type === 'command').length;
  const answer =
    format === 'text'
      ? await io.ask(`${list()}\nRun ${plural(commands, 'hook')} with harmless and hostile events? [y/N] `)
      : undefined;
  if (answer === undefined)
    io.stderr('note: there is no terminal to ask on, so no hook was run; pass --yes to agree\n');
  return answer !== undefined && /^y(?:es)?$/i.test(answer.trim());
}

/** Without the hooks having been run nothing is proven; only who asked for that gets a good end. */
function codeOf({ findings, ran, hooks }: SelfTestReport, { run }: SelfTestOptions): number {
  if (findings.some(isError)) return exitCode.problems;
  return ran || !run || hooks.length === 0 ? exitCode.fine : exitCode.couldNotRun;
}

interface ChosenClient {
  readonly installed: ClientVersion | undefined;
  readonly named: ClientVersion | undefined;
  /** Where the real client is, when calls are to be played through it. */
  readonly live: string | undefined;
}

async function chooseClient({ client: named, live = false, run }: SelfTestOptions, io: CliIo): Promise<ChosenClient> {
  const installed = named === undefined || live ? await findClientVersion(io.env) : undefined;
  if (live && !run) throw new CommandError('`--live` and `--no-run` contradict each other', 'leave one of them out');
  if (live && installed === undefined) {
    throw new CommandError(
      'there is no Claude Code here to play a call through',
      'put `claude` on the PATH, or leave `--live` out',
    );
  }
  const version = parseClientVersion(named ?? '');
  if (named !== undefined && version === undefined) {
    throw new CommandError(`\`--client ${named}\` is no version`, 'write it as 2.1.332');
  }
  return {
    installed: parseClientVersion(installed?.version ?? ''),
    named: version,
    live: live ? installed?.file : undefined,
  };
}

/** The client refuses to start with a settings file that is not there; without it nothing would be looked at. */
function findSettings(named: string, io: CliIo): string {
  const file = path.resolve(io.cwd, named);
  if (fs.existsSync(file)) return file;
  throw new CommandError(`there is no file \`${named}\``, 'name the file that the client is given with `--settings`');
}

function loadDenyEvent(file: string, project: string, io: CliIo): DenyEvent {
  try {
    return readDenyEvent(path.resolve(io.cwd, file), path.basename(file), project);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `the event \`${file}\` cannot be used: ${why}`,
      'give `tool_name` and `tool_input`, as the client sends them',
    );
  }
}

function renderReport(
  report: SelfTestReport,
  { format }: SelfTestOptions,
  show: (file: string) => string,
  io: CliIo,
): string {
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const pathOf = (file: string): string => reportedPath(file, io);
  switch (format) {
    case 'text':
      return renderSelfTest(report, show, readText, createPainter(io.colour));
    case 'json':
      return json(selfTestToJson(report));
    case 'sarif':
      return json(problemsToSarif(report.findings, pathOf, version, problemPages));
    case 'github':
      return renderGithubAnnotations(report.findings, pathOf);
  }
}

function readText(file: string | undefined): string | undefined {
  try {
    return file === undefined ? undefined : fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}
