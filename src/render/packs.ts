import type { Painter } from './painter.ts';
import { plural } from './plural.ts';

interface Listed {
  readonly pack: string;
  readonly title: string;
}

interface ListedRule {
  readonly id: string;
  readonly effect: string;
  readonly tools?: readonly string[];
  readonly text: string;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(text => text.length));
}

/** Every pack, one a line. */
export function renderPacks(packs: readonly (Listed & { readonly rules: number })[], paint: Painter): string {
  const width = widest(packs.map(({ pack }) => pack));
  const lines = packs.map(
    ({ pack, title, rules }) => `${paint.bold(pack.padEnd(width))}  ${title} (${plural(rules, 'rule')})`,
  );
  return `${lines.join('\n')}\n`;
}

/** The rules of a pack, one a line. */
export function renderPack(
  { pack, title, rules }: Listed & { readonly rules: readonly ListedRule[] },
  paint: Painter,
): string {
  const width = widest(rules.map(({ id }) => id));
  const lines = rules.map(({ id, effect, tools, text }) => {
    const on = tools === undefined ? 'every tool' : tools.join(', ');
    return `  ${paint.bold(id.padEnd(width))}  ${effect.padEnd(4)}  ${text} ${paint.dim(`(${on})`)}`;
  });
  return [`${paint.bold(pack)}: ${title}`, '', ...lines, ''].join('\n');
}
