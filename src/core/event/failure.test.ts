import { describe, expect, it } from 'vitest';
import { mayHaveRun } from './failure.ts';

describe('a failed call that may have done its work', () => {
  it.each([
    // As recorded from Claude Code 2.1.332.
    'MCP server "support" tool "slow" timed out after 2s',
    'Exit code 143\nCommand timed out after 2s',
    'Connection closed',
    'MCP server "support" returned a malformed result that failed schema validation: Invalid result for tools/call: [',
    // What runtimes and tools say.
    'MCP error -32001: Request timed out',
    'connect ETIMEDOUT 10.0.0.1:443',
    'the request timeout was reached',
    'read ECONNRESET',
    'socket hang up',
    'The socket connection was closed unexpectedly',
    'SSE stream disconnected: TypeError: terminated',
    'the server closed the connection',
    'The operation was aborted',
    'Request was cancelled',
    'Canceled',
    'AbortError: This operation was aborted',
    `${'x'.repeat(50_000)} timed out`,
  ])('%s', error => {
    expect(mayHaveRun('mcp__support__refund_customer', error)).toBe(true);
  });

  it('is every command of a shell: the model could have written `pay 500; exit 1`', () => {
    for (const error of ['Exit code 1\nout\nerr', 'no such order', undefined]) {
      expect(mayHaveRun('Bash', error)).toBe(true);
    }
  });

  it('is found in an error that is no text', () => {
    expect(mayHaveRun('mcp__x__y', { code: -32001, message: 'Request timed out' })).toBe(true);
  });
});

describe("a tool's own no", () => {
  it.each([
    'refused by the bank',
    'no such order',
    'boom',
    'a refund needs a positive amount',
    'the order A-1042 was cancelled by the customer and cannot be refunded',
    'this account is closed',
    'the parcel was lost',
    'a refund takes 5 days of time; out of stock',
    "no such order\n\nThis tool's input schema was not in your prompt when you called it.",
  ])('%s', error => {
    expect(mayHaveRun('mcp__support__refund_customer', error)).toBe(false);
  });

  it('can be silent', () => {
    expect(mayHaveRun('mcp__x__y', undefined)).toBe(false);
  });
});
