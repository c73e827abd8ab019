// What is said of settings as they stand. `code` is an error, `code?` a warning. What is said of guards without `onFailure` is left
// out of most rows, since it is right of nearly all of them.
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../src/core/json/json-value.ts';
import { isError } from '../src/core/problem/problem.ts';
import { findInCase, oneHook, type SettingsCase, viewCase } from './support/settings-view.ts';

function codesOf(given: SettingsCase, without: readonly string[] = ['settings/no-on-failure']): string[] {
  const found = findInCase(given).filter(({ code }) => !without.includes(code));
  const codes = found.map(finding => `${finding.code.replace('settings/', '')}${isError(finding) ? '' : '?'}`);
  return [...new Set(codes)].sort();
}

const guard = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh';
const entry = { type: 'command', command: guard, onFailure: 'block' } as const;
const group = { matcher: 'Bash', hooks: [entry] } as const;

describe('the file', () => {
  const rows: [string, JsonObject | string, string[], Partial<SettingsCase>?][] = [
    ['a good one', { hooks: { PreToolUse: [group] } }, []],
    ['an empty object', {}, []],
    ['nothing in it', '', ['syntax']],
    ['a comment', '{ /* x */ "hooks": {} }', ['syntax']],
    ['a line comment behind', '{ "hooks": {} } // x', ['syntax']],
    ['a trailing comma', '{ "hooks": {}, }', ['syntax']],
    ['single quotes', "{ 'hooks': {} }", ['syntax']],
    ['a missing brace', '{ "hooks": { "PreToolUse": [', ['syntax']],
    ['a byte order mark', `\uFEFF${JSON.stringify({ hooks: { PreToolUse: [group] } })}`, []],
    ['an array', '[]', ['dropped-hooks']],
    ['hooks as a list', '{"hooks":[{"event":"PreToolUse","command":"x"}]}', ['dropped-hooks']],
    ['the event as an object', { hooks: { PreToolUse: group } }, ['dropped-hooks']],
    ['a hook without its group', { hooks: { PreToolUse: [{ ...entry, matcher: 'Bash' }] } }, ['dropped-hooks']],
    ['hooks of a group as an object', { hooks: { PreToolUse: [{ hooks: entry }] } }, ['dropped-hooks']],
    ['a matcher that is a list', { hooks: { PreToolUse: [{ ...group, matcher: ['Bash'] }] } }, ['dropped-hooks']],
    ['a matcher that is an object', { hooks: { PreToolUse: [{ ...group, matcher: { x: 1 } }] } }, ['dropped-hooks']],
    ['a matcher that is null', { hooks: { PreToolUse: [{ ...group, matcher: null }] } }, ['dropped-hooks']],
    ['no type', oneHookOf({ command: guard }), ['dropped-hooks']],
    ['a type that is none', oneHookOf({ type: 'script', command: guard }), ['dropped-hooks']],
    ['no command', oneHookOf({ type: 'command', cmd: guard }), ['dropped-hooks', 'unknown-key?']],
    ['a prompt hook without a prompt', oneHookOf({ type: 'prompt' }), ['dropped-hooks']],
    ['an agent hook without a prompt', oneHookOf({ type: 'agent' }, 'Stop'), ['dropped-hooks']],
    ['a timeout in quotes', oneHookOf({ ...entry, timeout: '5' }), ['dropped-hooks']],
    ['a timeout of 0', oneHookOf({ ...entry, timeout: 0 }), ['dropped-hooks']],
    ['another word for onFailure', oneHookOf({ ...entry, onFailure: 'deny' }), ['dropped-hooks']],
    ['permissions as a list', { permissions: [], hooks: { PreToolUse: [group] } }, ['dropped-hooks']],
    ['a malformed rule', { permissions: { deny: ['Bash('] }, hooks: { PreToolUse: [group] } }, ['permission-rule?']],
    [
      'an event twice',
      '{"hooks":{"PreToolUse":[{"hooks":[]}],"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}',
      ['duplicate-key'],
    ],
    ['hooks twice', '{"hooks":{"Stop":[]},"hooks":{}}', ['duplicate-key']],
    ['another key twice', '{"model":"a","model":"b"}', ['duplicate-key?']],
    ['an event at the top', { PreToolUse: [group] }, ['misplaced-event']],
    ['a key like hooks', { hook: { PreToolUse: [group] } }, ['misplaced-event']],
    ['hooks in hooks', { hooks: { hooks: { PreToolUse: [group] } } }, ['misplaced-event']],
    ['something of another program', { mcpServers: { Stop: [] } }, []],
    ['another event at the top', { hooks: {}, Stop: [{ hooks: [entry] }] }, ['misplaced-event']],
  ];
  it.each(rows)('%s', (_name, settings, codes, more) => {
    expect(codesOf({ settings, ...more })).toEqual(codes);
  });

  function oneHookOf(hook: JsonObject, event = 'PreToolUse'): JsonObject {
    return { hooks: { [event]: [{ ...(event === 'PreToolUse' ? { matcher: 'Bash' } : {}), hooks: [hook] }] } };
  }

  it('names the place, what is lost, and the block as it should be', () => {
    const [found] = findInCase({ settings: { hooks: { PreToolUse: [{ type: 'command', command: 'guard.sh' }] } } });
    expect(found?.message).toContain('`hooks.PreToolUse[0]`');
    expect(found?.message).toContain('drops everything in this file');
    expect(found?.help).toContain('{ "hooks": [{ "type": "command", "command": "guard.sh" }] }');
  });

  it('says of a matcher that is a list how it is written', () => {
    const settings = { hooks: { PreToolUse: [{ ...group, matcher: ['Bash', 'Write'] }] } };
    const [found] = findInCase({ settings });
    expect(found?.message).toContain('`hooks.PreToolUse[0].matcher`');
    expect(found?.help).toContain('"matcher": "Bash|Write"');
    expect(found?.span?.start.line).toBe(5);
  });

  it('reports each fault of a file', () => {
    const bad = { matcher: 7, hooks: [{ type: 'command' }, { type: 'x' }] };
    expect(findInCase({ settings: { hooks: { PreToolUse: [bad] } } }).length).toBeGreaterThanOrEqual(3);
  });
});

describe('events', () => {
  it.each([
    ['pre_tool_use', 'PreToolUse'],
    ['pretooluse', 'PreToolUse'],
    ['preToolUse', 'PreToolUse'],
    ['PreTooluse', 'PreToolUse'],
    ['PRE-TOOL-USE', 'PreToolUse'],
    ['BeforeTool', 'PreToolUse'],
    ['PreToolUsed', 'PreToolUse'],
    ['onStop', 'Stop'],
    ['UserPromptsubmit', 'UserPromptSubmit'],
    ['user-prompt-submit', 'UserPromptSubmit'],
    ['SubAgentStop', 'SubagentStop'],
    ['session_start', 'SessionStart'],
  ])('%s is meant as %s', (event, meant) => {
    const found = findInCase({ settings: oneHook(guard, { event }) }).find(
      ({ code }) => code === 'settings/unknown-event',
    );
    expect(found?.suggestion).toBe(meant);
    expect(found?.fix?.change).toEqual({ kind: 'rename', key: meant });
  });

  it('offers no fix where the right name is taken', () => {
    const settings = { hooks: { preToolUse: [group], PreToolUse: [group] } };
    expect(findInCase({ settings }).map(({ fix }) => fix)).toEqual([undefined]);
  });

  it.each([
    ['PostCompact', null, ['newer-event?']],
    ['PostCompact', '2.1.197', ['newer-event?']],
    ['PostCompact', '2.1.332', []],
    ['PermissionRequest', null, ['newer-event?']],
    ['SessionStart', null, []],
    ['SomethingOfTheFuture', '2.1.332', ['newer-event?']],
  ] as const)('%s with client %s', (event, client, codes) => {
    expect(codesOf({ settings: oneHook('date', { event }), client })).toEqual(codes);
  });

  it("does not speak of events that only hooklaw's own hooks use", () => {
    const own = { type: 'command', command: 'hooklaw', args: ['hook', '--on', 'PermissionRequest'] };
    expect(codesOf({ settings: { hooks: { PermissionRequest: [{ hooks: [own] }] } }, client: null })).toEqual([]);
  });
});

describe('switches', () => {
  const hooks = { PreToolUse: [group] };
  it.each<[string, SettingsCase, string[]]>([
    ['disableAllHooks', { settings: { disableAllHooks: true, hooks } }, ['hooks-off']],
    ['disableAllHooks false', { settings: { disableAllHooks: false, hooks } }, []],
    ['disableAllHooks of the user', { settings: { hooks }, user: { disableAllHooks: true } }, ['hooks-off']],
    ['overruled by the project', { settings: { hooks, disableAllHooks: false }, user: { disableAllHooks: true } }, []],
    ['managed hooks only', { settings: { hooks }, managed: { allowManagedHooksOnly: true } }, ['hooks-off']],
    ['the same in a project', { settings: { hooks, allowManagedHooksOnly: true } }, []],
    ['simple mode', { settings: { hooks }, env: { CLAUDE_CODE_SIMPLE: '1' } }, ['hooks-off']],
    ['simple mode off', { settings: { hooks }, env: { CLAUDE_CODE_SIMPLE: '0' } }, []],
    ['plugins only', { settings: { hooks }, managed: { strictPluginOnlyCustomization: ['hooks'] } }, ['hooks-off']],
    ['a file that is not read', { settings: { hooks }, ignoredFiles: ['/p/.claude/hooks.json'] }, ['ignored-file?']],
  ])('%s', (_name, given, codes) => {
    expect(codesOf(given)).toEqual(codes);
  });

  it('are left to a person: who turns them over starts every hook of every file', () => {
    const [found] = findInCase({ settings: { disableAllHooks: true, hooks } });
    expect(found?.code).toBe('settings/hooks-off');
    expect(found?.fix).toBeUndefined();
  });
});

describe('env of settings', () => {
  it.each<[string, string, string[], string?]>([
    ['PATH', '/usr/bin:/bin', ['env-subverts?']],
    ['PATH', './bin:/usr/bin', ['env-subverts?']],
    ['NODE_OPTIONS', '--require ./x.cjs', ['env-subverts?']],
    ['NODE_OPTIONS', '--import=./x.mjs', ['env-subverts?']],
    ['NODE_OPTIONS', '--max-old-space-size=8192', []],
    ['LD_PRELOAD', '/tmp/x.so', ['env-subverts?']],
    ['DYLD_INSERT_LIBRARIES', '/tmp/x', ['env-subverts?']],
    ['PYTHONPATH', 'lib', ['env-subverts?']],
    ['PERL5OPT', '-Mx', ['env-subverts?']],
    ['BASH_ENV', 'x', ['env-subverts?']],
    ['HOOKLAW_STATE_DIR', '/tmp', ['env-subverts?']],
    ['CLAUDE_PROJECT_DIR', '/elsewhere', ['env-subverts?']],
    ['CLAUDE_CODE_SHELL_PREFIX', '/tmp/x', ['env-subverts']],
    ['CLAUDE_CODE_SIMPLE', '1', ['env-subverts?']],
    ['CLAUDE_CODE_SIMPLE', '1', ['env-subverts'], '2.1.197'],
    ['CLAUDE_CODE_SIMPLE', 'off', ['env-subverts?'], '2.1.197'],
    ['ANTHROPIC_MODEL', 'x', []],
    ['CLAUDE_CODE_ENABLE_TELEMETRY', '1', []],
    ['BASH_DEFAULT_TIMEOUT_MS', '1000', []],
    ['DATABASE_URL', 'postgres://x', []],
  ])('%s=%s', (name, value, codes, client = '2.1.332') => {
    const settings = { env: { [name]: value }, hooks: { PreToolUse: [group] } };
    const found = codesOf({ settings, client }, ['settings/no-on-failure', 'settings/idle-on-failure']);
    expect(found).toEqual(codes);
  });

  it('is nobody’s concern without hooks', () => {
    expect(codesOf({ settings: { env: { PATH: '/usr/bin' } } })).toEqual([]);
  });
});

describe('permission rules', () => {
  it.each([
    ['Bash(curl *| bash)', ['permission-rule?']],
    ['Bash(a && b)', ['permission-rule?']],
    ['Bash(a; b)', ['permission-rule?']],
    ['Bash(echo `x`)', ['permission-rule?']],
    ['Bash(npm run test:*)', []],
    ['Bash(git push *)', []],
    ['Read(./.env)', []],
    ['Edit(src/**/*.{ts,tsx})', []],
    ['WebFetch(domain:example.com)', []],
    ['mcp__github__*', []],
    ['Bash', []],
  ])('%s', (rule, codes) => {
    expect(codesOf({ settings: { permissions: { allow: [rule] }, hooks: { PreToolUse: [group] } } })).toEqual(codes);
  });

  const print = `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`;
  it.each<[string, JsonObject, string, string[]]>([
    ['auto-allow.sh beside ask', { ask: ['Bash(git push*)'] }, 'auto-allow.sh', ['overruled-allow?']],
    ['auto-approve.py beside deny', { deny: ['Bash(rm *)'] }, '/x/auto-approve.py', ['overruled-allow?']],
    ['a printed allow', { deny: ['Bash(rm *)'] }, `grep -q ok && ${print}`, ['overruled-allow?']],
    ['a rule of another tool', { ask: ['Write'] }, 'auto-allow.sh', []],
    ['an allow rule', { allow: ['Bash(git *)'] }, 'auto-allow.sh', []],
    ['a guard', { ask: ['Bash(git push*)'] }, 'guard.sh', []],
  ])('%s', (_name, permissions, command, codes) => {
    expect(codesOf({ settings: { permissions, ...oneHook(command, { matcher: 'Bash' }) } })).toEqual(codes);
  });
});

describe('keys', () => {
  const inGroup = (more: JsonObject): JsonObject => ({ hooks: { PreToolUse: [{ ...more, hooks: [entry] }] } });
  it.each<[string, JsonObject, string[], (string | undefined)?]>([
    ['matchers', inGroup({ matchers: 'Bash' }), ['unknown-key?'], 'matcher'],
    ['Matcher', inGroup({ Matcher: 'Bash' }), ['unknown-key?'], 'matcher'],
    ['mathcer', inGroup({ mathcer: 'Bash' }), ['unknown-key?'], 'matcher'],
    ['tools', inGroup({ tools: 'Bash' }), ['unknown-key?'], 'matcher'],
    ['a timeout of the group', inGroup({ matcher: 'Bash', timeout: 5 }), ['unknown-key?']],
    ['onFailure of the group', inGroup({ matcher: 'Bash', onFailure: 'block' }), ['idle-on-failure?']],
    ['a description', inGroup({ matcher: 'Bash', description: 'x' }), []],
    ['a comment', inGroup({ matcher: 'Bash', _comment: 'x' }), []],
    ['something of a tool', inGroup({ matcher: 'Bash', 'x-origin': 'y' }), []],
    ['onfailure', oneHook({ command: 'guard.sh', onfailure: 'block' }), ['unknown-key?'], 'onFailure'],
    ['on_failure', oneHook({ command: 'guard.sh', on_failure: 'block' }), ['unknown-key?'], 'onFailure'],
    ['failClosed', oneHook({ command: 'guard.sh', failClosed: true }), ['unknown-key?'], 'onFailure'],
    ['timeout_ms', oneHook({ command: 'guard.sh', timeout_ms: 5000 }), ['unknown-key?'], 'timeout'],
    ['timout', oneHook({ command: 'guard.sh', timout: 5 }), ['unknown-key?'], 'timeout'],
    ['a matcher in the hook', oneHook({ command: 'guard.sh', matcher: 'Bash' }), ['unknown-key?']],
    ['blocking', oneHook({ command: 'guard.sh', blocking: true }), ['unknown-key?']],
    ['a description of the hook', oneHook({ command: 'guard.sh', description: 'x' }), []],
    ['all known ones', oneHook({ command: 'guard.sh', timeout: 5, statusMessage: 'x', once: false }), []],
  ])('%s', (_name, settings, codes, suggestion) => {
    const found = findInCase({ settings }).find(({ code }) => code === 'settings/unknown-key');
    expect(codesOf({ settings })).toEqual(codes);
    expect(found?.suggestion).toBe(suggestion);
  });
});

describe('what failures do', () => {
  const only = (given: SettingsCase): string[] =>
    codesOf(given, []).filter(code => /on-failure|async|timeout/.test(code));
  it.each<[string, JsonObject, string[], Partial<SettingsCase>?]>([
    ['a guard without', oneHook(guard), ['no-on-failure?']],
    ['a guard with', oneHook({ command: guard, onFailure: 'block' }), []],
    ['a guard that goes on, as it says', oneHook({ command: guard, onFailure: 'continue' }), []],
    ['an old client', oneHook({ command: guard, onFailure: 'block' }), ['idle-on-failure?'], { client: '2.1.197' }],
    ['no client', oneHook({ command: guard, onFailure: 'block' }), [], { client: null }],
    ['async', oneHook({ command: guard, onFailure: 'block', async: true }), ['async-guard?', 'idle-on-failure?']],
    ['an async logger', oneHook({ command: 'cat >> "$HOME"/log.jsonl', async: true }), []],
    ['Stop', oneHook({ command: guard, onFailure: 'block' }, { event: 'Stop' }), ['idle-on-failure?']],
    ['PostToolUse', oneHook({ command: guard, onFailure: 'block' }, { event: 'PostToolUse' }), ['idle-on-failure?']],
    ['a logger', oneHook('jq -c . >> "$HOME"/calls.jsonl'), []],
    ['a formatter', oneHook('npx prettier --write .', { event: 'PostToolUse' }), []],
    ['a notification', oneHook('notify-send hi', { event: 'Notification' }), []],
    ['a plain denial', oneHook("echo 'no' >&2; exit 2"), []],
    ['seconds', oneHook({ command: guard, onFailure: 'block', timeout: 600 }), []],
    ['milliseconds', oneHook({ command: guard, onFailure: 'block', timeout: 5000 }), ['timeout-unit?']],
    ['601 seconds of a guard', oneHook({ command: guard, onFailure: 'block', timeout: 601 }), ['timeout-unit?']],
    ['minutes at the end', oneHook({ command: 'date', timeout: 1800 }, { event: 'Stop' }), []],
    ['hours at the end', oneHook({ command: 'date', timeout: 10_800 }, { event: 'Stop' }), ['timeout-unit?']],
    ['milliseconds at the end', oneHook({ command: 'date', timeout: 5000 }, { event: 'Stop' }), ['timeout-unit?']],
    ['at the top', { onFailure: 'block', ...oneHook(guard) }, ['idle-on-failure?', 'no-on-failure?']],
  ])('%s', (_name, settings, codes, more) => {
    expect(only({ settings, ...more })).toEqual(codes);
  });

  it('can be mended', () => {
    const found = findInCase({ settings: oneHook(guard) }).find(({ code }) => code === 'settings/no-on-failure');
    expect(found?.fix).toMatchObject({ path: ['hooks', 'PreToolUse', 0, 'hooks', 0, 'onFailure'] });
  });

  it.each([
    ['PreToolUse', 5000, 5],
    ['PreToolUse', 2000, 2],
    ['PreToolUse', 1000, undefined],
    ['PreToolUse', 4500, undefined],
    ['Stop', 5000, undefined],
    ['PostToolUse', 5000, undefined],
    ['SessionStart', 60_000, undefined],
  ])('mends a timeout only where milliseconds are likely and something waits: %s %s', (event, timeout, seconds) => {
    const settings = oneHook({ command: guard, onFailure: 'block', timeout }, { event });
    const found = findInCase({ settings }).find(({ code }) => code === 'settings/timeout-unit');
    expect(found).toBeDefined();
    expect(found?.fix?.change).toEqual(seconds === undefined ? undefined : { kind: 'set', value: seconds });
  });

  it('says what a missing script does', () => {
    const messages = [guard, `python3 ${guard}`].map(
      command =>
        findInCase({ settings: oneHook(command) }).find(({ code }) => code === 'settings/no-on-failure')?.message,
    );
    expect(messages[0]).toContain('every call runs');
    expect(messages[1]).toContain('blocks every call');
  });

  it('leaves the files of plugins alone', () => {
    const found = findInCase({ settings: oneHook(guard), scope: 'plugin', pluginRoot: '/plugin' });
    expect(found.map(({ fix }) => fix).filter(fix => fix !== undefined)).toEqual([]);
  });
});

describe('matchers of tools', () => {
  const never = 'matcher-never';
  const unknown = 'matcher-unknown?';
  const wide = 'matcher-too-wide?';
  const rows: [string | undefined, string[], Partial<SettingsCase>?][] = [
    [undefined, []],
    ['', []],
    ['*', []],
    ['.*', []],
    ['Bash', []],
    ['Edit|Write|NotebookEdit', []],
    ['Edit | Write | NotebookEdit', []],
    ['Task', []],
    ['Task|Agent', []],
    ['MultiEdit', [never]],
    ['MultiEdit|NotebookRead', [never]],
    ['^Multi', [never]],
    ['TaskOutput', [never]],
    ['TaskOutput', [], { client: '2.1.197' }],
    ['Edit|Write|MultiEdit', []],
    ['MultiEdit|Shell', [unknown]],
    ['KillShell', []],
    ['/Bash/', [never]],
    ['/bash/i', [never]],
    ['"Bash"', [never]],
    ['Bash\n', [never]],
    ['tool:Bash', [never]],
    ['\uFEFFBash', [never]],
    ['/Bash/|Write', [wide]],
    ['Bashh', [unknown]],
    ['^Bash$', []],
    ['^(Bash|Write)$', []],
    ['Bash.*', []],
    ['Notebook.*', []],
    ['.*Edit.*', []],
    ['^(?!Read).*', []],
    ['Web(Fetch|Search)', []],
    ['mcp__.*', []],
    ['mcp__.*__.*', []],
    ['mcp__github__.*', []],
    ['mcp__github__create_issue', []],
    ['mcp__brave-search__.*', []],
    ['mcp__brave-search__search', []],
    ['mcp__.*__slack_send_message', []],
    ['Bash|mcp__.*', []],
    ['^mcp__db__', []],
    ['mcp__(github|gitlab)__.*', []],
    ['bash', [never]],
    ['BASH', [never]],
    ['Bash|write', [never]],
    ['Write|write|NotebookEdit|Edit', []],
    ['edit|write', [never]],
    ['^bash$', [never]],
    ['bash.*', [never]],
    ['Bash(rm *)', [never]],
    ['Bash(npm run test:*)', [never]],
    ['Edit(src/**)', [never]],
    ['Write(*.ts)', [never]],
    ['Bash(git push:*)|Bash(rm:*)', [never]],
    ['mcp__github', [never]],
    ['mcp__brave-search', [never, 'matcher-version?']],
    ['mcp__github__', [never]],
    ['*Edit', [never]],
    ['(Bash', [never]],
    ['[Bash', [never]],
    ['Edit Write', [never]],
    ['Edit;Write', [never]],
    ['Edit/Write', [never]],
    ['Edit&Write', [never]],
    ['Edits', [unknown]],
    ['NotebookEdt', [unknown]],
    ['slack_send_message', [unknown]],
    ['Shell', [unknown]],
    ['slack_.*', [unknown]],
    ['Edit|Write|NotebookEdit|', [unknown]],
    ['github', [never], { mcpServers: ['github'] }],
    ['Edit.*', [wide]],
    ['(Edit|Write)', [wide]],
    ['Edit$', [wide]],
    ['rit.', [wide]],
    ['Edit*', [wide]],
    ['B*', [wide]],
    ['mcp__db__*', [wide]],
    ['mcp__github*', [wide]],
    ['Bash.*|', [wide]],
    ['mcp__git.*', [wide], { mcpServers: ['git', 'github'] }],
    ['mcp__git__.*', [], { mcpServers: ['git', 'github'] }],
    ['mcp__*', []],
    ['Bash, Read', ['matcher-version?']],
    ['Bash, Read', [], { scope: 'user' }],
    ['Bash, Read', ['matcher-version?'], { scope: 'user', client: null }],
    ['Bash, Read', ['matcher-never', 'matcher-version?'], { client: '2.1.190' }],
  ];
  it.each(rows)('%j', (matcher, codes, more) => {
    const settings = oneHook({ command: guard, onFailure: 'block' }, matcher === undefined ? {} : { matcher });
    expect(codesOf({ settings, ...more }, ['settings/tool-gap', 'settings/idle-on-failure'])).toEqual(codes);
  });

  it.each([
    ['bash', 'Bash'],
    ['Bash|write', 'Bash|Write'],
    ['mcp__github', 'mcp__github__.*'],
    ['Edit Write', 'Edit|Write'],
    ['Edit/Write', 'Edit|Write'],
    ['*Edit', '.*Edit'],
    ['/Bash|Write/', 'Bash|Write'],
    ['"Bash"', 'Bash'],
  ])('%s is better written as %s', (matcher, better) => {
    const [found] = findInCase({ settings: oneHook({ command: guard, onFailure: 'block' }, { matcher }) });
    expect(found?.suggestion).toBe(better);
    expect(found?.fix?.change).toEqual({ kind: 'set', value: better });
  });

  it.each(['Bashh', 'Shell', 'slack_send_message'])('%s is not said to fire never', matcher => {
    const [found] = findInCase({ settings: oneHook({ command: guard, onFailure: 'block' }, { matcher }) });
    expect(found?.message).not.toContain('never');
    expect(found?.fix).toBeUndefined();
  });

  it('says of a tool that it is gone', () => {
    const [found] = findInCase({
      settings: oneHook({ command: guard, onFailure: 'block' }, { matcher: 'MultiEdit|BashOutput' }),
    });
    expect(found?.message).toBe('the client no longer has the tools `MultiEdit`, `BashOutput`, so this never fires');
  });

  it.each([
    ['Edit.*', '^Edit$', ['`Edit`', '`NotebookEdit`']],
    ['mcp__db__*', '^mcp__db__', ['`mcp__db__…`', '`mcp__db_admin__…`']],
    ['(Edit|Write)', 'Edit|Write', ['`TodoWrite`', '`NotebookEdit`']],
  ])('%s: says what it takes, and that %s is meant', (matcher, better, names) => {
    const found = findInCase({
      settings: oneHook({ command: guard, onFailure: 'block' }, { matcher }),
      mcpServers: ['db', 'db_admin'],
    }).find(({ code }) => code === 'settings/matcher-too-wide');
    for (const name of names) expect(found?.message).toContain(name);
    expect(found?.help).toContain(`\`${better}\``);
  });
});

describe('matchers of other events', () => {
  it.each([
    ['UserPromptSubmit', 'Bash', ['idle-matcher?']],
    ['Stop', 'Bash', ['idle-matcher?']],
    ['UserPromptSubmit', '', []],
    ['Stop', '*', []],
    ['SessionStart', 'startup', []],
    ['SessionStart', 'startup|resume', []],
    ['SessionStart', 'start', ['matcher-unknown?']],
    ['SessionStart', 'Bash', ['matcher-unknown?']],
    ['PreCompact', 'manual', []],
    ['PreCompact', 'Manual', ['matcher-unknown?']],
    ['Notification', 'permission_prompt', []],
    ['Notification', 'Bash', ['matcher-unknown?']],
    ['SubagentStop', 'reviewer', []],
    ['PostToolUse', 'write', ['matcher-never']],
    ['PostToolUse', 'Write', []],
  ])('%s %s', (event, matcher, codes) => {
    expect(codesOf({ settings: oneHook('date', { event, matcher }) })).toEqual(codes);
  });
});

describe('tools that are left out', () => {
  const gaps = (settings: JsonObject, more: Partial<SettingsCase> = {}): string[] =>
    findInCase({ settings, ...more })
      .filter(({ code }) => code === 'settings/tool-gap')
      .map(({ message }) => /leaves out `(\w+)`/.exec(message)?.[1] ?? '');
  it.each<[string, JsonObject, string[], Partial<SettingsCase>?]>([
    ['Write|Edit', oneHook(guard, { matcher: 'Write|Edit' }), ['NotebookEdit']],
    ['Edit|MultiEdit|Write', oneHook(guard, { matcher: 'Edit|MultiEdit|Write' }), ['NotebookEdit']],
    ['with NotebookEdit', oneHook(guard, { matcher: 'Write|Edit|NotebookEdit' }), []],
    ['.*Edit|Write', oneHook(guard, { matcher: '.*Edit|Write' }), []],
    ['everything', oneHook(guard), []],
    ['Bash', oneHook(guard, { matcher: 'Bash' }), []],
    ['Bash on Windows', oneHook(guard, { matcher: 'Bash' }), ['PowerShell'], { platform: 'win32' }],
    ['Read of secrets', oneHook('protect-secrets.js', { matcher: 'Read|Bash' }), ['Grep']],
    ['Read of something else', oneHook('count-guard.js', { matcher: 'Read' }), []],
    ['Read and Grep', oneHook('protect-secrets.js', { matcher: 'Read|Grep' }), []],
    ['a formatter', oneHook('prettier --write', { matcher: 'Write|Edit', event: 'PostToolUse' }), []],
    ['a logger', oneHook('jq -c . >> x.jsonl', { matcher: 'Write|Edit' }), []],
    [
      'covered by another group',
      {
        hooks: {
          PreToolUse: [
            { matcher: 'Write|Edit', hooks: [entry] },
            { matcher: 'NotebookEdit', hooks: [entry] },
          ],
        },
      },
      [],
    ],
  ])('%s', (_name, settings, tools, more) => {
    expect(gaps(settings, more)).toEqual(tools);
  });
});

describe('if', () => {
  const rows: [string, string, string[]][] = [
    ['Bash', 'Bash(rm *)', ['if-hole?']],
    ['Bash', 'Bash(git push:*)', ['if-hole?']],
    ['Bash', 'Bash', []],
    ['Bash', 'Bash(*)', []],
    ['Edit', 'Edit(*.ts)', []],
    ['Task', 'Agent', []],
    ['Bash', 'Bash(rm *) || Bash(git push *)', ['if-never']],
    ['Bash', 'Bash(rm *) | Bash(dd *)', ['if-never']],
    ['Bash', 'Bash(rm *)|Bash(dd *)', ['if-never']],
    ['Bash', 'Bash(rm *), Bash(dd *)', ['if-never']],
    ['Bash', 'Bash(rm *) && Bash(dd *)', ['if-never']],
    ['Bash', 'Bash(rm *) or Bash(dd *)', ['if-never']],
    ['Bash', '!Bash(ls *)', ['if-never']],
    ['Bash', 'tool_input.command contains rm', ['if-never']],
    ['Bash', 'Bash(rm *', ['if-never']],
    ['Bash', 'bash(rm *)', ['if-never']],
    ['Bash', 'Write(*.ts)', ['if-never']],
    ['Write', 'Bash(rm *)', ['if-never']],
    ['mcp__.*', 'mcp__github__*', ['if-never']],
    ['mcp__.*', 'mcp__github', ['if-never']],
    ['mcp__.*', 'mcp__github__create_issue', []],
  ];
  it.each(rows)('%s with %s', (matcher, rule, codes) => {
    const settings = oneHook({ command: guard, onFailure: 'block', if: rule }, { matcher });
    expect(codesOf({ settings })).toEqual(codes);
  });

  it.each(['UserPromptSubmit', 'Stop', 'SessionStart'])('never fires on %s', event => {
    expect(codesOf({ settings: oneHook({ command: 'date', if: 'Bash(rm *)' }, { event }) })).toEqual(['if-never']);
  });

  it.each([
    ["echo 'use pnpm' >&2; exit 2", true],
    ['printf \'%s\' \'{"hookSpecificOutput":{"permissionDecision":"deny"}}\'; exit 0', true],
    ['cat >/dev/null; exit 2', false],
    ['guard.sh', false],
    ['grep -q x && exit 2; exit 0', false],
  ])('%s leaves the decision to it: %s', (command, alone) => {
    const settings = oneHook({ command, if: 'Bash(npx vitest *)' }, { matcher: 'Bash' });
    expect(codesOf({ settings }).includes('if-decides?')).toBe(alone);
  });
});

describe('commands', () => {
  const X = '$CLAUDE_PROJECT_DIR';
  const rows: [string, string[], Partial<SettingsCase>?][] = [
    [guard, []],
    [`"${X}/.claude/hooks/guard.sh"`, []],
    ['"${CLAUDE_PROJECT_DIR}"/guard.sh', []],
    ['"${CLAUDE_PROJECT_DIR:-.}"/guard.sh', []],
    ['~/guard.sh', []],
    ['"$HOME"/guard.sh', []],
    ['/opt/guard/guard.sh', []],
    ['guard.sh', []],
    [`cd "${X}" && ./guard.sh`, []],
    [`bash -c '"${X}"/guard.sh'`, []],
    [`DIR="${X}"; "$DIR"/guard.sh`, []],
    [`${X}/guard.sh`, ['unquoted-variable?']],
    ['${CLAUDE_PROJECT_DIR}/guard.sh', ['unquoted-variable?']],
    ['node ${CLAUDE_PROJECT_DIR:-.}/guard.cjs', ['unquoted-variable?']],
    [`bash -c '${X}/guard.sh'`, ['unquoted-variable?']],
    [`bash -c "${X}/guard.sh"`, ['unquoted-variable?']],
    [`eval '${X}/guard.sh'`, ['unquoted-variable?']],
    ['$HOME/guard.sh', ['unquoted-variable?']],
    [`[ -x "${X}"/guard.sh ] && ${X}/guard.sh`, ['unquoted-variable?']],
    [`cd ${X} && ./guard.sh`, ['unquoted-variable?']],
    ['$(git rev-parse --show-toplevel)/guard.sh', ['unquoted-variable?']],
    ['"$(git rev-parse --show-toplevel)"/guard.sh', []],
    ['GUARD_MODE=$MODE guard.sh', []],
    ['"~/guard.sh"', ['dead-path']],
    ["'~/guard.sh'", ['dead-path']],
    ['python3 "~/guard.py"', ['dead-path']],
    ['grep -q "~/.ssh" && exit 2; exit 0', []],
    ['python "%CLAUDE_PROJECT_DIR%/guard.py"', ['dead-path']],
    ['node "$env:CLAUDE_PROJECT_DIR/guard.js"', ['dead-path']],
    ['C:\\tools\\guard.exe', ['dead-path']],
    ['C:/tools/guard.exe', []],
    ['"/opt/My\\ Guard/guard"', []],
    ['/opt/My\\ Guard/guard', []],
    [`'${X}/guard.sh'`, ['dead-path']],
    [`python3 '${X}/guard.py'`, ['dead-path']],
    ['"${CLAUDE_PLUGIN_ROOT}"/guard.sh', ['plugin-root']],
    ['"$CLAUDE_PLUGIN_ROOT"/guard.sh', ['plugin-root']],
    ['"${CLAUDE_PLUGIN_ROOT}"/guard.sh', [], { scope: 'plugin', pluginRoot: '/plugin' }],
    ['${CLAUDE_PLUGIN_ROOT}/guard.sh', ['unquoted-variable?'], { scope: 'plugin', pluginRoot: '/plugin' }],
    ['./guard.sh', ['relative-path?']],
    ['.claude/hooks/guard.sh', ['relative-path?']],
    ['python3 .claude/hooks/guard.py', ['relative-path?']],
    ['bash guard.sh', ['relative-path?']],
    ['node scripts/guard.mjs', ['relative-path?']],
    ['"$PWD"/guard.sh', ['relative-path?']],
    ['cd sub && ./guard.sh', ['relative-path?']],
    ['uv run hooks/guard.py', ['relative-path?']],
    ['npx guard', []],
    ['bash /x/guard.sh', ['missing-file?'], { platform: 'win32' }],
    ['bash ~/g.sh <<< "$PAYLOAD"', ['bash-syntax?', 'input-variable']],
    ['[[ -f /x ]] && exit 2; cat', ['bash-syntax?']],
    ['diff <(guard.sh) /x', ['bash-syntax?']],
    ['set -euo pipefail; jq . | guard.sh', ['bash-syntax?']],
    ["bash -c '[[ -f /x ]] && exit 2; cat'", []],
    ['[ -f /x ] && exit 2; cat', []],
    ['if [ "$(jq -r .x)" = y ]; then exit 2; fi', []],
    [`echo "$CLAUDE_TOOL_INPUT" | grep -q 'rm -rf' && exit 2; exit 0`, ['input-variable']],
    [`case "$CLAUDE_TOOL_NAME" in Bash) exit 2;; esac`, ['input-variable']],
    [`if echo "$INPUT" | jq -e .x >/dev/null; then exit 2; fi`, ['input-variable']],
    ['INPUT=$(cat); if printf "%s" "$INPUT" | grep -q x; then exit 2; fi', []],
    ['INPUT=$(cat); echo "$INPUT" | real-guard', ['echo-escapes?']],
    ['read -r EVENT; echo "$EVENT" | jq -e .x && exit 2', ['echo-escapes?']],
    ['bash -c \'INPUT=$(cat); echo "$INPUT" | jq -e .x && exit 2; exit 0\'', []],
    [`C=$(jq -r .tool_input.command); printf '%s' "$C" | grep -q rm && exit 2; exit 0`, []],
    ["echo 'blocked' && exit 1", ['hook/exit-1']],
    ['exit 1', ['hook/exit-1']],
    ['echo blocked >&2; false', ['hook/exit-1']],
    ["sh -c 'echo no; exit 3'", ['hook/exit-1']],
    ['if grep -q rm; then echo blocked >&2; exit 1; fi', ['hook/exit-1?']],
    ["grep -q npm && { echo 'use pnpm' >&2; exit 1; }; exit 0", ['hook/exit-1?']],
    ["python3 -c 'import sys; sys.exit(1)'", ['hook/exit-1?']],
    ["python3 -c 'import sys; sys.exit(2)'", []],
    ['if grep -q rm; then echo blocked >&2; exit 2; fi; exit 1', []],
    ['if grep -q rm; then echo blocked >&2; exit 2; fi', []],
    [`${guard} || true`, ['swallowed-exit?']],
    [`${guard}; exit 0`, ['swallowed-exit?']],
    [`${guard} | tee /tmp/log`, ['swallowed-exit?']],
    [`${guard} &`, ['swallowed-exit?']],
    [`${guard} || exit 0`, ['swallowed-exit?']],
    [`${guard} || exit 2`, []],
    [`"${X}"/notify.sh || true`, []],
    ['grep -q rm && exit 2 || true', []],
    ['cat >/dev/null; exit 0', []],
  ];
  it.each(rows)('%s', (command, codes, more) => {
    const settings = oneHook({ command }, { matcher: 'Bash' });
    expect(codesOf({ settings, ...more }, ['settings/no-on-failure', 'settings/tool-gap'])).toEqual(codes);
  });

  it.each([
    [`${X}/guard.sh`, `"${X}"/guard.sh`],
    ['node ${CLAUDE_PROJECT_DIR:-.}/guard.cjs a', 'node "${CLAUDE_PROJECT_DIR:-.}"/guard.cjs a'],
    [`timeout 5 bash -c '${X}/guard.sh'`, `timeout 5 bash -c '"${X}"/guard.sh'`],
    ['./guard.sh --x', `"${X}"/guard.sh --x`],
    ['python3 .claude/hooks/guard.py', `python3 "${X}"/.claude/hooks/guard.py`],
  ])('%s is mended to %s', (command, mended) => {
    const fixes = findInCase({ settings: oneHook({ command, onFailure: 'block' }) }).flatMap(({ fix }) => fix ?? []);
    expect(fixes.map(({ change }) => change)).toEqual([{ kind: 'set', value: mended }]);
  });

  it('offers no fix for an expansion whose quotes it cannot place', () => {
    const found = findInCase({ settings: oneHook({ command: `bash -c "${X}/guard.sh"`, onFailure: 'block' }) });
    expect(found.map(({ code, fix }) => [code, fix])).toEqual([['settings/unquoted-variable', undefined]]);
  });

  it.each<[JsonObject, string[]]>([
    [{ command: 'python3', args: ['${CLAUDE_PROJECT_DIR}/guard.py'] }, []],
    [{ command: '${CLAUDE_PROJECT_DIR}/a b/guard', args: [] }, []],
    [{ command: '$CLAUDE_PROJECT_DIR/guard', args: [] }, ['dead-path']],
    [{ command: 'python3', args: ['$HOME/guard.py'] }, ['dead-path']],
    [{ command: '~/guard', args: [] }, ['dead-path']],
    [{ command: './guard', args: [] }, ['relative-path?']],
    [{ command: 'bash', args: ['-c', 'echo no; exit 1'] }, ['hook/exit-1']],
  ])('in exec form: %j', (hook, codes) => {
    expect(codesOf({ settings: oneHook(hook, { matcher: 'Bash' }) })).toEqual(codes);
  });
});

describe('scripts', () => {
  const on = (text: string, command = guard, event = 'PreToolUse'): SettingsCase => ({
    settings: oneHook(command, event === 'PreToolUse' ? { matcher: 'Bash', event } : { event }),
    scripts: { 'guard.sh': text, 'guard.py': text, 'guard.js': text },
  });
  it.each<[string, SettingsCase, string[]]>([
    ['a good one', on('#!/bin/bash\nif [[ $(cat) == *rm* ]]; then echo no >&2; exit 2; fi\n'), []],
    ['bash in sh', on('#!/bin/sh\nif [[ $(cat) == *rm* ]]; then echo no >&2; exit 2; fi\n'), ['bash-syntax?']],
    [
      'bash handed to sh',
      on('#!/bin/bash\nif [[ $(cat) == *rm* ]]; then exit 2; fi\n', `sh ${guard}`),
      ['bash-syntax?'],
    ],
    ['exit 1 in bash', on('#!/bin/bash\nif grep -q rm; then echo "BLOCKED" >&2; exit 1; fi\n'), ['hook/exit-1?']],
    ['exit 1 always', on('#!/bin/bash\necho BLOCKED\nexit 1\n'), ['hook/exit-1']],
    ['exit 1 and 2', on('#!/bin/bash\njq -e . >/dev/null || exit 1\ngrep -q rm && exit 2\nexit 0\n'), []],
    [
      'exit 1 in Python',
      on('import sys\nif "rm" in x:\n  sys.exit(1)\n', `python3 "$HOME"/guard.py`),
      ['hook/exit-1?'],
    ],
    ['exit 2 in Python', on('import sys\nif "rm" in x:\n  sys.exit(2)\nsys.exit(0)', `python3 "$HOME"/guard.py`), []],
    ['exit 1 in Node', on('if (bad) process.exit(1)', `node "$HOME"/guard.js`), ['hook/exit-1?']],
    [
      'JSON and exit 1',
      on('import sys\nprint(\'{"hookSpecificOutput": 1}\')\nsys.exit(1)', `python3 "$HOME"/guard.py`),
      [],
    ],
    [
      'variables in Python',
      on('import os,sys\nif "rm" in os.environ.get("CLAUDE_TOOL_INPUT", ""): sys.exit(2)', `python3 "$HOME"/guard.py`),
      ['input-variable'],
    ],
    [
      'variables in Node',
      on('if (process.env.CLAUDE_TOOL_INPUT.includes("rm")) process.exit(2)', `node "$HOME"/guard.js`),
      ['input-variable'],
    ],
    ['echo in sh', on('#!/bin/sh\nINPUT=$(cat)\necho "$INPUT" | jq -e .x && exit 2\nexit 0\n'), ['echo-escapes?']],
    ['echo in bash', on('#!/bin/bash\nINPUT=$(cat)\necho "$INPUT" | jq -e .x && exit 2\nexit 0\n'), []],
    [
      'always allow',
      on('print(\'{"hookSpecificOutput": {"permissionDecision": "allow"}}\')', `python3 "$HOME"/guard.py`),
      ['blanket-allow?'],
    ],
    [
      'allow on a condition',
      on('if ok(x):\n  print(\'{"hookSpecificOutput": {"permissionDecision": "allow"}}\')', `python3 "$HOME"/guard.py`),
      [],
    ],
    ['a Stop hook that looks', on('#!/bin/sh\ngrep -q stop_hook_active && exit 0\nexit 2\n', guard, 'Stop'), []],
    ['a Stop hook that does not', on('#!/bin/sh\necho "run the tests" >&2\nexit 2\n', guard, 'Stop'), ['stop-loop?']],
    ['a Stop hook with a condition', on('#!/bin/sh\nnpm test || exit 2\n', guard, 'Stop'), []],
  ])('%s', (_name, given, codes) => {
    expect(codesOf(given)).toEqual(codes);
  });
});

describe('events that come too late, or heed nothing', () => {
  it.each<[string, string, string[]]>([
    ['PostToolUse', "echo 'BLOCKED: no' >&2; exit 2", ['too-late?']],
    ['PostToolUse', '/x/block-rm.sh', ['too-late?']],
    ['PostToolUse', `printf '{"hookSpecificOutput":{"permissionDecision":"deny"}}'`, ['too-late?']],
    ['PostToolUse', 'npx eslint --fix . || exit 2', []],
    ['PostToolUse', 'prettier --write .', []],
    ['PermissionRequest', 'echo no >&2; exit 2', ['idle-exit-2']],
    ['PermissionRequest', 'if grep -q rm; then exit 2; fi', ['idle-exit-2?']],
    ['PermissionRequest', `grep -q rm && printf '{"hookSpecificOutput":{"decision":{"behavior":"deny"}}}'`, []],
    ['Stop', "echo 'run tests' >&2; exit 2", ['stop-loop?']],
    ['SubagentStop', 'exit 2', ['stop-loop?']],
    ['Stop', `printf '{"decision":"block","reason":"go on"}'`, ['stop-loop?']],
    ['Stop', 'jq -e .stop_hook_active >/dev/null && exit 0; exit 2', []],
    ['Stop', 'say done', []],
    ['UserPromptSubmit', 'echo no >&2; exit 1', ['hook/exit-1']],
    ['SessionStart', 'exit 1', []],
    ['Notification', 'exit 1', []],
  ])('%s: %s', (event, command, codes) => {
    expect(codesOf({ settings: oneHook(command, { event }) })).toEqual(codes);
  });
});

describe('several hooks', () => {
  const with_ = (...commands: string[]): JsonObject => ({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: commands.map(command => ({ type: 'command', command })) }] },
  });
  it.each<[string, JsonObject, string[], Partial<SettingsCase>?]>([
    ['a rewriter beside a guard', with_('rtk-rewrite.sh', 'guard.sh'), ['rewrite-race?']],
    ['the other way round', with_('guard.sh', '/x/rewrite-command.py'), ['rewrite-race?']],
    ['two rewriters', with_('rewrite-a.sh', 'rewrite-b.sh'), ['rewrite-race?']],
    ['a rewriter beside a logger', with_('rewrite-a.sh', 'cat >> /x/log'), []],
    ['a rewriter alone', with_('rewrite-a.sh'), []],
    ['two guards', with_('guard.sh', 'other-guard.sh'), []],
    [
      'by its text',
      with_('/x/shorten.sh', 'guard.sh'),
      ['rewrite-race?'],
      { scripts: { 'shorten.sh': '#!/bin/sh\njq "{hookSpecificOutput:{updatedInput:.tool_input}}"\n' } },
    ],
    [
      'for other tools',
      {
        hooks: {
          PreToolUse: [
            { matcher: 'Write', hooks: [{ type: 'command', command: 'rewrite.sh' }] },
            { matcher: 'Bash', hooks: [{ type: 'command', command: 'guard.sh' }] },
          ],
        },
      },
      [],
    ],
  ])('%s', (_name, settings, codes, more) => {
    expect(codesOf({ settings, ...more })).toEqual(codes);
  });
});

describe('worktrees', () => {
  it('says of settings that git does not track that others do not have them', () => {
    const settings = { hooks: { PreToolUse: [group] } };
    const git = { notInWorktrees: ['/p/.claude/settings.json'] };
    expect(codesOf({ settings, git })).toEqual(['not-in-worktrees?']);
    expect(codesOf({ settings: {}, git })).toEqual([]);
    expect(codesOf({ settings, git: { notInWorktrees: [] } })).toEqual([]);
  });

  it('compares with the main checkout', () => {
    const settings = { hooks: { PreToolUse: [group] } };
    const { readings } = viewCase({ settings });
    const git = { notInWorktrees: [], mainCheckout: { folder: '/main', readings } };
    expect(codesOf({ settings, git })).toEqual([]);
    expect(codesOf({ settings: { hooks: {} }, git })).toEqual(['worktree-differs?']);
  });
});

test('every finding points into its file, and says what to do', () => {
  const settings = {
    disableAllHooks: true,
    env: { PATH: 'x' },
    permissions: { deny: ['Bash(a | b)'] },
    hooks: {
      PreTooluse: [group],
      PreToolUse: [
        {
          matcher: 'bash',
          hooks: [{ type: 'command', command: '$HOME/x.sh || true', timeout: 9000, onfailure: 'block' }],
        },
        { matcher: 'Edit.*', hooks: [{ type: 'command', command: './guard.sh', async: true }] },
      ],
    },
  };
  const found = findInCase({ settings });
  expect(found.length).toBeGreaterThan(8);
  for (const { message, help, suggestion, span, file } of found) {
    expect(message).toMatch(/^[a-z`]/);
    expect(message).not.toMatch(/\.$/);
    expect(help ?? suggestion).toBeDefined();
    expect(span?.start.line).toBeGreaterThan(1);
    expect(file).toBe('/p/.claude/settings.json');
  }
});
