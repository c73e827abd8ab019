import { Findings } from '../findings.ts';
import { concatAll, nothing, text, type Value } from '../value.ts';
import type { Token } from './token.ts';

/** Words of AppleScript that change something, or run what cannot be looked into. */
const risky =
  /^(?:delete|empty|move|keystroke|key|write|remove|erase|eject|restart|shut|duplicate|quit|javascript|osascript|library|clipboard)$/;

/** Reads AppleScript: shell texts that it runs. What drives other programs cannot be known. */
export function readApplescript(tokens: readonly Token[]): Findings {
  const findings = new Findings();
  tokens.forEach((token, at) => {
    if (token.kind === 'open') findings.unknown('text', 'AppleScript with a part that is put in from outside');
    if (token.kind !== 'word') return;
    const words = [token, tokens[at + 1], tokens[at + 2]].map(word => word?.text.toLowerCase() ?? '');
    const phrase = words.join(' ');
    if (phrase === 'do shell script') findings.startText(textAt(tokens, at + 3));
    else if (/^(?:run script|load script|do script|open for) ?/.test(phrase))
      findings.unknown('code', `\`${words[0]} ${words[1]}\` of AppleScript`);
    else if (risky.test(words[0] ?? '')) findings.unknown('code', `\`${words[0]}\` of AppleScript`);
  });
  return findings;
}

/** Texts that are joined by `&`. */
function textAt(tokens: readonly Token[], start: number): Value {
  const parts: Value[] = [];
  for (let at = start; at < tokens.length; at += 2) {
    const token = tokens[at];
    parts.push(
      token?.kind === 'text' ? text((token.parts ?? []).filter(part => typeof part === 'string').join('')) : nothing,
    );
    if (tokens[at + 1]?.text !== '&') break;
  }
  return concatAll(parts);
}
