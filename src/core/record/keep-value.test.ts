import { describe, expect, it } from 'vitest';
import { keepValue } from './keep-value.ts';
import { redacted } from './redact.ts';

const digest = (text: string): string => `hash-of-${text.length}`;

describe('keepValue', () => {
  it('goes by the names of fields, at any depth', () => {
    const value = {
      password: 'x',
      apiKey: 'y',
      nested: [{ access_token: 'z', Authorization: { scheme: 'Bearer' }, name: 'kept' }],
      max_tokens: 100,
      token: null,
    };
    expect(keepValue(value, digest)).toEqual({
      password: redacted,
      apiKey: redacted,
      nested: [{ access_token: redacted, Authorization: redacted, name: 'kept' }],
      max_tokens: 100,
      token: null,
    });
  });

  it('cuts a long text to its start, its length and its hash', () => {
    expect(keepValue({ content: 'a'.repeat(2_001) }, digest)).toEqual({
      content: `${'a'.repeat(1_000)}… [cut: 2001 characters, sha256 hash-of-2001]`,
    });
    expect(keepValue('a'.repeat(2_000), digest)).toBe('a'.repeat(2_000));
  });

  it('shows no part of a secret that straddles the cut', () => {
    const kept = keepValue(`${'a'.repeat(990)} ghp_${'S'.repeat(36)} ${'b'.repeat(5_000)}`, digest);
    expect(kept).not.toContain('SSSS');
  });

  it('cuts a value of many small parts', () => {
    const kept = keepValue(
      Array.from({ length: 50_000 }, (_, at) => at),
      digest,
    );
    expect(JSON.stringify(kept).length).toBeLessThan(64_000);
    expect(JSON.stringify(kept)).toContain('[cut: 50000 elements]');
  });
});
