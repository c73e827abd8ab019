import { describe, expect, it } from 'vitest';
import { readHookArguments, UsageError } from './arguments.ts';

describe('the arguments of the hook', () => {
  it('are an event and flags, in any order', () => {
    expect(readHookArguments(['--law', '/l.yaml', 'PreToolUse', '--deadline=2s', '--state-dir', '/s'])).toEqual({
      event: 'PreToolUse',
      law: '/l.yaml',
      stateDir: '/s',
      deadlineMs: 2000,
    });
  });

  it('can hold a word that only makes the command line its own', () => {
    const without = readHookArguments(['PreToolUse']);
    expect(readHookArguments(['PreToolUse', '--entry', '0123456789ab'])).toEqual(without);
    expect(readHookArguments(['--entry=PostToolUse', 'PreToolUse'])).toEqual(without);
  });

  it.each([
    [['PreToolUse', '--entry'], '`--entry` needs a value'],
    [['PreToolUse', '--entry', '--law'], '`--entry` needs a value'],
    [['PreToolUse', '--entri', 'x'], 'did you mean `--entry`'],
    [['PreToolUse', 'Stop'], '`Stop` is one word too many'],
    [['PreTolUse'], 'did you mean `PreToolUse`'],
  ])('%j is refused', (words, message) => {
    expect(() => readHookArguments(words)).toThrow(UsageError);
    expect(() => readHookArguments(words)).toThrow(message);
  });
});
