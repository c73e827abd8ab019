import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClientPlace } from '../../src/adapters/client/client-place.ts';
import { findHookSources } from '../../src/adapters/client/find-hook-sources.ts';
import { findMcpServers } from '../../src/adapters/client/find-mcp-servers.ts';

let dir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-')));
  fs.mkdirSync(at('project'), { recursive: true });
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const at = (...parts: string[]): string => path.join(dir, ...parts);

function write(name: string, content: unknown): void {
  fs.mkdirSync(path.dirname(at(name)), { recursive: true });
  fs.writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content));
}

function placeOf(more: Partial<ClientPlace> = {}): ClientPlace {
  const places = { projectDir: at('project'), home: at('home'), managedFolders: [at('managed')] };
  return { ...places, env: {}, platform: process.platform, ...more };
}

/** The sources as `scope file`, relative to the folder of the test. */
function sources(more: Partial<ClientPlace> = {}): string[] {
  return findHookSources(placeOf(more)).map(({ scope, file }) => `${scope} ${path.relative(dir, file)}`);
}

const withHooks = (name: string): string => `---\nname: ${name}\ndescription: d\nhooks:\n  PreToolUse: []\n---\ntext\n`;
const git = (...args: string[]): void => {
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
    cwd: at('project'),
    stdio: 'ignore',
  });
};

describe('the settings files that can hold hooks', () => {
  it('are the administrator’s, the user’s, the project’s, the local ones and the named ones', () => {
    write('managed/managed-settings.json', {});
    for (const name of ['20-b.json', '10-a.json', '.30.json', '40.txt'])
      write(`managed/managed-settings.d/${name}`, {});
    write('home/.claude/settings.json', {});
    write('home/.claude/settings.local.json', {});
    write('project/.claude/settings.local.json', {});
    write('project/.claude/settings.json', {});
    write('flag.json', {});
    expect(sources({ flagSettings: [at('flag.json'), at('gone.json')] })).toEqual([
      'managed managed/managed-settings.json',
      'managed managed/managed-settings.d/10-a.json',
      'managed managed/managed-settings.d/20-b.json',
      'user home/.claude/settings.json',
      'project project/.claude/settings.json',
      'local project/.claude/settings.local.json',
      'flag flag.json',
    ]);
  });

  it('lie elsewhere when the environment says so', () => {
    write('home/.claude/settings.json', {});
    write('config/settings.json', {});
    expect(sources({ env: { CLAUDE_CONFIG_DIR: at('config') } })).toEqual(['user config/settings.json']);
    expect(sources({ env: { CLAUDE_CONFIG_DIR: '' } })).toEqual(['user home/.claude/settings.json']);
    expect(sources({ projectDir: at('home') })).toEqual(['user home/.claude/settings.json']);
  });

  it('count only where the client is started, but for the local one of the repository’s main checkout', () => {
    git('init', '-q');
    write('project/file', '');
    git('add', 'file');
    git('commit', '-qm', 'x');
    write('project/.claude/settings.json', {});
    write('project/.claude/settings.local.json', {});
    write('project/sub/deep/.claude/settings.local.json', {});
    expect(sources({ projectDir: at('project/sub') })).toEqual(['local project/.claude/settings.local.json']);
    expect(sources({ projectDir: at('project/sub/deep') })).toEqual([
      'local project/sub/deep/.claude/settings.local.json',
      'local project/.claude/settings.local.json',
    ]);
    git('worktree', 'add', '-q', at('tree'));
    write('tree/.claude/settings.json', {});
    expect(sources({ projectDir: at('tree') })).toEqual([
      'project tree/.claude/settings.json',
      'local project/.claude/settings.local.json',
    ]);
  });

  it('may be links, and the folder of the project too', () => {
    write('elsewhere.json', '{"a":1}');
    fs.mkdirSync(at('project/.claude'));
    fs.symlinkSync('../../elsewhere.json', at('project/.claude/settings.json'));
    fs.symlinkSync(at('project'), at('link'));
    expect(findHookSources(placeOf({ projectDir: at('link') }))).toEqual([
      { scope: 'project', file: at('project/.claude/settings.json'), text: '{"a":1}' },
    ]);
  });

  it('that cannot be read are told', () => {
    fs.mkdirSync(at('project/.claude/settings.json'), { recursive: true });
    fs.symlinkSync('gone.json', at('project/.claude/settings.local.json'));
    write('home/.claude/settings.json', 'x'.repeat(5 * 1024 * 1024 + 1));
    expect(findHookSources(placeOf()).map(({ text, unreadable }) => text ?? unreadable)).toEqual([
      'it is larger than 5242880 bytes',
      'it is a folder',
      'it links to nothing',
    ]);
    fs.rmSync(at('project'), { recursive: true });
    expect(sources()).toEqual(['user home/.claude/settings.json']);
  });
});

describe('skills, commands and agents', () => {
  it('are sources when they have hooks', () => {
    write('home/.claude/skills/mine/SKILL.md', withHooks('mine'));
    write('home/.claude/skills/plain/SKILL.md', '---\nname: plain\n---\nhooks:\n');
    write('project/.claude/skills/ours/SKILL.md', withHooks('ours').replaceAll('\n', '\r\n'));
    write('project/.claude/skills/group/deeper/SKILL.md', withHooks('deeper'));
    write('project/.claude/commands/deep/run.md', withHooks('run'));
    write('project/.claude/agents/team/a.md', withHooks('a'));
    fs.mkdirSync(at('project/.claude/agents/broken.md'));
    const found = findHookSources(placeOf()).map(({ scope, file, owner }) => [scope, path.relative(dir, file), owner]);
    expect(found).toEqual([
      ['skill', 'home/.claude/skills/mine/SKILL.md', 'mine'],
      ['skill', 'project/.claude/skills/ours/SKILL.md', 'ours'],
      ['skill', 'project/.claude/commands/deep/run.md', 'run'],
      ['agent', 'project/.claude/agents/broken.md', 'broken'],
      ['agent', 'project/.claude/agents/team/a.md', 'a'],
    ]);
  });

  it('count upwards as far as the repository, or the home folder, goes', () => {
    for (const folder of ['', 'home/', 'home/work/', 'home/work/sub/'])
      write(`${folder}.claude/skills/s/SKILL.md`, withHooks('s'));
    const fromSub = (): string[] => sources({ projectDir: at('home/work/sub') });
    expect(fromSub()).toEqual([
      'skill home/.claude/skills/s/SKILL.md',
      'skill home/work/sub/.claude/skills/s/SKILL.md',
      'skill home/work/.claude/skills/s/SKILL.md',
    ]);
    fs.mkdirSync(at('home/work/sub/.git'));
    expect(fromSub()).toEqual([
      'skill home/.claude/skills/s/SKILL.md',
      'skill home/work/sub/.claude/skills/s/SKILL.md',
    ]);
  });

  it('of the main checkout count in a worktree that has no folder for their kind', () => {
    git('init', '-q');
    write('project/file', '');
    git('add', 'file');
    git('commit', '-qm', 'x');
    git('worktree', 'add', '-q', at('tree'));
    write('project/.claude/skills/s/SKILL.md', withHooks('s'));
    write('project/.claude/commands/c.md', withHooks('c'));
    write('tree/.claude/skills/t/SKILL.md', withHooks('t'));
    expect(sources({ projectDir: at('tree') })).toEqual([
      'skill tree/.claude/skills/t/SKILL.md',
      'skill project/.claude/commands/c.md',
    ]);
  });

  it('in a circle of links are read once each', () => {
    write('project/.claude/agents/a.md', withHooks('a'));
    fs.symlinkSync('.', at('project/.claude/agents/again'));
    expect(sources()).toEqual(['agent project/.claude/agents/a.md']);
  });
});

describe('a plugin', () => {
  const hooks = { PreToolUse: [] };

  /** A plugin of a marketplace that is a folder, and one that was fetched. */
  function install(enabled: Record<string, boolean>): void {
    write('home/.claude/settings.json', { enabledPlugins: enabled });
    write('home/.claude/plugins/known_marketplaces.json', {
      here: { source: { source: 'directory', path: at('market') }, installLocation: at('market') },
      far: { source: { source: 'github', repo: 'a/b' }, installLocation: at('home/.claude/plugins/marketplaces/far') },
    });
    const cached = (name: string): string => at('home/.claude/plugins/cache', name);
    write('home/.claude/plugins/installed_plugins.json', {
      version: 2,
      plugins: {
        'live@here': [{ scope: 'user', installPath: cached('stale') }],
        'guard@far': [
          { scope: 'project', projectPath: at('other'), installPath: cached('of-other') },
          { scope: 'user', installPath: cached('guard') },
        ],
        'out@here': [{ scope: 'user', installPath: at('outside') }],
      },
    });
    write('market/.claude-plugin/marketplace.json', {
      name: 'here',
      plugins: [
        { name: 'live', source: './live', hooks, mcpServers: { listed: {} } },
        { name: 'out', source: '../outside' },
      ],
    });
    for (const root of [
      'market/live',
      'home/.claude/plugins/cache/stale',
      'home/.claude/plugins/cache/guard',
      'outside',
    ])
      write(`${root}/hooks/hooks.json`, { hooks });
  }

  it('counts when the settings switch it on, from where it runs', () => {
    install({ 'live@here': true, 'guard@far': true, 'off@far': false, 'gone@far': true, nonsense: true });
    expect(findHookSources(placeOf()).filter(({ scope }) => scope === 'plugin')).toEqual([
      {
        scope: 'plugin',
        file: at('market/live/hooks/hooks.json'),
        text: JSON.stringify({ hooks }),
        owner: 'live@here',
        pluginRoot: at('market/live'),
      },
      expect.objectContaining({ file: at('market/.claude-plugin/marketplace.json'), owner: 'live@here' }),
      expect.objectContaining({ file: at('home/.claude/plugins/cache/guard/hooks/hooks.json'), owner: 'guard@far' }),
    ]);
  });

  it('can be switched off by a closer file, and the administrator has the last word', () => {
    install({ 'guard@far': true });
    const plugins = (): string[] => sources().filter(source => source.startsWith('plugin '));
    expect(plugins()).toHaveLength(1);
    write('project/.claude/settings.json', { enabledPlugins: { 'guard@far': false } });
    expect(plugins()).toEqual([]);
    write('managed/managed-settings.json', { enabledPlugins: { 'guard@far': true } });
    expect(plugins()).toHaveLength(1);
    write('managed/managed-settings.json', '{ // broken\n"enabledPlugins": { "guard@far": true } }');
    expect(plugins()).toEqual([]);
  });

  it('may name further files, hooks and skills in its manifest, none of them outside its folder', () => {
    install({ 'guard@far': true });
    const root = 'home/.claude/plugins/cache/guard';
    const named = ['./more.json', '../../../outside/hooks/hooks.json', './hooks/hooks.json', { hooks }];
    write(`${root}/.claude-plugin/plugin.json`, { name: 'guard', hooks: named, skills: './extra' });
    write(`${root}/more.json`, { hooks });
    write(`${root}/skills/s/SKILL.md`, withHooks('s'));
    write(`${root}/extra/e/SKILL.md`, withHooks('e'));
    write(`${root}/agents/a.md`, withHooks('a'));
    write(`${root}/commands/c.md`, withHooks('c'));
    const own = sources().filter(source => source.includes(root));
    expect(own).toEqual([
      `plugin ${root}/hooks/hooks.json`,
      `plugin ${root}/more.json`,
      `plugin ${root}/.claude-plugin/plugin.json`,
      `skill ${root}/skills/s/SKILL.md`,
      `skill ${root}/extra/e/SKILL.md`,
    ]);
  });

  it('can be a folder among the skills', () => {
    write('home/.claude/skills/guard/.claude-plugin/plugin.json', { name: 'guard' });
    write('home/.claude/skills/guard/hooks/hooks.json', { hooks });
    expect(sources()).toEqual(['plugin home/.claude/skills/guard/hooks/hooks.json']);
    write('home/.claude/settings.json', { enabledPlugins: { 'guard@skills-dir': false } });
    expect(sources()).toEqual(['user home/.claude/settings.json']);
  });

  it('brings MCP servers, beside those of the user and the project', () => {
    install({ 'live@here': true, 'guard@far': true });
    const root = 'home/.claude/plugins/cache/guard';
    write(`${root}/.mcp.json`, { 'my server.x': {} });
    write(`${root}/.claude-plugin/plugin.json`, { mcpServers: './servers.json' });
    write(`${root}/servers.json`, { mcpServers: { second: {} } });
    write('project/.git/HEAD', '');
    write('project/.mcp.json', { mcpServers: { 'root.srv': {} } });
    write('project/sub/.mcp.json', { mcpServers: { 'sub@srv': {} } });
    write('home/.claude.json', {
      mcpServers: { 'user srv': {} },
      projects: { [at('project')]: { mcpServers: { own: {} } }, [at('other')]: { mcpServers: { other: {} } } },
    });
    const found = findMcpServers(placeOf({ projectDir: at('project/sub') }));
    expect(found.map(({ toolPrefix, file }) => [toolPrefix, path.relative(dir, file)])).toEqual([
      ['mcp__sub_srv__', 'project/sub/.mcp.json'],
      ['mcp__root_srv__', 'project/.mcp.json'],
      ['mcp__user_srv__', 'home/.claude.json'],
      ['mcp__own__', 'home/.claude.json'],
      ['mcp__plugin_live_listed__', 'market/.claude-plugin/marketplace.json'],
      ['mcp__plugin_guard_my_server_x__', `${root}/.mcp.json`],
      ['mcp__plugin_guard_second__', `${root}/servers.json`],
    ]);
    expect(found.at(-2)?.name).toBe('plugin:guard:my server.x');
  });
});
