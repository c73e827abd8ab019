import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { compileSource } from '../../adapters/compile-source.ts';
import { storeCompiledLaw } from '../../adapters/compiled-laws.ts';
import { isGitIgnored } from '../../adapters/git-ignore.ts';
import { findLaw, findPlaces, findSettingsFile, type Scope, scopes } from '../../adapters/install-places.ts';
import { readLawFile } from '../../adapters/law-files.ts';
import { findOwnCommand } from '../../adapters/own-command.ts';
import { createSettingsFiles } from '../../adapters/settings-files.ts';
import { isInside } from '../../adapters/state-dir.ts';
import { createStateFolder } from '../../adapters/state-folder.ts';
import { applyInit, type InitPlan, prepareInit } from '../../commands/init.ts';
import { applyUninstall, prepareUninstall } from '../../commands/uninstall.ts';
import { exitCode } from '../../core/exit-code.ts';
import { findForeignFaults } from '../../core/settings/foreign-faults.ts';
import { readServeUrl } from '../../core/settings/serve-url.ts';
import type { SettingsFault } from '../../core/settings/settings-document.ts';
import { ownProgram, type Wiring } from '../../core/settings/wiring.ts';
import { renderInitReport, renderNothingWired, renderUninstallReport } from '../../render/install-report.ts';
import { colourDiff, renderDiff } from '../../render/settings-diff.ts';
import { type CliIo, CommandError } from './io.ts';
import { refuseAgents } from './refuse-agents.ts';

interface CommonOptions {
  readonly scope: Scope;
  readonly project?: string;
  readonly stateDir?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly format: 'text' | 'json';
}

interface InitOptions extends CommonOptions {
  readonly law?: string;
  readonly http?: string;
}

type Places = ReturnType<typeof findPlaces>;
type Consent = 'yes' | 'dry-run' | 'declined' | 'nobody-to-ask';

/** Adds `init` and `uninstall` to the program. */
export function registerInit(program: Command, io: CliIo, finish: (code: number) => void): void {
  addCommonOptions(program.command('init').description('Wire the hook into the settings of Claude Code.'))
    .option(
      '--law <file>',
      'the law (default: hooklaw.yaml in the project; for the user, law.yaml in ~/.config/hooklaw)',
    )
    .option('--http <url>', 'have `hooklaw serve` asked at this URL, in place of a command (see docs/serve.md)')
    .action(async (options: InitOptions) => finish(await runInit(options, io)));
  addCommonOptions(program.command('uninstall').description('Take the hook out of the settings again.')).action(
    async (options: CommonOptions) => finish(await runUninstall(options, io)),
  );
}

function addCommonOptions(command: Command): Command {
  return command
    .addOption(new Option('--scope <scope>', 'which settings file').choices(scopes).default('local'))
    .option('--project <dir>', 'the project (default: the nearest folder with .git or .claude)')
    .option('--state-dir <dir>', 'the state folder (default: one per project in ~/.local/state/hooklaw)')
    .option('-y, --yes', 'do not ask')
    .option('--dry-run', 'show the difference and change nothing')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'));
}

async function runInit(options: InitOptions, io: CliIo): Promise<number> {
  const files = createSettingsFiles();
  const places = findPlaces(options, io.cwd, io.env);
  checkPlaces(options, places);
  const { settingsFile, recordDir } = places;
  const http = options.http === undefined ? undefined : readHttp(options);
  const found = findLaw(options, places.projectDir, io.cwd, io.env);
  const law = readLaw(found.lawFile);
  // The law of a server is its own affair; what lies here only tells which events there are rules on.
  const lawFile = http === undefined ? found.lawFile : undefined;
  const wiring =
    http === undefined
      ? { ...createWiring(options.scope, found.wiredLaw, places.wiredStateDir), lawEvents: law.events }
      : { ...createWiring(options.scope, undefined, undefined), lawEvents: law.events, http };
  const plan = prepareInit({ settingsFile, lawFile, recordDir, wiring }, files);
  if (plan.kind === 'refused') throw refusal(settingsFile, plan.faults);
  const warnings = [...warningsFor(options, places, plan), ...warningsElsewhere(options, places, io), ...law.warnings];
  const diff = renderDiff({ file: plan.target, before: plan.before, after: plan.after });
  if (options.format === 'text') showPlan(io, diff, plan.writesLaw ? lawFile : undefined);
  const changes = plan.changesSettings || plan.writesLaw;
  const consent = changes ? await askConsent(options, io) : 'yes';
  const backup = consent === 'yes' ? applyInit(plan, files).backup : undefined;
  if (consent === 'yes' && lawFile !== undefined) compileAhead(lawFile, recordDir);
  const status = consent !== 'yes' ? consent : changes ? 'written' : 'unchanged';
  if (options.format === 'json') {
    const where = http === undefined ? { law: lawFile } : { http };
    const facts = { settings: settingsFile, ...where, starterLaw: plan.writesLaw, stateDir: recordDir, backup };
    return reportJson(io, consent, { status, scope: options.scope, ...facts, warnings, diff });
  }
  for (const warning of warnings) io.stderr(`${pc.createColors(io.colour).yellow('warning')}: ${warning}\n`);
  if (consent !== 'yes') return explainNothingDone(consent, io);
  io.stdout(renderInitReport({ ...plan.request, ...plan, backup }));
  return exitCode.fine;
}

function readHttp({ http = '', law, stateDir }: InitOptions): string {
  if (law !== undefined || stateDir !== undefined)
    throw new CommandError(
      '`--law` and `--state-dir` are for the server that `--http` names',
      'give them to `hooklaw serve`',
    );
  const read = readServeUrl(http);
  if ('message' in read) throw new CommandError(read.message, read.help);
  return read.url;
}

async function runUninstall(options: CommonOptions, io: CliIo): Promise<number> {
  if (options.dryRun !== true) refuseAgents(io, 'the guard is taken out');
  const files = createSettingsFiles();
  const { settingsFile, recordDir, projectDir } = findPlaces(options, io.cwd, io.env);
  const request = { settingsFile, recordDir, ownProgram: ownProgram(findOwnCommand()) };
  const plan = prepareUninstall(request, files);
  if (plan.kind === 'refused') throw refusal(settingsFile, plan.faults);
  if (plan.kind === 'nothing') {
    const elsewhere = scopes.filter(scope => {
      const other = { ...request, settingsFile: findSettingsFile(scope, projectDir, io.env) };
      return scope !== options.scope && prepareUninstall(other, files).kind === 'planned';
    });
    if (options.format === 'json') {
      return reportJson(io, 'yes', {
        status: 'nothing-wired',
        scope: options.scope,
        settings: settingsFile,
        elsewhere,
      });
    }
    io.stdout(renderNothingWired(settingsFile, elsewhere));
    return exitCode.fine;
  }
  const diff = renderDiff({ file: plan.target, before: plan.before, after: plan.afterText });
  if (options.format === 'text') showPlan(io, diff, undefined);
  const consent = await askConsent(options, io);
  if (consent === 'yes') {
    // Compiled laws are a cache, and whoever takes the guard out has said what becomes of the approved law.
    const folder = createStateFolder(plan.found?.folder ?? recordDir);
    for (const dir of [folder.compiledLaws, folder.approvals]) fs.rmSync(dir, { recursive: true, force: true });
    applyUninstall(plan, files);
  }
  if (options.format === 'json') {
    const status = consent === 'yes' ? plan.how : consent;
    return reportJson(io, consent, { status, scope: options.scope, settings: settingsFile, diff });
  }
  if (consent !== 'yes') return explainNothingDone(consent, io);
  io.stdout(renderUninstallReport({ ...plan, settingsFile, deleted: plan.after === undefined }));
  return exitCode.fine;
}

/** The events that the law has rules on; a law that does not compile is wired all the same, and said to be broken. */
function readLaw(file: string): { events: readonly string[]; warnings: string[] } {
  if (!fs.existsSync(file)) return { events: [], warnings: [] };
  try {
    return { events: Object.keys(compileSource(readLawFile(file), file).law.chains), warnings: [] };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      events: [],
      warnings: [
        `the law is broken; unless one was approved before, every call is denied until it is mended: ${detail}`,
      ],
    };
  }
}

/** Compiles the law now, so that the first call does not have to wait for it. */
function compileAhead(file: string, stateDir: string): void {
  try {
    const bytes = readLawFile(file);
    storeCompiledLaw(bytes, file, createStateFolder(stateDir), compileSource(bytes, file).law);
  } catch {
    return;
  }
}

/** Only the user's entries need a word that nobody can guess: local settings come after the project's, and win anyway. */
function createWiring(scope: Scope, wiredLaw: string | undefined, wiredStateDir: string | undefined): Wiring {
  return {
    ...findOwnCommand(),
    ...(scope === 'user' ? { entry: randomBytes(6).toString('hex') } : {}),
    ...(wiredLaw === undefined ? {} : { lawFile: wiredLaw }),
    ...(wiredStateDir === undefined ? {} : { stateDir: wiredStateDir }),
  };
}

function checkPlaces({ scope }: CommonOptions, { projectDir, recordDir }: Places): void {
  if (!fs.statSync(projectDir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CommandError(`there is no folder \`${projectDir}\``, 'name the project with --project');
  }
  if (scope !== 'user' && isInside(recordDir, projectDir)) {
    throw new CommandError(
      `the state folder \`${recordDir}\` lies inside the project, where an agent may write`,
      'name one outside with --state-dir, or wire the hook for the user with --scope user',
    );
  }
}

function refusal(file: string, faults: readonly SettingsFault[]): CommandError {
  const lines = faults.map(({ position, message }) => `${file}:${position.line}:${position.column}: ${message}`);
  return new CommandError(`the settings are left as they are\n${lines.join('\n')}`, faults[0]?.help);
}

/** What the other settings files that count here do to the hook: one fault, or one switch, drops the hooks of all. */
function warningsElsewhere({ scope }: CommonOptions, { projectDir }: Places, io: CliIo): string[] {
  return scopes
    .filter(other => other !== scope)
    .map(other => findSettingsFile(other, projectDir, io.env))
    .flatMap(file => {
      const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
      if (text === undefined) return [];
      return findForeignFaults(text).map(fault => `${file}: ${fault}`);
    });
}

function warningsFor({ scope }: CommonOptions, { settingsFile, projectDir }: Places, plan: InitPlan): string[] {
  const warnings: string[] = [];
  if (plan.hooksDisabled) {
    warnings.push(`\`disableAllHooks\` is true in ${settingsFile}: no hook runs until it is taken out`);
  }
  if (scope === 'project' && isGitIgnored(settingsFile, projectDir)) {
    warnings.push(`git ignores ${settingsFile}: the hook guards this copy of the project only`);
  }
  if (plan.request.wiring.http === undefined && /[\\/]_npx[\\/]/.test(ownProgram(plan.request.wiring))) {
    warnings.push("this hooklaw lies in npx's cache and may vanish: install it, then run init again");
  }
  return warnings;
}

function showPlan(io: CliIo, diff: string, newLaw: string | undefined): void {
  io.stdout(io.colour ? colourDiff(diff) : diff);
  if (newLaw !== undefined) io.stdout(`new file with a starter law: ${newLaw}\n`);
}

async function askConsent({ yes, dryRun, format }: CommonOptions, io: CliIo): Promise<Consent> {
  if (dryRun === true) return 'dry-run';
  if (yes === true) return 'yes';
  const answer = format === 'json' ? undefined : await io.ask('Write this? [y/N] ');
  if (answer === undefined) return 'nobody-to-ask';
  return /^y(?:es)?$/i.test(answer.trim()) ? 'yes' : 'declined';
}

function explainNothingDone(consent: Exclude<Consent, 'yes'>, io: CliIo): number {
  if (consent === 'nobody-to-ask')
    io.stderr('nothing was written: there is no terminal to ask on; pass --yes to agree\n');
  else io.stdout(consent === 'dry-run' ? 'dry run: nothing was written\n' : 'nothing was written\n');
  return codeOf(consent);
}

function reportJson(io: CliIo, consent: Consent, report: Readonly<Record<string, unknown>>): number {
  io.stdout(`${JSON.stringify(report, null, 2)}\n`);
  return codeOf(consent);
}

function codeOf(consent: Consent): number {
  return consent === 'yes' || consent === 'dry-run' ? exitCode.fine : exitCode.problems;
}
