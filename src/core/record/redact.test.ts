import { describe, expect, it } from 'vitest';
import { redacted, redactText, secretPatterns } from './redact.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

describe('redactText', () => {
  it.each([
    ['an API key', `sk-ant-api03-${letters}`],
    ['a GitHub token', `ghp_${letters.slice(0, 36)}`],
    ['a fine-grained GitHub token', `github_pat_${letters.slice(0, 40)}`],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['a Slack token', 'xoxb-1234567890-abcdefghij'],
    [
      'a JSON web token',
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    ],
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${letters}\n-----END RSA PRIVATE KEY-----`],
  ])('takes %s out and leaves the rest', (_what, secret) => {
    const result = redactText(`before ${secret} after`);
    expect(result).not.toContain(secret.slice(4, 20));
    expect(result).toContain(redacted);
    expect(result).toMatch(/^before /);
    expect(result).toMatch(/ after$/);
  });

  it.each([
    ['curl -H "Authorization: Bearer abcdef0123456789"', 'abcdef0123456789'],
    ['psql postgres://app:hunter22@db/x', 'hunter22'],
    ['export DB_PASSWORD=hunter22 && run', 'hunter22'],
    ['mysql --password hunter22 x', 'hunter22'],
    ['{"client_secret": "hunter22"}', 'hunter22'],
    ['curl -u admin:S3cretPass https://x.test', 'S3cretPass'],
    ['mysql -u root -pS3cretPass db', 'S3cretPass'],
    ['authorization: bearer abcdef0123456789', 'abcdef0123456789'],
    ['secret="two words here"', 'words here'],
    ['token:  abcdefgh', 'abcdefgh'],
    ['-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEsecretbody\n', 'MIIEsecretbody'],
  ])('takes the secret out of `%s`', (text, secret) => {
    expect(redactText(text)).not.toContain(secret);
  });

  it.each([
    'git commit -m "fix the tokenizer"',
    'npm test',
    'cat docs/authorization.md',
    'max_tokens: 4',
    'https://example.test/a?b=c',
  ])('leaves `%s` alone', text => {
    expect(redactText(text)).toBe(text);
  });

  it('repeats nothing without a bound, so that its time is linear', () => {
    for (const source of secretPatterns) expect(source.replace(/\[[^\]]*\]/g, '')).not.toMatch(/[*+]|\{\d+,\}/);
  });
});
