import { expect, test } from 'vitest';
import { applyFixes } from './apply-fixes.ts';
import type { SettingsFix } from './finding.ts';

const text = `{
  "hooks": {
    "pre_tool_use": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "a.sh", "timeout": 5000 }] }
    ]
  },
  "disableAllHooks": true
}
`;

function fix(path: SettingsFix['path'], change: SettingsFix['change']): SettingsFix {
  return { file: 'settings.json', path, change, title: 'x' };
}

const hook = ['hooks', 'pre_tool_use', 0, 'hooks', 0] as const;

test('a value is put in, replaced and taken out, a key renamed, and nothing else moves', () => {
  const { text: fixed, applied } = applyFixes(text, [
    fix(['hooks', 'pre_tool_use'], { kind: 'rename', key: 'PreToolUse' }),
    fix([...hook, 'onFailure'], { kind: 'set', value: 'block' }),
    fix([...hook, 'timeout'], { kind: 'set', value: 5 }),
    fix(['disableAllHooks'], { kind: 'remove' }),
  ]);
  expect(applied).toHaveLength(4);
  expect(fixed).toBe(`{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "a.sh", "timeout": 5, "onFailure": "block" }] }
    ]
  }
}
`);
});

test('a place that is not there is left out', () => {
  const { text: same, applied } = applyFixes(text, [
    fix(['hooks', 'Stop', 0, 'matcher'], { kind: 'remove' }),
    fix(['hooks', 'pre_tool_use'], { kind: 'rename', key: 'pre_tool_use' }),
  ]);
  expect([same, applied]).toEqual([text, []]);
});
