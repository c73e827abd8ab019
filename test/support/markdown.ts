/** A table in Markdown as the formatter lays it out; the first row is the head. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(3, ...rows.map(row => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** The fenced blocks of a text, in order. */
export function fencedBlocks(text: string): { readonly language: string; readonly text: string }[] {
  return [...text.matchAll(/^```([a-z]*)\n(.*?)^```$/gms)].map(([, language = '', content = '']) => ({
    language,
    text: content,
  }));
}

/** The targets of links, without those inside code. */
export function linkTargets(text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '`code`');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** The anchors that the headings of a text have. */
export function headingAnchors(text: string): string[] {
  return [...text.replace(/^```.*?^```$/gms, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}
