import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

describe('nearestName', () => {
  it.each([
    ['comand', ['command', 'timeout', 'description'], 'command'],
    ['dney', ['deny', 'ask', 'allow'], 'deny'],
    ['bash', ['Bash', 'Batch'], 'Bash'],
    ['PreToolUze', ['PreToolUse', 'PostToolUse'], 'PreToolUse'],
    ['zone', ['from', 'to'], undefined],
    ['x', ['whole', 'other'], undefined],
  ])('%s', (given, valid, nearest) => {
    expect(nearestName(given, valid)).toBe(nearest);
  });
});
