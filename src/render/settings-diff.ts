import { createTwoFilesPatch } from 'diff';
import pc from 'picocolors';

interface Difference {
  readonly file: string;
  /** Undefined when there is no file before, or after. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The difference as a unified diff; empty when there is none. */
export function renderDiff({ file, before, after }: Difference): string {
  if (before === after) return '';
  const nameOf = (text: string | undefined): string => (text === undefined ? '/dev/null' : file);
  const patch = createTwoFilesPatch(nameOf(before), nameOf(after), before ?? '', after ?? '', undefined, undefined, {
    context: 3,
  });
  return makePrintable(patch.replace(/^=+\r?\n/, ''));
}

/** The same diff for a terminal with colours. */
export function colourDiff(diff: string): string {
  const colours = pc.createColors(true);
  return diff
    .split('\n')
    .map(line => {
      if (/^(?:---|\+\+\+) /.test(line)) return colours.bold(line);
      if (line.startsWith('@@')) return colours.cyan(line);
      if (line.startsWith('+')) return colours.green(line);
      return line.startsWith('-') ? colours.red(line) : line;
    })
    .join('\n');
}

/** Carriage returns, the byte order mark and control characters have no business on a terminal. */
function makePrintable(text: string): string {
  return text.replace(/\r|\uFEFF/g, '').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '\uFFFD');
}
