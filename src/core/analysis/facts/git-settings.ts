import { isOpen, type Pattern } from '../pattern.ts';
import type { Command } from '../shell/reading.ts';

/** Something that git is told to do otherwise, for one command or for good. */
export interface GitSetting {
  readonly key: Pattern;
  /** Empty where a setting is switched on by its name alone. */
  readonly value: Pattern;
}

/** Options of git before its verb that take the next word as their value. */
const valued = new Set(['-C', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--super-prefix']);
/** What `git config` does beside setting something. */
const reading =
  /^(?:--get.*|-l|--list|--unset.*|--remove-section|--rename-section|-e|--edit|--name-only|list|get|unset|edit)$/;
/** Options of `git config` that take a value. */
const valuedOfConfig = new Set(['-f', '--file', '--blob', '--type', '-t', '--default', '--comment', '--value']);

/** The settings that the commands of a text make with `git -c`, `git config`, and variables of git. */
export function gitSettingsOf(commands: readonly Command[]): readonly GitSetting[] {
  return commands.flatMap(command =>
    command.program === 'git' ? [...fromVariables(command), ...fromWords(command)] : [],
  );
}

function fromWords({ words }: Command): GitSetting[] {
  const rest = words.slice(1).map(({ pattern }) => pattern);
  const settings: GitSetting[] = [];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-c') settings.push(split(rest.shift() ?? ''));
    else if (word.startsWith('--config-env=')) settings.push(split(word.slice('--config-env='.length)));
    else if (word === '--config-env') settings.push(split(rest.shift() ?? ''));
    else if (valued.has(word)) rest.shift();
    else if (!word.startsWith('-')) return [...settings, ...fromVerb(word, rest)];
  }
  return settings;
}

function fromVerb(verb: Pattern, words: readonly Pattern[]): GitSetting[] {
  if (verb === 'clone' || verb === 'init' || verb === 'submodule')
    return words.flatMap((word, at) => {
      if (word === '-c' || word === '--config') return [split(words[at + 1] ?? '')];
      return word.startsWith('--config=') ? [split(word.slice('--config='.length))] : [];
    });
  if (verb !== 'config' || words.some(word => reading.test(word))) return [];
  const operands = words.filter((word, at) => !word.startsWith('-') && !valuedOfConfig.has(words[at - 1] ?? ''));
  const [key, value] = operands[0] === 'set' ? operands.slice(1) : operands;
  // A key alone is a question.
  return key === undefined || value === undefined ? [] : [{ key, value }];
}

function fromVariables({ assignments }: Command): GitSetting[] {
  return assignments.flatMap(({ name, value }) => {
    const index = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    if (index !== undefined) {
      const given = assignments.find(other => other.name === `GIT_CONFIG_VALUE_${index}`);
      return [{ key: value, value: given?.value ?? '' }];
    }
    if (name === 'GIT_CONFIG_PARAMETERS') return parametersIn(value);
    if (name === 'GIT_SSH_COMMAND' || name === 'GIT_SSH') return [{ key: 'core.sshCommand', value }];
    if (name === 'GIT_EXTERNAL_DIFF') return [{ key: 'diff.external', value }];
    if (name === 'GIT_ASKPASS') return [{ key: 'core.askPass', value }];
    if (name === 'GIT_PROXY_COMMAND') return [{ key: 'core.gitProxy', value }];
    if (name === 'GIT_TEMPLATE_DIR') return [{ key: 'init.templateDir', value }];
    if (name === 'GIT_CONFIG_GLOBAL' || name === 'GIT_CONFIG_SYSTEM' || name === 'GIT_CONFIG')
      return [{ key: 'include.path', value }];
    return [];
  });
}

/** `'key=value'` and `'key'='value'`, as git hands them to itself. */
function parametersIn(text: Pattern): GitSetting[] {
  return [...text.matchAll(/'([^']*)'(?:=(?:'([^']*)')?)?/g)].map(([, key = '', value]) =>
    value === undefined ? split(key) : { key, value },
  );
}

function split(text: Pattern): GitSetting {
  const at = text.indexOf('=');
  return at === -1 ? { key: text, value: '' } : { key: text.slice(0, at), value: text.slice(at + 1) };
}

/** Whether a setting is one of these: `key`, `key=value` with globs; one that starts with `!` takes out what it fits. */
export function fitsSetting({ key, value }: GitSetting, wanted: readonly string[]): boolean {
  const fits = (text: string): boolean => {
    const { key: wantedKey, value: wantedValue } = split(text);
    const bound = text.includes('=');
    return fitsText(key, wantedKey) && (!bound || fitsText(value, wantedValue));
  };
  if (wanted.some(text => text.startsWith('!') && fits(text.slice(1)))) return false;
  return wanted.some(text => !text.startsWith('!') && fits(text));
}

/** An open text fits whatever its known beginning could become. */
function fitsText(text: Pattern, glob: string): boolean {
  if (isOpen(text))
    return globToRegex(glob).test(text) || glob.toLowerCase().startsWith(knownStart(text).toLowerCase());
  return globToRegex(glob).test(text);
}

function knownStart(text: Pattern): string {
  return /^[^\uE000-\uE003]*/.exec(text)?.[0] ?? '';
}

/** Git does not tell upper from lower case in the names of settings. */
function globToRegex(glob: string): RegExp {
  const source = glob.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*');
  return new RegExp(`^${source}$`, 'is');
}
