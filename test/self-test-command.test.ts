// `hooklaw self-test` as it is typed: transcripts, consent, and that it leaves nothing behind but what it was told to write.
// UPDATE=1 writes test/self-test-transcripts.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { runCli } from '../src/shells/cli/main.ts';
import { cleanEnv, insideAgent, type ProcessResult, Sandbox } from './support/hook-process.ts';
import { expectTranscript, renderTranscript } from './support/transcript.ts';

/** Milliseconds; a hook is run some thirty times. */
const timeout = 60_000;

const folder = path.join(import.meta.dirname, 'self-test-transcripts');

const oldGuard = `#!/bin/sh
if grep -q 'git push --force'; then
  echo 'BLOCKED: no force pushes' >&2
  exit 1
fi
`;

const oldSettings = `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh" }]
      }
    ]
  }
}
`;

const newSettings = oldSettings
  .replace('$CLAUDE_PROJECT_DIR', '${CLAUDE_PROJECT_DIR:-.}')
  .replace('guard.sh" }', 'guard.sh", "onFailure": "block" }');

/** What a project holds. */
type Files = Readonly<Record<string, string>>;

const old: Files = { '.claude/hooks/guard.sh': oldGuard, '.claude/settings.json': oldSettings };
const mended: Files = {
  '.claude/hooks/guard.sh': oldGuard.replace('exit 1', 'exit 2'),
  '.claude/settings.json': newSettings,
};
const untested = `hooklaw: 1
rules:
  - id: no-force-push
    kind: policy
    tool: Bash
    when: input.command.contains('push --force')
    deny: Force-pushing is not allowed.
    instead: Push a new branch.
`;
const tested = `${untested}tests:
  - { name: a force push, event: { tool: Bash, input: { command: git push --force } }, expect: { deny: no-force-push } }
`;

const event = (command: string): string => JSON.stringify({ tool_name: 'Bash', tool_input: { command } });

interface Case {
  readonly id: string;
  readonly args: readonly string[];
  readonly files: Files;
  /** Files that it changes, or makes. */
  readonly writes?: readonly string[];
}

const judged = ['--client', '2.1.332'];
const cases: readonly Case[] = [
  { id: 'old-guard', args: ['--yes', ...judged], files: old },
  { id: 'old-guard-mended', args: ['--yes', ...judged], files: mended },
  { id: 'old-guard-json', args: ['--yes', '--format', 'json', ...judged], files: old },
  { id: 'old-guard-sarif', args: ['--yes', '--format', 'sarif', ...judged], files: old },
  { id: 'old-guard-github', args: ['--yes', '--format', 'github', ...judged], files: old },
  { id: 'old-client', args: ['--yes', '--client', '2.1.197'], files: mended },
  { id: 'no-run', args: ['--no-run', ...judged], files: old },
  { id: 'no-terminal', args: judged, files: old },
  { id: 'no-hooks', args: ['--yes', ...judged], files: {} },
  { id: 'law-without-hook', args: ['--yes', ...judged], files: { 'hooklaw.yaml': untested } },
  { id: 'dropped', args: ['--no-run', ...judged], files: { ...old, '.claude/settings.json': `${oldSettings},` } },
  {
    id: 'fix',
    args: ['--no-run', '--fix', '--yes', ...judged],
    files: old,
    writes: ['.claude/settings.json'],
  },
  { id: 'fix-not-agreed', args: ['--no-run', '--fix', ...judged], files: old },
  { id: 'fix-nothing', args: ['--no-run', '--fix', '--yes', ...judged], files: mended },
  {
    id: 'deny-event-passes',
    args: ['--yes', '--deny-event', 'publish.json', ...judged],
    files: { ...mended, 'publish.json': event('npm publish') },
  },
  {
    id: 'deny-event-denied',
    args: ['--yes', '--deny-event', 'force.json', ...judged],
    files: { ...mended, 'force.json': event('git push --force') },
  },
  {
    id: 'deny-event-unguarded',
    args: ['--no-run', '--deny-event', 'secret.json', ...judged],
    files: { ...mended, 'secret.json': JSON.stringify({ tool_name: 'Write', tool_input: { file_path: '/srv/.env' } }) },
  },
  { id: 'deny-event-missing', args: ['--yes', '--deny-event', 'nowhere.json', ...judged], files: mended },
  {
    id: 'deny-event-not-json',
    args: ['--yes', '--deny-event', 'event.json', ...judged],
    files: { ...mended, 'event.json': 'git push --force' },
  },
  {
    id: 'settings-file',
    args: ['--no-run', '--settings', 'more.json', ...judged],
    files: { 'more.json': oldSettings },
  },
  { id: 'settings-file-missing', args: ['--no-run', '--settings', 'more.json', ...judged], files: mended },
  { id: 'client-no-version', args: ['--client', 'latest'], files: old },
  { id: 'live-without-client', args: ['--yes', '--live'], files: old },
  { id: 'live-without-run', args: ['--no-run', '--live', ...judged], files: old },
];

interface Place {
  readonly sandbox: Sandbox;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ProcessResult>;
}

/** Gives a project with a home and a folder for temporary files of its own. */
async function inProject<T>(files: Files, use: (place: Place) => Promise<T>): Promise<T> {
  const sandbox = new Sandbox();
  try {
    for (const folder of ['shop', 'tmp']) fs.mkdirSync(path.join(sandbox.dir, folder));
    sandbox.write('shop/.git/HEAD', '');
    for (const [name, text] of Object.entries(files)) {
      fs.chmodSync(sandbox.write(`shop/${name}`, text), name.endsWith('.sh') ? 0o755 : 0o644);
    }
    const root = fs.realpathSync(sandbox.dir);
    const project = path.join(root, 'shop');
    const env = { ...cleanEnv(path.join(root, 'home')), TMPDIR: path.join(root, 'tmp') };
    const run: Place['run'] = (args, more) => sandbox.run(args, { cwd: project, env: { ...env, ...more } });
    return await use({ sandbox, project, env, run });
  } finally {
    sandbox.remove();
  }
}

/** Every file below a folder with its content. */
function snapshot(root: string): Map<string, string> {
  const names = fs.readdirSync(root, { recursive: true, encoding: 'utf8' });
  const isFile = (name: string): boolean => fs.lstatSync(path.join(root, name)).isFile();
  return new Map(names.map(name => [name, isFile(name) ? fs.readFileSync(path.join(root, name), 'utf8') : '(folder)']));
}

function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter(name => before.get(name) !== after.get(name)).sort();
}

describe('hooklaw self-test', () => {
  it('has a transcript for each case and no other', () => {
    const files = fs.readdirSync(folder).sort();
    if (process.env['UPDATE'] === undefined) expect(files).toEqual(cases.map(({ id }) => `${id}.txt`).sort());
  });

  const playable = cases.filter(({ args }) => !(insideAgent && args.includes('--fix')));

  it.each(playable.map(one => [one.id, one] as const))('%s', { timeout }, (id, { args, files, writes = [] }) =>
    inProject(files, async ({ sandbox, project, run }) => {
      const before = snapshot(sandbox.dir);
      const result = await run(['self-test', ...args], args.includes('--live') ? { PATH: '/nowhere' } : {});
      // The pages that SARIF carries along are compared elsewhere.
      const transcript = renderTranscript(['self-test', ...args], result, sandbox);
      expectTranscript(folder, id, transcript.replace(/"markdown": ".*"/g, '"markdown": "…"'));
      const written = writes.map(name => path.relative(fs.realpathSync(sandbox.dir), path.join(project, name)));
      expect(changed(before, snapshot(sandbox.dir))).toEqual(written);
    }),
  );
});

test.skipIf(insideAgent)('what --fix writes stands in the settings, and nothing more is to be mended then', () =>
  inProject(old, async ({ project, run }) => {
    const file = path.join(project, '.claude/settings.json');
    const args = ['self-test', '--no-run', '--fix', '--yes', ...judged];
    await run(args);
    const text = fs.readFileSync(file, 'utf8');
    expect(JSON.parse(text).hooks.PreToolUse[0].hooks[0].onFailure).toBe('block');
    expect((await run(args)).stderr).toContain('nothing here can be mended by itself');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  }),
);

test('an installed guard is proven without a trace in records, approvals and budgets', { timeout }, () =>
  inProject({ 'hooklaw.yaml': tested }, async ({ sandbox, run }) => {
    expect((await run(['init', '--yes'])).exit).toBe(0);
    const before = snapshot(sandbox.dir);
    const { exit, stdout } = await run(['self-test', '--yes', ...judged]);
    expect(stdout).toContain('1 of 1 deny rule denied through the installed hook');
    expect(exit).toBe(0);
    expect(changed(before, snapshot(sandbox.dir))).toEqual([]);
  }),
);

describe('asked before hooks are run', () => {
  const tells = oldGuard.replace('#!/bin/sh\n', '#!/bin/sh\n: > "$CLAUDE_PROJECT_DIR/was-run"\n');

  it.each([
    ['n', 3, false],
    ['', 3, false],
    ['yes', 1, true],
  ] as const)('the answer `%s` ends in %i', { timeout }, (text, code, run) =>
    inProject({ ...old, '.claude/hooks/guard.sh': tells }, async ({ project, env }) => {
      const asked: string[] = [];
      const marker = path.join(project, 'was-run');
      const exit = await runCli(['self-test', ...judged], {
        stdout: () => undefined,
        stderr: () => undefined,
        ask: question => {
          asked.push(fs.existsSync(marker) ? 'too late' : question);
          return Promise.resolve(text);
        },
        cwd: project,
        env,
        colour: false,
      });
      expect(asked).toEqual([expect.stringContaining('"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh')]);
      expect({ exit, wasRun: fs.existsSync(marker) }).toEqual({ exit: code, wasRun: run });
    }),
  );
});
