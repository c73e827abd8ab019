import type { JsonValue } from '../json/json-value.ts';

/**
 * What errors say after which nobody knows whether the tool has done its work. Every other error is the tool's own "no":
 * an MCP answer with `isError`, or an error of the protocol.
 * Source: `PostToolUseFailure` as observed in Claude Code 2.1.332; the words for lost connections are those of Node, Bun
 * and curl.
 */
const unknownOutcomes: readonly RegExp[] = [
  // `MCP server "support" tool "slow" timed out after 2s`, also for an answer that is no JSON.
  /\btim(?:ed|e)[ -]?out\b|\bdeadline exceeded\b|\bETIMEDOUT\b/i,
  // `Connection closed`: the server died in the middle of the call.
  /\b(?:connection|socket|stream)\b.{0,40}\b(?:closed|lost|reset|terminated|aborted|broken|disconnected|hang up)\b/i,
  /\b(?:lost|closed|reset|dropped) (?:the |its )?connection\b/i,
  /\b(?:broken pipe|fetch failed|TypeError: terminated|ECONNRESET|ECONNABORTED|EPIPE)\b/i,
  // `MCP server "support" returned a malformed result that failed schema validation: …`
  /\bmalformed result\b/i,
  // The user, the client or the tool gave up on it; an order that "is cancelled" is a plain no.
  /\b(?:request|call|operation|command|tool|execution|query|transaction|process)\b.{0,20}\b(?:aborted|cancell?ed|interrupted|killed|terminated)\b/i,
  /^\W*(?:aborted|cancell?ed|interrupted)\b|\bAbortError\b|\binterrupted by (?:the )?user\b/i,
];

/** How much of an error is looked at on either end, in characters. */
const reach = 4_000;

/** Tools that run what the model has written: it could let any command that did its work end in a failure. */
const shells: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'Monitor']);

/**
 * Whether a failed call may have done its work all the same.
 * @param error the event's `error`
 */
export function mayHaveRun(tool: string, error: JsonValue | undefined): boolean {
  if (shells.has(tool)) return true;
  const text = typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
  const looked = text.length <= 2 * reach ? text : `${text.slice(0, reach)}\n${text.slice(-reach)}`;
  return unknownOutcomes.some(pattern => pattern.test(looked));
}
