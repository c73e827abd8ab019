import { lexer, type Token, type Tokens } from 'marked';
import type { Painter } from './painter.ts';

/** How a page is laid out: its colours, and the columns that a line of prose may have. */
export interface PageStyle {
  readonly paint: Painter;
  readonly width: number;
}

/** A page of docs/problems as it is linked from another, by its code. */
function commandFor(link: string): string | undefined {
  const code = /^([a-z]+)-([a-z0-9-]+)\.md$/.exec(link);
  return code === null ? undefined : `hooklaw explain ${code[1]}/${code[2]}`;
}

/** Where a link leads, for somebody who cannot click: another page's command, or the file from the repository's root. */
function targetOf(link: string): string {
  return commandFor(link) ?? link.replace(/^\.\.\//, 'docs/');
}

function renderLink({ href, text }: Tokens.Link): string {
  const target = targetOf(href);
  return target.endsWith(`/${text}`) || target === text ? target : `${text} (${target})`;
}

function renderInline(tokens: readonly Token[], paint: Painter): string {
  return tokens
    .map(token => {
      switch (token.type) {
        case 'codespan':
          return paint.cyan(`\`${(token as Tokens.Codespan).text}\``);
        case 'strong':
          return paint.bold(renderInline((token as Tokens.Strong).tokens, paint));
        case 'em':
          return renderInline((token as Tokens.Em).tokens, paint);
        case 'link':
          return renderLink(token as Tokens.Link);
        default:
          return 'text' in token ? String(token.text) : token.raw;
      }
    })
    .join('');
}

const visibleLength = (text: string): number => text.replace(/\u001b\[\d+m/g, '').length;

/** Breaks a text into lines of at most `width` columns, where it has spaces. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(part => part !== '')) {
    if (line !== '' && visibleLength(line) + 1 + visibleLength(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

function renderList({ items, ordered, start }: Tokens.List, style: PageStyle): string[] {
  return items.flatMap((item, at) => {
    const mark = ordered ? `${Number(start) + at}. ` : '- ';
    const lines = renderBlocks(item.tokens, { ...style, width: style.width - mark.length });
    return lines.map((line, row) => (line === '' ? '' : `${row === 0 ? mark : ' '.repeat(mark.length)}${line}`));
  });
}

function renderTable({ header, rows }: Tokens.Table, { paint }: PageStyle): string[] {
  const cells = [header, ...rows].map(row => row.map(({ tokens }) => renderInline(tokens, paint)));
  const widths = header.map((_, column) => Math.max(...cells.map(row => visibleLength(row[column] ?? ''))));
  const pad = (text: string, column: number): string =>
    text + ' '.repeat(Math.max(0, (widths[column] ?? 0) - visibleLength(text)));
  return cells.map(row => row.map(pad).join('  ').trimEnd());
}

function renderBlock(token: Token, style: PageStyle): string[] {
  const { paint, width } = style;
  switch (token.type) {
    case 'heading':
      return [paint.bold(renderInline((token as Tokens.Heading).tokens, paint))];
    case 'paragraph':
    case 'text':
      return wrap(renderInline((token as Tokens.Paragraph).tokens ?? [token], paint), width);
    case 'code':
      return (token as Tokens.Code).text.split('\n').map(line => (line === '' ? '' : `    ${line}`));
    case 'list':
      return renderList(token as Tokens.List, style);
    case 'table':
      return renderTable(token as Tokens.Table, style);
    case 'html':
      return [];
    default:
      return token.raw.trim() === '' ? [] : token.raw.trimEnd().split('\n');
  }
}

function renderBlocks(tokens: readonly Token[], style: PageStyle): string[] {
  const blocks = tokens.map(token => renderBlock(token, style)).filter(lines => lines.length > 0);
  return blocks.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
}

/** A page of the documentation for a terminal. */
export function renderPage(markdown: string, style: PageStyle): string {
  return `${renderBlocks(lexer(markdown), style).join('\n')}\n`;
}
