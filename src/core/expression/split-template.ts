import type { Environment } from '@marcbachmann/cel-js';
import { createBaseEnvironment } from './environment.ts';

/** Finds `{{ CEL }}` in a text. Each expression ends at the first `}}` with which it parses. */
export function splitTemplate(text: string): {
  parts: (string | { cel: string; offset: number })[];
  unclosed: number | undefined;
} {
  const parts: (string | { cel: string; offset: number })[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('{{', from);
    if (open === -1) break;
    let close = text.indexOf('}}', open + 2);
    if (close === -1) return { parts, unclosed: open };
    const first = close;
    while (close !== -1 && !parses(text.slice(open + 2, close))) close = text.indexOf('}}', close + 1);
    if (close === -1) close = first;
    if (open > from) parts.push(text.slice(from, open));
    const raw = text.slice(open + 2, close);
    const cel = raw.trim();
    parts.push({ cel, offset: open + 2 + raw.indexOf(cel) });
    from = close + 2;
  }
  if (from < text.length) parts.push(text.slice(from));
  return { parts, unclosed: undefined };
}

/** Made when it is first needed: most texts hold no expression. */
let environment: Environment | undefined;

function parses(text: string): boolean {
  environment ??= createBaseEnvironment();
  try {
    environment.parse(text.trim());
    return true;
  } catch {
    return false;
  }
}
