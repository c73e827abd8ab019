import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findOwnCommand } from '../src/adapters/own-command.ts';
import { defaultStateDir } from '../src/adapters/state-dir.ts';
import { planInstall } from '../src/core/settings/plan-install.ts';
import { starterLaw } from '../src/core/settings/starter-law.ts';
import { createDesk, type Desk, put } from './init-support.ts';

const events = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'SessionStart',
  'SessionEnd',
  'ConfigChange',
];
const asRoot = process.getuid?.() === 0;

let desk: Desk;

beforeEach(() => {
  desk = createDesk();
});

afterEach(() => desk.cleanUp());

function readSettings(file = desk.settings): { hooks: Record<string, { hooks: Record<string, unknown>[] }[]> } {
  return JSON.parse(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
}

async function init(...args: string[]): Promise<void> {
  expect(await desk.run(['init', '--yes', ...args])).toMatchObject({ code: 0, stderr: '' });
}

async function uninstall(...args: string[]): Promise<void> {
  expect(await desk.run(['uninstall', '--yes', ...args])).toMatchObject({ code: 0, stderr: '' });
}

describe('what init writes', () => {
  test('an entry in exec form with absolute paths for each event, and a block on failure for PreToolUse only', async () => {
    await init();
    const own = findOwnCommand();
    const stateDir = defaultStateDir(desk.project, { HOME: desk.home });
    const { hooks } = readSettings();
    expect(Object.keys(hooks)).toEqual(events);
    for (const event of events) {
      const entry = {
        type: 'command',
        command: own.command,
        args: [...own.prefixArgs, 'hook', event, '--law', desk.law, '--state-dir', stateDir],
        timeout: 15,
      };
      const expected = event === 'PreToolUse' ? { ...entry, onFailure: 'block' } : entry;
      expect(hooks[event]).toStrictEqual([{ hooks: [expected] }]);
    }
    for (const file of [own.command, ...own.prefixArgs, stateDir]) expect(path.isAbsolute(file)).toBe(true);
    expect(stateDir.startsWith(path.join(desk.home, '.local', 'state', 'hooklaw', 'shop-'))).toBe(true);
  });

  test('the starter law, but never over a law that is there', async () => {
    await init();
    expect(fs.readFileSync(desk.law, 'utf8')).toBe(starterLaw);
    const own = 'hooklaw: 1\nrules: [{ id: none, kind: policy, tool: X, deny: no }]\n';
    fs.writeFileSync(desk.law, own);
    await init();
    expect(fs.readFileSync(desk.law, 'utf8')).toBe(own);
  });

  test('the events that the law has rules on, beyond the usual ones', async () => {
    put(desk.law, 'hooklaw: 1\nrules: [{ id: a, kind: policy, on: UserPromptSubmit, deny: no }]\n');
    await init();
    const { hooks } = JSON.parse(fs.readFileSync(desk.settings, 'utf8')) as { hooks: Record<string, unknown> };
    expect(Object.keys(hooks)).toContain('UserPromptSubmit');
    expect(JSON.stringify(hooks['UserPromptSubmit'])).not.toContain('onFailure');
  });

  test.each([
    ['hooks that are switched off', '{"disableAllHooks": true}', '`disableAllHooks` is true'],
    [
      'an entry over which the client drops hooks',
      '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": "5"}]}]}}',
      'timeout',
    ],
    ['a comment', '{ // no\n}', 'a comment'],
  ])('a warning of %s in another settings file', async (_what, text, says) => {
    put(path.join(desk.project, '.claude', 'settings.json'), text);
    const { stderr } = await desk.run(['init', '--yes']);
    expect(stderr).toContain(says);
  });

  test('a broken law, with a word of warning', async () => {
    put(desk.law, 'hooklaw: 1\nrules: 5\n');
    const { stderr } = await desk.run(['init', '--yes']);
    expect(stderr).toContain('the law is broken');
    expect(stderr).toContain('hooklaw.yaml:2:8');
  });

  test('the law compiled ahead, so that the first call need not wait for it', async () => {
    await init();
    const stateDir = defaultStateDir(desk.project, { HOME: desk.home });
    expect(fs.readdirSync(path.join(stateDir, 'law'))).toHaveLength(1);
  });

  test('the diff, the backup and the next steps are told', async () => {
    put(desk.settings, '{}\n');
    const { stdout } = await desk.run(['init', '--yes']);
    expect(stdout).toContain(`+++ ${desk.settings}`);
    expect(stdout).toContain('+    "PreToolUse": [');
    expect(stdout).toContain(`backup: ${desk.settings}.hooklaw-backup`);
    expect(stdout).toContain("hooklaw try Bash command='git push --force'");
    expect(stdout).toContain('restart Claude Code');
    expect(stdout).not.toContain('\u001b[');
  });

  test('a coloured diff where the terminal has colours', async () => {
    const { stdout } = await desk.run(['init', '--dry-run'], { colour: true });
    expect(stdout).toContain('\u001b[32m+  "hooks": {');
  });

  test('JSON for programs', async () => {
    put(desk.settings, '{}');
    const { stdout } = await desk.run(['init', '--yes', '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'written',
      scope: 'local',
      settings: desk.settings,
      law: desk.law,
      starterLaw: true,
      backup: `${desk.settings}.hooklaw-backup`,
      warnings: [],
    });
  });
});

describe('scopes and places', () => {
  test('project: the shared settings file', async () => {
    await init('--scope', 'project');
    expect(Object.keys(readSettings(path.join(desk.project, '.claude', 'settings.json')).hooks)).toEqual(events);
    expect(fs.existsSync(desk.settings)).toBe(false);
  });

  test('user: no law and no state folder in the entry, the law in the configuration folder', async () => {
    await init('--scope', 'user');
    const { hooks } = readSettings(path.join(desk.home, '.claude', 'settings.json'));
    const { prefixArgs } = findOwnCommand();
    const args = hooks['PreToolUse']?.[0]?.hooks[0]?.['args'] as string[];
    expect(args.slice(0, -2)).toEqual([...prefixArgs, 'hook', 'PreToolUse']);
    expect(fs.existsSync(path.join(desk.home, '.config', 'hooklaw', 'law.yaml'))).toBe(true);
    expect(fs.existsSync(path.join(desk.home, '.local', 'state', 'hooklaw', 'install.json'))).toBe(true);
  });

  test('user: a word that no project can guess stands in every entry, stays at a second run, and goes with uninstall', async () => {
    const settings = path.join(desk.home, '.claude', 'settings.json');
    const words = (): unknown[] =>
      Object.values(readSettings(settings).hooks)
        .flat()
        .flatMap(({ hooks }) => hooks)
        .map(({ args }) => (args as string[]).slice(-2));
    put(settings, '{ "model": "opus" }');
    await init('--scope', 'user');
    const [first] = words() as [string, string][];
    expect(first).toEqual(['--entry', expect.stringMatching(/^[0-9a-f]{12}$/)]);
    expect(words()).toEqual(events.map(() => first));
    await init('--scope', 'user', '--law', '../law.yaml');
    expect(words()).toEqual(events.map(() => first));
    await uninstall('--scope', 'user');
    expect(fs.readFileSync(settings, 'utf8')).toBe('{ "model": "opus" }');
    await init('--scope', 'user');
    expect(words()[0]).not.toEqual(first);
  });

  test('user: entries of an earlier version get such a word; a word that somebody made up is replaced', async () => {
    const settings = path.join(desk.home, '.claude', 'settings.json');
    const { command, prefixArgs } = findOwnCommand();
    const args = [...prefixArgs, 'hook', 'PreToolUse'];
    for (const made of [[], ['--entry', 'me']]) {
      put(
        settings,
        JSON.stringify({
          hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, args: [...args, ...made] }] }] },
        }),
      );
      await init('--scope', 'user');
      const written = readSettings(settings).hooks['PreToolUse'];
      expect(written).toHaveLength(1);
      expect(written?.[0]?.hooks[0]?.['args']).toEqual([...args, '--entry', expect.stringMatching(/^[0-9a-f]{12}$/)]);
    }
  });

  test('user: CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME and XDG_STATE_HOME are honoured', async () => {
    const env = {
      CLAUDE_CONFIG_DIR: path.join(desk.home, 'claude'),
      XDG_CONFIG_HOME: path.join(desk.home, 'config'),
      XDG_STATE_HOME: path.join(desk.home, 'state'),
    };
    expect(await desk.run(['init', '--yes', '--scope', 'user'], { env })).toMatchObject({ code: 0 });
    for (const file of ['claude/settings.json', 'config/hooklaw/law.yaml', 'state/hooklaw/install.json']) {
      expect(fs.existsSync(path.join(desk.home, file))).toBe(true);
    }
  });

  test('relative --law and --state-dir become absolute', async () => {
    await init('--law', '../rules/law.yaml', '--state-dir', '../state');
    const args = readSettings().hooks['Stop']?.[0]?.hooks[0]?.['args'];
    expect(args).toEqual(
      expect.arrayContaining([path.resolve(desk.project, '../rules/law.yaml'), path.resolve(desk.project, '../state')]),
    );
  });

  test('the project is the nearest folder with .git or .claude, but the home folder for its .claude is none', async () => {
    const deep = path.join(desk.project, 'a', 'b');
    fs.mkdirSync(deep, { recursive: true });
    expect((await desk.run(['init', '--yes'], { cwd: deep })).code).toBe(0);
    expect(fs.existsSync(desk.settings)).toBe(true);
    const loose = path.join(desk.home, 'loose');
    fs.mkdirSync(loose);
    fs.mkdirSync(path.join(desk.home, '.claude'));
    expect((await desk.run(['init', '--yes'], { cwd: loose })).code).toBe(0);
    expect(fs.existsSync(path.join(loose, '.claude', 'settings.local.json'))).toBe(true);
  });

  test.each([
    ['local', 'shop/.claude/hooklaw.json', 'shop/hooklaw.yaml'],
    ['user', 'home/.config/hooklaw/law.yml', 'home/.config/hooklaw/law.yaml'],
  ])('%s: a law under another name is the law, and no second one is written', async (scope, there, second) => {
    const root = path.dirname(desk.home);
    put(path.join(root, there), '{}');
    const { stdout } = await desk.run(['init', '--yes', '--scope', scope, '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ law: path.join(root, there), starterLaw: false });
    expect(fs.existsSync(path.join(root, second))).toBe(false);
  });

  test('two laws of one project: init refuses, uninstall still works', async () => {
    await init();
    put(path.join(desk.project, 'hooklaw.json'), '{}');
    const before = desk.snapshot();
    expect(await desk.run(['init', '--yes'])).toMatchObject({ code: 3 });
    expect(desk.snapshot()).toEqual(before);
    await uninstall();
    expect(fs.existsSync(desk.settings)).toBe(false);
  });

  test('a state folder inside the project is refused', async () => {
    const before = desk.snapshot();
    expect(await desk.run(['init', '--yes', '--state-dir', 'state'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('lies inside the project'),
    });
    expect(desk.snapshot()).toEqual(before);
  });

  test('a project that does not exist is refused', async () => {
    expect((await desk.run(['init', '--yes', '--project', 'nowhere'])).code).toBe(3);
  });
});

describe('consent', () => {
  test('without a terminal and without --yes nothing is written, exit 1', async () => {
    const before = desk.snapshot();
    const { code, stdout, stderr } = await desk.run(['init']);
    expect(code).toBe(1);
    expect(stdout).toContain('+  "hooks": {');
    expect(stderr).toContain('--yes');
    expect(desk.snapshot()).toEqual(before);
  });

  test('the terminal is asked: no writes nothing, yes writes', async () => {
    const before = desk.snapshot();
    expect((await desk.run(['init'], { answer: 'n' })).code).toBe(1);
    expect((await desk.run(['init'], { answer: '' })).code).toBe(1);
    expect(desk.snapshot()).toEqual(before);
    expect((await desk.run(['init'], { answer: 'y' })).code).toBe(0);
    expect(Object.keys(readSettings().hooks)).toEqual(events);
  });

  test.each([['init'], ['uninstall']])('--dry-run of %s shows the difference and writes nothing', async command => {
    put(desk.settings, '{"a": 1}');
    if (command === 'uninstall') await init();
    const before = desk.snapshot();
    const { code, stdout } = await desk.run([command, '--dry-run', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('@@');
    expect(desk.snapshot()).toEqual(before);
  });

  test('an edit while the question stands is not written over', async () => {
    put(desk.settings, '{}');
    const answer = (): string => {
      fs.writeFileSync(desk.settings, '{"new": true}');
      return 'y';
    };
    expect(await desk.run(['init'], { answer })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('has changed in the meantime'),
    });
    expect(fs.readFileSync(desk.settings, 'utf8')).toBe('{"new": true}');
  });
});

describe('a second run', () => {
  test('changes no byte anywhere', async () => {
    put(desk.settings, '{\n\t"model": "opus"\n}');
    await init();
    const before = desk.snapshot();
    const { code, stdout } = await desk.run(['init']);
    expect({ code, diff: stdout.includes('@@') }).toEqual({ code: 0, diff: false });
    expect(desk.snapshot()).toEqual(before);
  });

  test('with another law updates the entries, and uninstall still restores the original', async () => {
    const original = '{ "model":"opus" ,\n  "env": {} }';
    put(desk.settings, original);
    await init();
    await init('--law', 'other.yaml');
    const { hooks } = readSettings();
    for (const event of events) expect(hooks[event]).toHaveLength(1);
    expect(hooks['Stop']?.[0]?.hooks[0]?.['args']).toContain(path.join(desk.project, 'other.yaml'));
    await uninstall();
    expect(fs.readFileSync(desk.settings, 'utf8')).toBe(original);
  });

  test('after an edit of the user keeps the first backup, and uninstall keeps the edit', async () => {
    put(desk.settings, '{\n  "a": 1\n}\n');
    await init();
    fs.writeFileSync(desk.settings, fs.readFileSync(desk.settings, 'utf8').replace('"a": 1', '"a": 2'));
    await init('--law', 'other.yaml');
    expect(fs.readFileSync(`${desk.settings}.hooklaw-backup`, 'utf8')).toBe('{\n  "a": 1\n}\n');
    await uninstall();
    expect(fs.readFileSync(desk.settings, 'utf8')).toBe('{\n  "a": 2\n}\n');
  });
});

const layouts = {
  'two spaces': '{\n  "model": "opus",\n  "env": { "A": "1" }\n}\n',
  'four spaces': '{\n    "model": "opus"\n}\n',
  tabs: '{\n\t"model": "opus",\n\t"x": [1,2,  3]\n}\n',
  CRLF: '{\r\n  "model": "opus"\r\n}\r\n',
  BOM: '\uFEFF{\n  "model": "opus"\n}\n',
  'no final newline': '{\n  "model": "opus"\n}',
  'one line': '{"model":"opus","env":{"A":"1"}}',
  'one line, spaced': '{"model": "opus", "env": {"A": "1"}}',
  'odd spacing': '{ "model"   :"opus"\n  , "b":[ ] }   \n\n',
  'an empty object': '{ }',
  'an empty file': '',
  'empty hooks': '{\n  "hooks": { },\n  "z": 1\n}\n',
  'an empty event': '{\n  "hooks": {\n    "PreToolUse": [\n    ]\n  }\n}\n',
};

describe.each(Object.entries(layouts))('layout: %s', (_name, original) => {
  test('init writes valid settings, and uninstall gives the bytes back', async () => {
    put(desk.settings, original);
    const before = desk.snapshot();
    await init();
    expect(Object.keys(readSettings().hooks)).toEqual(events);
    await uninstall();
    expect(fs.readFileSync(desk.settings, 'utf8')).toBe(original);
    fs.rmSync(desk.law);
    expect(desk.snapshot()).toMatchObject(before);
    expect(fs.existsSync(`${desk.settings}.hooklaw-backup`)).toBe(false);
  });
});

describe('uninstall', () => {
  test('removes a file and a folder that init made, and its own record', async () => {
    const before = desk.snapshot();
    put(desk.law, starterLaw);
    await init();
    await uninstall();
    fs.rmSync(desk.law);
    fs.rmSync(path.join(desk.home, '.local'), { recursive: true });
    expect(desk.snapshot()).toEqual(before);
  });

  test('takes the record and an otherwise empty state folder away', async () => {
    await init();
    const stateDir = defaultStateDir(desk.project, { HOME: desk.home });
    expect(fs.existsSync(path.join(stateDir, 'install.json'))).toBe(true);
    await uninstall();
    expect(fs.existsSync(stateDir)).toBe(false);
  });

  test('removes a file that init made and a formatter has laid out anew', async () => {
    await init();
    fs.writeFileSync(desk.settings, JSON.stringify(readSettings(), null, '\t'));
    await uninstall();
    expect(fs.existsSync(path.dirname(desk.settings))).toBe(false);
  });

  test('leaves a file that init made when something else is in it by now', async () => {
    await init();
    const text = fs.readFileSync(desk.settings, 'utf8');
    fs.writeFileSync(desk.settings, text.replace('{', '{\n  "model": "opus",'));
    await uninstall();
    expect(readSettings()).toEqual({ model: 'opus' });
  });

  test('keeps what the user has added in between, hooks included, and says where the backup is', async () => {
    const mine = '{"type": "command", "command": "./mine.sh"}';
    put(desk.settings, `{\n  "hooks": {\n    "Stop": [{"hooks": [${mine}]}]\n  }\n}\n`);
    await init();
    const edited = readSettings() as Record<string, unknown> & ReturnType<typeof readSettings>;
    edited.hooks['PreToolUse']?.push({ hooks: [{ type: 'command', command: './later.sh' }] });
    fs.writeFileSync(desk.settings, JSON.stringify({ added: 1, ...edited }, null, 4));
    const { code, stdout } = await desk.run(['uninstall', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain(`${desk.settings}.hooklaw-backup`);
    expect(fs.existsSync(`${desk.settings}.hooklaw-backup`)).toBe(true);
    expect(readSettings()).toEqual({
      added: 1,
      hooks: {
        Stop: [{ hooks: [{ type: 'command', command: './mine.sh' }] }],
        PreToolUse: [{ hooks: [{ type: 'command', command: './later.sh' }] }],
      },
    });
  });

  test('without its record removes only our entries', async () => {
    put(desk.settings, '{\n  "a": 1\n}\n');
    await init();
    fs.rmSync(path.join(desk.home, '.local'), { recursive: true });
    await uninstall();
    expect(fs.readFileSync(desk.settings, 'utf8')).toBe('{\n  "a": 1\n}\n');
  });

  test('does not restore from a backup that somebody has changed', async () => {
    put(desk.settings, '{\n  "a": 1\n}\n');
    await init();
    fs.writeFileSync(`${desk.settings}.hooklaw-backup`, '{ "permissions": { "allow": ["Bash"] } }');
    await uninstall();
    expect(fs.readFileSync(desk.settings, 'utf8')).toBe('{\n  "a": 1\n}\n');
  });

  test('finds the record in the state folder that the entries name', async () => {
    put(desk.settings, '{ }');
    await init('--state-dir', '../state');
    await uninstall();
    expect(fs.readFileSync(desk.settings, 'utf8')).toBe('{ }');
  });

  test('removes entries that were written by hand as well, whatever the backup holds', async () => {
    put(desk.settings, '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "hooklaw hook Stop"}]}]}}');
    await init();
    await uninstall();
    expect(readSettings()).toEqual({});
  });

  test('where nothing is wired says so, names the scope where it is, and changes nothing', async () => {
    await init('--scope', 'project');
    const before = desk.snapshot();
    const { code, stdout } = await desk.run(['uninstall', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('hooklaw is not wired in');
    expect(stdout).toContain('hooklaw uninstall --scope project');
    expect(desk.snapshot()).toEqual(before);
  });

  test('without a terminal and without --yes changes nothing, exit 1', async () => {
    await init();
    const before = desk.snapshot();
    expect((await desk.run(['uninstall'])).code).toBe(1);
    expect((await desk.run(['uninstall'], { answer: 'no' })).code).toBe(1);
    expect((await desk.run(['uninstall', '--format', 'json'], { answer: 'y' })).code).toBe(1);
    expect(desk.snapshot()).toEqual(before);
  });
});

describe('refused and left as they are', () => {
  test.each([
    ['a comment', '{\n  // mine\n  "a": 1\n}', ':2:3: a comment'],
    ['a trailing comma', '{\n  "a": 1,\n}', ':2:9: a trailing comma'],
    ['a repeated `hooks`', '{"hooks": {}, "hooks": {}}', ':1:15: the key `hooks` occurs twice'],
    ['a repeated event', '{"hooks": {"Stop": [],\n "Stop": []}}', ':2:2: the key `Stop` occurs twice'],
    ['a list at the top', '[]', ':1:1: the top level is not an object'],
    ['a truncated file', '{"a": 1', ':1:8: not valid JSON'],
    ['`hooks` as a list', '{"hooks": []}', ':1:11: `hooks` is not an object'],
    ['an event that is no list', '{"hooks": {"Stop": {}}}', ':1:20: `hooks.Stop` is not an array'],
    ['a group without hooks', '{"hooks": {"Stop": [{}]}}', ':1:21: `hooks.Stop[0].hooks` is not an array'],
    ['permissions as a list', '{"permissions": []}', ':1:17: `permissions` is not an object'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), ':1:1: the file is not UTF-8'],
  ])('%s', async (_name, text, message) => {
    put(desk.settings, '');
    fs.writeFileSync(desk.settings, text);
    const before = desk.snapshot();
    const { code, stderr } = await desk.run(['init', '--yes']);
    expect(code).toBe(3);
    expect(stderr).toContain(desk.settings + message);
    expect(stderr).toContain('help: ');
    expect(desk.snapshot()).toEqual(before);
  });

  test('by uninstall too', async () => {
    await init();
    fs.appendFileSync(desk.settings, '// note\n');
    const before = desk.snapshot();
    expect(await desk.run(['uninstall', '--yes'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('a comment'),
    });
    expect(desk.snapshot()).toEqual(before);
  });
});

describe('files and folders', () => {
  test('a symbolic link stays one: its target is written and restored', async () => {
    const real = path.join(desk.home, 'dotfiles', 'claude.json');
    put(real, '{ "a": 1 }\n');
    fs.mkdirSync(path.dirname(desk.settings));
    fs.symlinkSync(path.relative(path.dirname(desk.settings), real), desk.settings);
    await init();
    expect(fs.lstatSync(desk.settings).isSymbolicLink()).toBe(true);
    expect(Object.keys(readSettings(real).hooks)).toEqual(events);
    await uninstall();
    expect(fs.lstatSync(desk.settings).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(real, 'utf8')).toBe('{ "a": 1 }\n');
  });

  test('a planted link in the place of the backup is replaced, never followed', async () => {
    put(desk.settings, '{ "a": 1 }');
    const victim = path.join(desk.home, 'victim');
    put(victim, 'precious');
    fs.symlinkSync(victim, `${desk.settings}.hooklaw-backup`);
    await init();
    expect(fs.readFileSync(victim, 'utf8')).toBe('precious');
    expect(fs.readFileSync(`${desk.settings}.hooklaw-backup`, 'utf8')).toBe('{ "a": 1 }');
  });

  test.skipIf(process.platform === 'win32')('the mode is kept, and the backup is no more readable', async () => {
    put(desk.settings, '{}');
    fs.chmodSync(desk.settings, 0o600);
    await init();
    for (const file of [desk.settings, `${desk.settings}.hooklaw-backup`]) {
      expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    }
    await uninstall();
    expect(fs.statSync(desk.settings).mode & 0o777).toBe(0o600);
  });

  test('no temporary file is left', async () => {
    put(desk.settings, '{}');
    await init();
    await uninstall();
    expect(Object.keys(desk.snapshot()).filter(file => file.endsWith('.tmp'))).toEqual([]);
  });

  test('a place that cannot be written: exit 3 and nothing changed', async () => {
    put(path.join(desk.project, '.claude'), 'a file where the folder should be');
    const before = desk.snapshot();
    expect(await desk.run(['init', '--yes'])).toMatchObject({ code: 3, stderr: expect.stringContaining('cannot ') });
    expect(desk.snapshot()).toEqual(before);
  });

  test.skipIf(asRoot || process.platform === 'win32')('a read-only folder: exit 3 and nothing changed', async () => {
    put(desk.settings, '{}');
    const folder = path.dirname(desk.settings);
    fs.chmodSync(folder, 0o500);
    try {
      const before = desk.snapshot();
      expect(await desk.run(['init', '--yes'])).toMatchObject({ code: 3, stderr: expect.stringContaining('EACCES') });
      expect(desk.snapshot()).toEqual(before);
    } finally {
      fs.chmodSync(folder, 0o700);
    }
  });

  test('a failure after the settings are prepared leaves them alone', async () => {
    put(desk.settings, '{"a": 1}');
    put(path.join(desk.home, '.local'), 'a file where the folder should be');
    const before = desk.snapshot();
    expect((await desk.run(['init', '--yes'])).code).toBe(3);
    expect(desk.snapshot()).toEqual(before);
  });
});

describe('warnings', () => {
  test('hooks are switched off', async () => {
    put(desk.settings, '{"disableAllHooks": true}');
    const { stderr } = await desk.run(['init', '--yes']);
    expect(stderr).toContain('`disableAllHooks` is true');
  });

  test('git ignores the shared settings', async () => {
    fs.rmSync(path.join(desk.project, '.git'), { recursive: true });
    const { execa } = await import('execa');
    await execa('git', ['init', '--quiet'], { cwd: desk.project });
    put(path.join(desk.project, '.gitignore'), '.claude/\n');
    expect((await desk.run(['init', '--yes', '--scope', 'project'])).stderr).toContain('git ignores');
    expect((await desk.run(['init', '--yes', '--scope', 'local'])).stderr).not.toContain('git ignores');
  });
});

test('hooks.example.json is what init writes for its wiring', () => {
  const plan = planInstall(undefined, {
    command: '/usr/local/bin/hooklaw',
    prefixArgs: [],
    lawFile: '/home/you/project/hooklaw.yaml',
    stateDir: '/home/you/.local/state/hooklaw/project',
  });
  expect(plan.kind === 'planned' ? plan.text : plan).toBe(
    fs.readFileSync(path.join(import.meta.dirname, '..', 'hooks.example.json'), 'utf8'),
  );
});

test('any valid settings file: init keeps every entry, uninstall gives the exact bytes back', async () => {
  await fc.assert(
    fc.asyncProperty(settingsText(), async text => {
      put(desk.settings, text);
      await init();
      const before = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
      const { hooks: hooksAfter, ...restAfter } = readSettings();
      const { hooks: hooksBefore, ...restBefore } = before;
      expect(restAfter).toEqual(restBefore);
      for (const [event, groups] of Object.entries((hooksBefore ?? {}) as Record<string, unknown[]>)) {
        expect(hooksAfter[event]?.slice(0, groups.length)).toEqual(groups);
      }
      await uninstall();
      expect(fs.readFileSync(desk.settings, 'utf8')).toBe(text);
    }),
    { numRuns: 60 },
  );
});

function settingsText(): fc.Arbitrary<string> {
  const name = fc.constantFrom('a', 'b c', 'ü', '"quoted"', 'x\\y', '');
  const entry = fc.record(
    { type: fc.constant('command'), command: fc.constantFrom('./x.sh', 'echo hi'), timeout: fc.integer({ min: 1 }) },
    { requiredKeys: ['type', 'command'] },
  );
  const group = fc.record(
    { matcher: fc.string(), hooks: fc.array(entry, { maxLength: 3 }) },
    { requiredKeys: ['hooks'] },
  );
  const event = fc.constantFrom('PreToolUse', 'Stop', 'Notification', 'SessionEnd');
  const settings = fc.record(
    {
      model: fc.string(),
      env: fc.dictionary(name, fc.string()),
      hooks: fc.dictionary(event, fc.array(group, { maxLength: 3 })),
      extra: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: [] },
  );
  const layout = fc.record({
    indent: fc.constantFrom('', '  ', '    ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\uFEFF'),
    end: fc.constantFrom('', '\n', '\n\n'),
  });
  return fc
    .tuple(settings, layout)
    .map(
      ([value, { indent, eol, bom, end }]) => bom + (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
    );
}
