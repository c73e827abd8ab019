import { nameOf } from '../../analysis/path-text.ts';
import { readShellStart } from '../../protection/shell/wrappers.ts';
import { literalOf } from './command-word.ts';
import type { ShellCall } from './read-shell.ts';

/** Commands that are part of the shell, or read nothing from standard input. */
const silentReaders =
  /^(?:echo|printf|true|false|:|exit|return|test|\[|cd|pwd|export|unset|set|shift|date|sleep|mkdir|touch|rm|mv|cp|ln|chmod|ls|find|git|notify-send|osascript|afplay|paplay|say|which|type|command|hash|trap|umask|wait|kill|basename|dirname|realpath|readlink|id|whoami|uname|hostname|terminal-notifier|curl|wget|if|then|fi)$/;

/** Whether a call could read the event: it gets it, and is not known to leave it alone. */
export function couldReadEvent({ words, getsEvent }: ShellCall): boolean {
  const [first] = words;
  if (!getsEvent || first === undefined) return false;
  const name = nameOf(first.value);
  const args = words.slice(1).map(word => literalOf(word) ?? word.value);
  if (name === 'curl' || name === 'wget') return args.some(arg => /^@-$|^@\/dev\/stdin|=@-$/.test(arg));
  if (readShellStart(name, args)?.text !== undefined || name === 'eval') return false;
  return !silentReaders.test(name);
}
