import { expect, it } from 'vitest';
import { configuredHook } from '../../../test/support/configured-hook.ts';
import { hookTimeout } from './hook-timeout.ts';

const seconds = (event: string, timeout?: number, env = {}): number =>
  hookTimeout(configuredHook(timeout === undefined ? {} : { timeout }, { event }), env);

it('is the hook’s own, else the default of its event', () => {
  expect(seconds('PreToolUse')).toBe(600);
  expect(seconds('UserPromptSubmit')).toBe(30);
  expect(seconds('MessageDisplay')).toBe(10);
  expect(seconds('UserPromptSubmit', 90)).toBe(90);
  expect(seconds('PreToolUse', 0.5)).toBe(0.5);
  expect(seconds('PreToolUse', 1e12)).toBe(86_400);
});

it('is a short budget at the end of a session, which the hook or the environment can raise', () => {
  expect(seconds('SessionEnd')).toBe(1.5);
  expect(seconds('SessionEnd', 10)).toBe(10);
  expect(seconds('SessionEnd', 1)).toBe(1.5);
  expect(seconds('SessionEnd', 600)).toBe(60);
  expect(seconds('SessionEnd', 10, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '90000' })).toBe(90);
  expect(seconds('SessionEnd', 10, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: 'soon' })).toBe(10);
});
