/** Words that stand in every plain way to say a guarded path or one of hooklaw's own commands. */
const fragments = ['claude', 'settings', 'hooklaw', '.local', '.config', 'pretooluse'];

/** A word of a command: the start of the text, or something that ends the word before. */
const wordStart = '(?:^|[\\s;&|(`\'"/=\\\\])';
const wordEnd = '(?:$|[\\s;&|)`\'"<>])';

/** Programs that change files. */
const changers = new RegExp(
  `${wordStart}(?:rm|mv|cp|ln|dd|tee|sed|perl|truncate|shred|unlink|install|rsync|chmod|chown|chattr|sponge|patch|ed|ex|vim?|nano|rename|trash[\\w-]*|zip|gzip|bzip2|xz|mount|touch|script|sudoedit|sqlite3|Remove-Item|Move-Item|Set-Content|Clear-Content|Out-File)${wordEnd}|\\b(?:find|fd|xargs|tar|unzip|curl|wget)${wordEnd}`,
);
const gitChanger = /\s(?:checkout|restore|rm|clean|mv|stash)\b/;

/** Whether a command names a program that changes files; in time that is linear in the command. */
function namesChanger(command: string): boolean {
  if (changers.test(command)) return true;
  return command.split(/[;&|\n]/).some(part => {
    const at = part.search(/\bgit\b/);
    return at !== -1 && gitChanger.test(part.slice(at));
  });
}

/** Programs that run other programs, or text. */
const runners = new RegExp(
  `${wordStart}(?:ruby|php|python[\\d.]*|node|bun|deno|awk|gawk|eval|source|(?:ba|da|z|k|fi)?sh|sudo|env|busybox|p?kill|killall|crontab|at)${wordEnd}`,
);

/** What makes a word mean something else than it says: expansions, globs, the way up, the home folder. */
const expansion = /[$`*?[{~]|\.\./;

/** A command whose very name has to be worked out. */
const namedByExpansion = /(?:^|[;&|({\n]|\b(?:then|do|else|sudo|exec|env)\s)[^\S\n]*["']?[$`]/;

/** A redirection into a file whose name is not plain. */
const redirection = />[|&]?\s*[^\s;&|>]*[$`*?[{~]|>[|&]?\s*[^\s;&|>]*\.\./;

/** `2>&1` and `>/dev/null`. */
const harmlessRedirection = /\d?>{1,2}\s*(?:&\d|\/dev\/null)/g;

/** What is known without looking at a disk about where a command runs. */
export interface MentionClues {
  /** Names by which the guarded places are called, such as the last parts of the state folder's path. */
  readonly names: readonly string[];
}

/**
 * Whether a command could concern a guarded place at all: a few comparisons of texts that let everyday commands pass. It
 * may say yes too often, which costs time; what it says no to is not looked at again.
 */
export function mayConcernGuard(command: string, { names }: MentionClues): boolean {
  const plain = unquote(command).toLowerCase();
  if (fragments.some(fragment => plain.includes(fragment)) || names.some(name => plain.includes(name))) return true;
  if (command.includes("$'") || namedByExpansion.test(command)) return true;
  if (redirection.test(command)) return true;
  return expansion.test(command) && [command, plain].some(text => namesChanger(text) || runners.test(text));
}

/** A command without what a shell takes out of its words: quotes, and line ends that are escaped. */
function unquote(command: string): string {
  return command.replace(/\\\r?\n|["'\\]/g, '');
}

/** Whether a command changes files or runs other text, by its words alone. */
export function maySet(command: string): boolean {
  return command.replace(harmlessRedirection, '').includes('>') || namesChanger(command);
}

/** Whether a text names a guarded place or command so plainly that what cannot be read of it must not run. */
export function namesGuard(command: string): boolean {
  const plain = unquote(command);
  return /settings(?:\.local)?\.json|state\/hooklaw|hooklaw\S{0,100}\s+(?:approve|trust|uninstall|init)\b/i.test(plain);
}

/** The clues that paths give: their last segments, long enough to be telling. */
export function telltaleNames(paths: readonly string[]): string[] {
  return [...new Set(paths.map(path => path.slice(path.search(/[^\\/]*[\\/]*$/)).toLowerCase()))].filter(
    name => name.length > 4,
  );
}
