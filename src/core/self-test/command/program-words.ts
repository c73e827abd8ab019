import { nameOf } from '../../analysis/path-text.ts';
import { unwrap } from '../../protection/shell/wrappers.ts';
import type { CommandWord } from './command-word.ts';

/** Programs that run a script that they are given; with the options that take a value, or a program text instead of a script. */
const interpreters: Readonly<Record<string, { readonly valued?: readonly string[]; readonly text: RegExp }>> = {
  sh: { text: /^-[a-z]*c/ },
  bash: { text: /^-[a-z]*c/, valued: ['-o', '-O', '--rcfile', '--init-file'] },
  zsh: { text: /^-[a-z]*c/, valued: ['-o'] },
  dash: { text: /^-[a-z]*c/ },
  ksh: { text: /^-[a-z]*c/ },
  python: { text: /^-[A-Za-z]*[cm]/, valued: ['-W', '-X'] },
  node: {
    text: /^(?:-[a-z]*[ep]|--eval|--print|--test|--run)\b/,
    valued: ['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions', '--env-file'],
  },
  tsx: { text: /^(?:-e|--eval)/ },
  'ts-node': { text: /^(?:-e|--eval)/, valued: ['-P', '--project'] },
  perl: { text: /^-[a-z]*[eE]/ },
  ruby: { text: /^-[a-z]*e/, valued: ['-r', '-I'] },
  php: { text: /^-r/ },
  lua: { text: /^-e/ },
  osascript: { text: /^-e/ },
  pwsh: { text: /^-(?:c|Command)/i },
  powershell: { text: /^-(?:c|Command)/i, valued: ['-ExecutionPolicy'] },
};

/** What a simple command starts, and the script that it hands to an interpreter. */
export interface ProgramWords {
  readonly program: CommandWord | undefined;
  readonly script: CommandWord | undefined;
  /** The interpreter's plain name, such as `python`. */
  readonly interpreter: string | undefined;
}

/** Finds the program of a simple command, and its script. */
export function programOf([program, ...args]: readonly CommandWord[]): ProgramWords {
  if (program === undefined) return { program: undefined, script: undefined, interpreter: undefined };
  const name = nameOf(program.value).replace(/\.exe$/i, '');
  if (name === '.' || name === 'source') return { program, script: args[0], interpreter: 'sh' };
  const plain = name.replace(/^(python|node|ruby|perl|php|lua)(?:js)?[\d.]*$/, '$1');
  if ((plain === 'bun' || plain === 'deno' || plain === 'uv') && args.length > 0) {
    const script = args.find(
      ({ value }) => !value.startsWith('-') && /[./]/.test(value) && !/^(?:python|node)/.test(value),
    );
    return { program, script, interpreter: plain };
  }
  const interpreter = Object.hasOwn(interpreters, plain) ? interpreters[plain] : undefined;
  if (interpreter === undefined) return { program, script: undefined, interpreter: undefined };
  return { program, script: scriptOf(args, interpreter), interpreter: plain };
}

function scriptOf(
  args: readonly CommandWord[],
  { valued = [], text }: { readonly valued?: readonly string[]; readonly text: RegExp },
): CommandWord | undefined {
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    const value = word?.value ?? '';
    if (/^-File$/i.test(value)) return args[at + 1];
    if (text.test(value) || value === '-') return undefined;
    if (value === '--') return args[at + 1];
    if (valued.includes(value)) at++;
    else if (!value.startsWith('-')) return word;
  }
  return undefined;
}

/** The command itself, without what stands before it and only runs it. */
export function withoutWrapper(words: readonly CommandWord[]): readonly CommandWord[] {
  const [first, ...args] = words;
  if (first === undefined || /^(?:npx|bunx|pnpx|pnpm|npm|yarn|bun|dotenvx)$/.test(nameOf(first.value))) return words;
  const inner = unwrap(
    nameOf(first.value),
    args.map(({ value }) => value),
  );
  if (inner?.kind !== 'words') return words;
  return withoutWrapper(args.slice(args.length - inner.words.length));
}
