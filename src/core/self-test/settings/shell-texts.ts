import { nameOf } from '../../analysis/path-text.ts';
import { readShell, type ShellReading } from '../command/read-shell.ts';
import { readShebang } from '../command/shebang.ts';
import type { NamedFile } from '../self-test-view.ts';
import { ownFiles, type PlacedHook } from './placed-hook.ts';

/** A text of a hook that a shell runs: its command, or a script. */
export interface ShellText {
  /** The script's name; undefined for the command itself. */
  readonly script: string | undefined;
  readonly text: string;
  /** A plain `sh` runs it, which need not be bash. */
  readonly plain: boolean;
  /** It runs whenever the hook does. */
  readonly certain: boolean;
  readonly reading: ShellReading;
}

/** The command of a shell form, then the shell scripts that it starts. */
export function shellTexts(placed: PlacedHook): ShellText[] {
  const { reading } = placed.facts;
  const inline: ShellText[] =
    reading.shell === undefined
      ? []
      : [{ script: undefined, text: reading.text, plain: true, certain: true, reading: reading.shell }];
  return [...inline, ...ownFiles(placed).flatMap(scriptText)];
}

function scriptText({ named, text, started }: NamedFile): ShellText[] {
  const shell = text === undefined || started === undefined ? undefined : shellOf(text, started.interpreter, named);
  if (text === undefined || shell === undefined) return [];
  return [
    {
      script: nameOf(named),
      text,
      plain: shell === 'sh' || shell === 'dash',
      certain: started?.certain === true,
      reading: readShell(text),
    },
  ];
}

/** The shell that runs a script: the one that it is handed to, else that of its first line. */
function shellOf(text: string, interpreter: string | undefined, named: string): string | undefined {
  if (interpreter !== undefined) return /^(?:ba|da|z|k)?sh$/.test(interpreter) ? interpreter : undefined;
  const shebang = readShebang(text)?.name;
  if (shebang === undefined) return /\.sh$/.test(named) ? 'sh' : undefined;
  return /^(?:ba|da|z|k)?sh$/.test(shebang) ? shebang : undefined;
}
