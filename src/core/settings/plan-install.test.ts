import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planInstall } from './plan-install.ts';
import { planUninstall } from './plan-uninstall.ts';
import { createHookGroup, type Wiring, wiredEvents } from './wiring.ts';

const wiring: Wiring = {
  command: '/opt/node',
  prefixArgs: ['/opt/hooklaw/bin/hooklaw.js'],
  lawFile: '/p/hooklaw.yaml',
  stateDir: '/state/p',
};

function install(text: string | undefined, how: Wiring = wiring): string {
  const plan = planInstall(text, how);
  if (plan.kind === 'refused') throw new Error(plan.faults.map(fault => fault.message).join('\n'));
  return plan.text;
}

function uninstall(text: string, original?: string): string {
  const plan = planUninstall(text, original);
  if (plan.kind === 'refused') throw new Error(plan.faults.map(fault => fault.message).join('\n'));
  return plan.text;
}

function faultsOf(text: string): string[] {
  const plan = planInstall(text, wiring);
  return plan.kind === 'refused' ? plan.faults.map(fault => fault.message) : [];
}

function hooksOf(text: string): Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]> {
  return JSON.parse(text.replace(/^\uFEFF/, '')).hooks;
}

describe('what is put in looks like what is there', () => {
  test('a new file: two spaces, LF, a final newline', () => {
    const text = install(undefined);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    expect(Object.keys(hooksOf(text))).toEqual([...wiredEvents]);
  });

  test.each([
    ['tabs', '\t', '\n'],
    ['four spaces', '    ', '\n'],
    ['three spaces and CRLF', '   ', '\r\n'],
  ])('%s', (_name, indent, eol) => {
    const value = { a: [1, { b: 2 }], hooks: { Stop: [{ hooks: [] }] } };
    const print = (json: unknown): string => JSON.stringify(json, null, indent).replaceAll('\n', eol);
    const text = install(print(value));
    expect(text).toBe(print(JSON.parse(text)));
  });

  test.each([
    ['tight', (value: unknown) => JSON.stringify(value)],
    ['spaced', (value: unknown) => JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '')],
  ])('one line, %s', (_name, print) => {
    const text = install(print({ a: [1, 2], b: 'x, y: z' }));
    expect(text).toBe(print(JSON.parse(text)));
  });

  test('a byte order mark stays the only one', () => {
    expect(install('\uFEFF{}').lastIndexOf('\uFEFF')).toBe(0);
    expect(install('\uFEFF').lastIndexOf('\uFEFF')).toBe(0);
    expect(install('{}').lastIndexOf('\uFEFF')).toBe(-1);
  });

  test('every byte of a file without hooks stays where it was', () => {
    const original = '{ "z" :1,\n\n      "list": [ 1,2 ,3],  "a": {"b"  :null}\n}\n\n';
    const text = install(original);
    const added = text.length - original.length;
    const at = original.lastIndexOf('\n}');
    expect(text.slice(0, at) + text.slice(at + added)).toBe(original);
  });
});

describe('entries of ours', () => {
  const entries = {
    'another path': { type: 'command', command: '/old/node', args: ['/old/bin/hooklaw.js', 'hook', 'PreToolUse'] },
    'no onFailure': { ...createHookGroup(wiring, 'PreToolUse').hooks[0], onFailure: undefined },
    'another timeout': { ...createHookGroup(wiring, 'PreToolUse').hooks[0], timeout: 600 },
    asynchronous: { ...createHookGroup(wiring, 'PreToolUse').hooks[0], async: true },
    'the executable': { type: 'command', command: 'C:\\tools\\hooklaw.exe', args: ['hook', 'PreToolUse'] },
    'shell form': { type: 'command', command: 'hooklaw hook PreToolUse' },
    'shell form with a trick': { type: 'command', command: '"$CLAUDE_PROJECT_DIR"/x/hooklaw hook || exit 2' },
  };

  test.each(Object.entries(entries))('%s is replaced in place', (_name, entry) => {
    const other = { type: 'command', command: './other.sh' };
    const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [other, entry] }] } }, null, 2);
    const updated = install(text);
    expect(hooksOf(updated)['PreToolUse']).toEqual([
      { hooks: [other, ...createHookGroup(wiring, 'PreToolUse').hooks] },
    ]);
    expect(install(updated)).toBe(updated);
  });

  test.each([
    { type: 'command', command: 'echo hooklaw hook' },
    { type: 'command', command: './log.sh; hooklaw hook PreToolUse' },
    { type: 'command', command: 'hooklaw hook PreToolUse | tee log' },
    { type: 'command', command: 'hooklaw validate' },
    { type: 'command', command: '/opt/node', args: ['hook'] },
    { type: 'command', command: '/opt/hooklaw-notes', args: ['hook'] },
    { type: 'http', command: 'hooklaw hook', url: 'http://localhost' },
  ])('%j is not ours and stays', entry => {
    const original = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [entry] }] } }, null, 2);
    expect(hooksOf(install(original))['PreToolUse']?.[0]).toEqual({ hooks: [entry] });
    expect(uninstall(original)).toBe(original);
  });

  test('an executable under a name of its own knows its entries', () => {
    const own: Wiring = { command: '/opt/guard', prefixArgs: [] };
    const text = install('{}', own);
    expect(install(text, own)).toBe(text);
    const plan = planUninstall(text, '{}', '/opt/guard');
    expect(plan).toEqual({ kind: 'planned', text: '{}', removed: wiredEvents.length });
  });

  test('one behind a matcher gives way to one for every tool; a doubled one goes', () => {
    const own = { type: 'command', command: 'hooklaw hook PreToolUse' };
    const mine = { type: 'command', command: './mine.sh' };
    const text = JSON.stringify({
      hooks: {
        PreToolUse: [
          { matcher: 'Bash', hooks: [own, mine] },
          { matcher: 'Write', hooks: [own] },
        ],
        Stop: [{ hooks: [own, own] }],
      },
    });
    const hooks = hooksOf(install(text));
    expect(hooks['PreToolUse']).toEqual([{ matcher: 'Bash', hooks: [mine] }, createHookGroup(wiring, 'PreToolUse')]);
    expect(hooks['Stop']).toEqual([createHookGroup(wiring, 'Stop')]);
  });

  test('one that the user has put on a further event stays there with the new paths', () => {
    const text = JSON.stringify({
      hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'hooklaw hook UserPromptSubmit' }] }] },
    });
    expect(hooksOf(install(text))['UserPromptSubmit']).toEqual([createHookGroup(wiring, 'UserPromptSubmit')]);
  });
});

describe('refusals', () => {
  test.each([
    ['{"hooks": {"Stop": [7]}}', '`hooks.Stop[0]`'],
    ['{"hooks": {"Stop": [{"matcher": 1, "hooks": []}]}}', '`hooks.Stop[0].matcher`'],
    ['{"hooks": {"Stop": [{"hooks": ["x"]}]}}', '`hooks.Stop[0].hooks[0]`'],
    ['{"hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}', '`hooks.Stop[0].hooks[0].type`'],
    ['{"hooks": {"Stop": [{"hooks": [{"type": "command", "timeout": 0}]}]}}', '.timeout`'],
    ['{"hooks": {"Stop": [{"hooks": [{"type": "command", "timeout": "5"}]}]}}', '.timeout`'],
    ['{"hooks": {"Stop": [{"hooks": [{"type": "command", "onFailure": "deny"}]}]}}', '.onFailure`'],
    ['{"hooks": {"Stop": [{"hooks": [], "hooks": []}]}}', '`hooks` occurs twice'],
    ['{"a": 1, "a": 2}', '`a` occurs twice'],
    ['[1,]', 'trailing comma'],
    ['{} /* x */', 'comment'],
    ['{"a": 01}', 'not valid JSON'],
    ['{"a": NaN}', 'not valid JSON'],
    ["{'a': 1}", 'not valid JSON'],
    ['{} {}', 'not valid JSON'],
    ['"text"', 'top level'],
    ['null', 'top level'],
  ])('%s', (text, message) => {
    expect(faultsOf(text).join('\n')).toContain(message);
  });

  test('every fault is told', () => {
    expect(faultsOf('{"permissions": 1, "hooks": {"Stop": 1, "SessionEnd": 2}}')).toHaveLength(3);
  });

  test('a key that newer clients may know is none of our business', () => {
    const text =
      '{"hooks": {"NewEvent": [{"hooks": [{"type": "wasm", "x": 1}], "y": 2}]}, "env": {"A": "1", "A": "2"}}';
    expect(faultsOf(text)).toEqual([]);
  });
});

test('any JSON text: a second install changes nothing, and taking our entries out gives the text back', () => {
  const hookless = fc
    .dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
    .filter(value => !('hooks' in value) && !('permissions' in value));
  const hooks = fc.option(
    fc.dictionary(
      fc.constantFrom('PreToolUse', 'Stop', 'Other'),
      fc.array(fc.record({ hooks: fc.array(fc.constant({ type: 'command', command: 'x' }), { maxLength: 2 }) })),
    ),
    { nil: undefined },
  );
  const indent = fc.constantFrom('', ' ', '  ', '\t');
  fc.assert(
    fc.property(hookless, hooks, indent, fc.boolean(), (rest, own, unit, first) => {
      const value = own === undefined ? rest : first ? { hooks: own, ...rest } : { ...rest, hooks: own };
      const original = JSON.stringify(value, null, unit);
      const installed = install(original);
      expect(install(installed)).toBe(installed);
      expect(uninstall(installed, original)).toBe(original);
    }),
  );
});
