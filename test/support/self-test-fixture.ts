import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createStateFolder } from '../../src/adapters/state-folder.ts';
import { selfTest } from '../../src/commands/self-test/self-test.ts';
import { parseClientVersion } from '../../src/core/client/client-version.ts';
import type { Finding } from '../../src/core/self-test/finding.ts';
import type { DenyEvent } from '../../src/core/self-test/probes/probe-ground.ts';
import type { SelfTestReport } from '../../src/core/self-test/report.ts';
import { createPainter } from '../../src/render/painter.ts';
import { renderProblems } from '../../src/render/problems.ts';

/** How a fixture is to be tried; `case.json` beside its `project` and `home`. */
interface FixtureCase {
  /** `$PROJECT` and `$HOME` stand for the folders. */
  readonly env?: Record<string, string>;
  readonly platform?: string;
  /** The version of the client that counts as installed; null for none. */
  readonly client?: string | null;
  /** Events that have to be denied. */
  readonly denyEvents?: readonly DenyEvent[];
  /** Whether the hooks are run (they are). */
  readonly run?: boolean;
  /** Whether the project is made a git repository with a commit of what it does not ignore. */
  readonly git?: boolean;
  /** Where the client is started, relative to `project`. */
  readonly start?: string;
}

export interface TriedFixture {
  readonly root: string;
  readonly report: SelfTestReport;
}

/** Copies a fixture into a folder of its own and self-tests it there. */
export async function tryFixture(folder: string, use: (tried: TriedFixture) => void): Promise<void> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-fixture-')));
  try {
    fs.cpSync(folder, root, { recursive: true });
    const project = path.join(root, 'project');
    const home = path.join(root, 'home');
    for (const made of [project, home]) fs.mkdirSync(made, { recursive: true });
    fillIn(root, { NODE: process.execPath, HOOKLAW: program, PROJECT: project, HOME: home });
    placeTranscripts(home, project);
    const given = readCase(root, { PROJECT: project, HOME: home });
    if (given.git === true) makeRepository(project);
    const start = path.resolve(project, given.start ?? '.');
    const env = { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: path.join(root, 'state'), ...given.env };
    const platform = given.platform ?? process.platform;
    const report = await selfTest({
      place: { projectDir: start, cwd: start, env, platform, home, managedFolders: [path.join(root, 'managed')] },
      installed: given.client === null ? undefined : parseClientVersion(given.client ?? '2.1.332'),
      lawPlace: {
        named: undefined,
        project: start,
        env,
        platform,
        folder: createStateFolder(path.join(root, 'state', 'project')),
        userFolder: createStateFolder(path.join(root, 'state', 'hooklaw')),
      },
      live: undefined,
      denyEvents: given.denyEvents ?? [],
      consent: () => Promise.resolve(given.run !== false),
      signal: new AbortController().signal,
    });
    use({ root, report });
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
}

const program = path.join(import.meta.dirname, '..', '..', 'bin', 'hooklaw.js');

/** Puts this machine's paths in place of `%NODE%`, `%HOOKLAW%`, `%PROJECT%` and `%HOME%` in settings. */
function fillIn(root: string, places: Readonly<Record<string, string>>): void {
  for (const name of fs.readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(root, name);
    if (!/\.jsonl?$/.test(name) || !fs.lstatSync(file).isFile()) continue;
    const text = fs.readFileSync(file, 'utf8');
    const filled = text.replace(/%([A-Z]+)%/g, (whole, place: string) => places[place] ?? whole);
    if (filled !== text) fs.writeFileSync(file, filled);
  }
}

/** The folder of a project's transcripts is named by the project's path. */
function placeTranscripts(home: string, project: string): void {
  const folder = path.join(home, '.claude', 'projects');
  if (!fs.existsSync(path.join(folder, 'SLUG'))) return;
  fs.renameSync(path.join(folder, 'SLUG'), path.join(folder, project.replace(/[^A-Za-z0-9]/g, '-')));
}

function readCase(root: string, places: Readonly<Record<string, string>>): FixtureCase {
  const file = path.join(root, 'case.json');
  if (!fs.existsSync(file)) return {};
  const text = fs.readFileSync(file, 'utf8').replace(/\$(PROJECT|HOME)\b/g, (_, name: string) => places[name] ?? '');
  return JSON.parse(text) as FixtureCase;
}

/** A file `gitignore` becomes the repository's `.gitignore`; under its own name it would work on the fixture itself. */
function makeRepository(project: string): void {
  const ignore = path.join(project, 'gitignore');
  if (fs.existsSync(ignore)) fs.renameSync(ignore, path.join(project, '.gitignore'));
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.test', ...args], { cwd: project });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '--allow-empty', '-m', 'start');
}

/** Findings as a person is shown them, without what differs from run to run. */
export function renderFindings(findings: readonly Finding[], root: string): string {
  const sourceOf = (file: string | undefined): string | undefined =>
    file !== undefined && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
  return findings
    .map(finding => {
      const evidence = (finding.evidence ?? []).map(line => `  | ${line}\n`).join('');
      return renderProblems([finding], sourceOf, createPainter(false)) + evidence;
    })
    .join('\n')
    .replaceAll(`${root}${path.sep}`, '')
    .replaceAll(root, '.')
    .replaceAll(process.execPath, 'node')
    .replaceAll(program, 'hooklaw.js')
    .replace(/\b\d+(?:\.\d+)? (ms|s)\b/g, 'N $1');
}
