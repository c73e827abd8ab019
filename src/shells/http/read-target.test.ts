import { describe, expect, it } from 'vitest';
import { readTarget } from './read-target.ts';
import { CallRefused } from './refused.ts';

function refusal(method: string, url: string): CallRefused {
  try {
    readTarget(method, url);
  } catch (error) {
    if (error instanceof CallRefused) return error;
    throw error;
  }
  throw new Error(`${method} ${url} is no refusal`);
}

describe('the URL of a call', () => {
  it.each([
    ['/hook/PreToolUse', undefined, 'PreToolUse'],
    ['/hook', undefined, undefined],
    ['/hook/PreToolUse?entry=1a2b', undefined, 'PreToolUse'],
    ['/projects/shop/hook/Stop', 'shop', 'Stop'],
    ['/hook/SomethingNew', undefined, 'SomethingNew'],
  ])('%s', (url, project, event) => {
    expect(readTarget('POST', url)).toEqual({ project, event, via: `http ${url}` });
  });

  it.each([
    ['POST', '/hooks/PreToolUse', 'access', undefined],
    ['POST', '/', 'access', undefined],
    ['POST', '/v1/hook/PreToolUse', 'access', 'PreToolUse'],
    ['POST', '/v1/hook/PostToolUse', 'access', 'PostToolUse'],
    ['PUT', '/hook/PreToolUse', 'access', 'PreToolUse'],
    ['POST', '/hook/PreToolUze', 'usage', 'PreToolUse'],
    ['POST', '/hook/pretooluse', 'usage', 'PreToolUse'],
    ['POST', '/hook/x%2fy', 'usage', undefined],
  ])('%s %s is refused, for the event that is at stake', (method, url, kind, event) => {
    const refused = refusal(method, url);
    expect([refused.unjudged.kind, refused.event]).toEqual([kind, event]);
  });
});
