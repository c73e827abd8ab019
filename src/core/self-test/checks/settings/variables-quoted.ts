import type { Check } from '../../check.ts';
import type { SplitExpansion } from '../../command/read-shell.ts';
import type { Finding } from '../../finding.ts';
import { commandHooks, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';

/** Every variable that can hold a blank stands in double quotes. */
export const variablesQuoted: Check = {
  name: 'variables-quoted',
  codes: ['settings/unquoted-variable'],
  reads: 'settings',
  run: view => commandHooks(view).flatMap(judge),
};

/** Folders, whose names can have blanks. */
const folders =
  /^(?:CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_ROOT|CLAUDE_PLUGIN_DATA|CLAUDE_CONFIG_DIR|CLAUDE_ENV_FILE|CLAUDE_SKILL_DIR|HOME|PWD|OLDPWD|TMPDIR)$/;

function judge(placed: PlacedHook): Finding[] {
  const { shell, text } = placed.facts.reading;
  if (shell === undefined) return [];
  const found = shell.split.filter(isRisky);
  const [first] = found;
  if (first === undefined) return [];
  const names = [...new Set(found.map(({ piece }) => `\`${piece.text}\``))];
  const mended = quoteAll(text, found);
  return [
    findingOfCommand('settings/unquoted-variable', placed, {
      message: `${names.join(', ')} ${names.length > 1 ? 'stand' : 'stands'} without double quotes: with a blank in the path the shell makes two words of it, and this hook ${first.path ? 'ends with code 127 or the like, which stops nothing' : 'gets other arguments'}`,
      help:
        mended === undefined
          ? `write \`"${first.piece.text}"\` with its double quotes where the inner shell sees it`
          : `write \`${mended}\``,
      fix:
        mended === undefined
          ? undefined
          : {
              path: [...placed.hook.path, 'command'],
              change: { kind: 'set', value: mended },
              title: `put ${names.join(', ')} into double quotes`,
            },
    }),
  ];
}

function isRisky({ piece, path }: SplitExpansion): boolean {
  if (piece.kind === 'variable') return folders.test(piece.name) || (path && !/^\d$|^[@*#?$!-]$/.test(piece.name));
  return path && piece.substitution;
}

/** The command with each expansion in quotes of its own; undefined when a place is not known. */
function quoteAll(text: string, found: readonly SplitExpansion[]): string | undefined {
  let mended = text;
  const places = found.map(({ offset, piece }) => ({ offset, length: piece.text.length, text: piece.text }));
  for (const { offset, length, text: expansion } of places.toSorted((a, b) => (b.offset ?? 0) - (a.offset ?? 0))) {
    if (offset === undefined || mended.slice(offset, offset + length) !== expansion) return undefined;
    mended = `${mended.slice(0, offset)}"${expansion}"${mended.slice(offset + length)}`;
  }
  return mended;
}
