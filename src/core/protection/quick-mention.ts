import { foldCase, nameOf } from './path-text.ts';

/** Words that stand in every plain way to say a guarded path or one of hooklaw's own commands. */
const fragments = ['claude', 'settings', 'hooklaw', '.local', '.config'];

/** Programs that change files or run other text, at the start of a word. */
const changers =
  /(?:^|[\s;&|(`'"/=\\])(?:rm|mv|cp|ln|dd|tee|sed|perl|ruby|php|python[\d.]*|node|bun|deno|awk|gawk|truncate|shred|unlink|install|rsync|find|fd|xargs|chmod|chown|chattr|sponge|eval|source|(?:ba|da|z|k|fi)?sh|sudo|env|git|tar|unzip|curl|wget|patch|ed|ex|vim?|busybox|rename|trash[\w-]*|zip|gzip|bzip2|xz|zstd|mount|p?kill|killall|script|sudoedit|crontab|at|Remove-Item|Move-Item|Set-Content|Clear-Content|Out-File)(?:$|[\s;&|)`'"<>])/;

/** What makes a word mean something else than it says: expansions, globs, the way up, the home folder. */
const expansion = /[$`*?[{~]|\.\./;

/** A command whose very name has to be worked out. */
const namedByExpansion = /(?:^|[;&|({\n]|\b(?:then|do|else|sudo|exec|env)\s)\s*["']?[$`]/;

/** A redirection into a file whose name is not plain. */
const redirection = />[>|&]?\s*[^\s;&|]*[$`*?[{~]|>[>|&]?\s*[^\s;&|]*\.\./;

/** What is known without looking at a disk about where a command runs. */
export interface MentionClues {
  /** Names by which the guarded places are called, such as the last parts of the state folder's path. */
  readonly names: readonly string[];
  /** Whether the command runs in, or right above, a guarded folder. */
  readonly near: boolean;
}

/**
 * Whether a command could concern a guarded place at all: a few comparisons of texts that let everyday commands pass. It
 * may say yes too often, which costs time; what it says no to is not looked at again.
 */
export function mayConcernGuard(command: string, { names, near }: MentionClues): boolean {
  if (near) return true;
  const plain = foldCase(command.replace(/["'\\]|\r?\n/g, at => (at.endsWith('\n') ? '\n' : '')));
  if (fragments.some(fragment => plain.includes(fragment)) || names.some(name => plain.includes(name))) return true;
  if (command.includes("$'") || namedByExpansion.test(command)) return true;
  if (redirection.test(command)) return true;
  return expansion.test(command) && (changers.test(command) || changers.test(plain));
}

/** Whether a command changes files or runs other text, by its words alone. */
export function maySet(command: string): boolean {
  return command.includes('>') || changers.test(command);
}

/** Whether a text names a guarded place or command so plainly that what cannot be read of it must not run. */
export function namesGuard(command: string): boolean {
  const plain = command.replace(/["'\\]/g, '');
  return /settings(?:\.local)?\.json|state\/hooklaw|hooklaw\S*\s+(?:approve|trust|uninstall|init)\b/i.test(plain);
}

/** The clues that paths give: their last segments, long enough to be telling. */
export function telltaleNames(paths: readonly string[]): string[] {
  return [...new Set(paths.map(path => foldCase(nameOf(path))))].filter(name => name.length > 4);
}
