/** `hooklaw`, `hooklaw.exe`, and the names under which the executables are released, such as `hooklaw-linux-x64`. */
const programName = /^hooklaw(?:-(?:linux|darwin|macos|windows)[\w.-]*)?(?:\.exe|\.cmd)?$/i;
const scriptPath = /(?:^|[\\/])bin[\\/]hooklaw\.js$/;
const launcherName = /^(?:exec|env|command|node|nodejs|bun|npx|bunx|npm|pnpm|yarn|dlx|run)(?:\.exe|\.cmd)?$/i;

/**
 * Whether a hook entry of a settings file starts `hooklaw hook`, in exec form or in shell form, or asks `hooklaw serve`.
 * `ownProgram` is what init writes before `hook`, so that a program under another name knows its entries too.
 */
export function isOwnEntry(entry: unknown, ownProgram?: string): boolean {
  if (isOwnHttpEntry(entry)) return true;
  if (!isRecord(entry) || entry['type'] !== 'command' || typeof entry['command'] !== 'string') return false;
  const { command, args } = entry;
  if (args === undefined) return isOwnShellCommand(command as string, ownProgram);
  return Array.isArray(args) && startsHook([command, ...args], ownProgram);
}

const httpPath = /\/hook\/[A-Z][A-Za-z]+(?:\?entry=([^&#]+))?$/;

/** Whether an entry asks `hooklaw serve`: by the end of its URL and the variable of its token. */
function isOwnHttpEntry(entry: unknown): boolean {
  if (!isRecord(entry) || entry['type'] !== 'http' || typeof entry['url'] !== 'string') return false;
  const variables = entry['allowedEnvVars'];
  return httpPath.test(entry['url']) && Array.isArray(variables) && variables.includes('HOOKLAW_TOKEN');
}

/** The value of an option such as `--state-dir` in an entry of our own. */
export function readOwnOption(entry: unknown, option: string): string | undefined {
  if (isRecord(entry) && typeof entry['url'] === 'string' && option === '--entry')
    return httpPath.exec(entry['url'])?.[1];
  if (!isRecord(entry) || !Array.isArray(entry['args'])) return undefined;
  const args: unknown[] = entry['args'];
  const at = args.indexOf(option);
  const value = at === -1 ? undefined : args[at + 1];
  return typeof value === 'string' ? value : undefined;
}

function startsHook(words: readonly unknown[], ownProgram: string | undefined): boolean {
  return words.some((word, index) => isProgram(word, ownProgram) && words[index + 1] === 'hook');
}

/** Whether a word of a command names hooklaw: the executable by any of its names, or the script of the Node build. */
export function isProgram(word: unknown, ownProgram: string | undefined): boolean {
  if (typeof word !== 'string') return false;
  return word === ownProgram || programName.test(baseName(word)) || scriptPath.test(word);
}

/** Only a command line that does nothing else is ours: one that also runs another program is the user's to change. */
function isOwnShellCommand(command: string, ownProgram: string | undefined): boolean {
  const words = splitSimpleCommand(command.replace(/\s*\|\|\s*exit\s+2\s*;?\s*$/, ''));
  if (words === undefined) return false;
  const program = words.findIndex(word => isProgram(word, ownProgram));
  return program !== -1 && words[program + 1] === 'hook' && words.slice(0, program).every(isLauncherWord);
}

function isLauncherWord(word: string): boolean {
  return launcherName.test(baseName(word)) || word.startsWith('-') || /^\w+=/.test(word);
}

/** The words of one simple shell command, unquoted; undefined for anything with an operator or a substitution. */
function splitSimpleCommand(command: string): string[] | undefined {
  if (/[\r\n`]|\$\(/.test(command)) return undefined;
  const word = /\s*((?:"[^"]*"|'[^']*'|[^\s"';&|<>()])+)/y;
  const words: string[] = [];
  const text = command.trimEnd();
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    if (found === null) return undefined;
    words.push((found[1] ?? '').replace(/["']/g, ''));
  }
  return words;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
