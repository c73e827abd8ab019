import { isOpen } from '../pattern.ts';
import type { Command, ShellReading } from '../shell/reading.ts';
import { knownText, readArguments } from './arguments.ts';

/** Whether a command prints the whole environment to somebody who sees it all. */
export function printsEnvironment(command: Command, reading: ShellReading): boolean {
  return namesAll(command) && !toNowhere(command) && !isNarrowed(command, reading);
}

function namesAll(command: Command): boolean {
  const args = command.words.slice(1).map(({ pattern }) => pattern);
  switch (command.program) {
    case 'env':
      return command.wraps !== true && runsNothing(command);
    case 'printenv':
      return args.every(word => word === '-0' || word === '--null');
    case 'set':
      return args.length === 0;
    case 'export':
    case 'declare':
    case 'typeset':
    case 'readonly':
      return args.every(word => /^-[prxfFg]+$/.test(word)) && !args.some(word => /[fF]/.test(word));
    case 'compgen':
      return args.some(word => /^-[a-z]*[ev]/.test(word));
    case 'ps':
      return args.some(word => /^[A-Za-z]*e[A-Za-z]*$/.test(word));
    case 'jq':
      return args.some(word => /^(?:env|\$ENV)(?:$|\s*\|)/.test(word.trim()));
    case 'get-childitem':
    case 'gci':
    case 'dir':
    case 'ls':
      return args.some(word => /^env:[\\/]?\*?$/i.test(word));
    default:
      return false;
  }
}

function runsNothing(command: Command): boolean {
  const { operands } = readArguments(
    command.words.slice(1),
    new Set('-u --unset -C --chdir -S --split-string'.split(' ')),
  );
  return operands.every(({ pattern }) => /^[A-Za-z_]\w*=/.test(pattern));
}

function toNowhere({ redirections }: Command): boolean {
  return redirections.some(
    ({ direction, descriptor, target }) => direction !== 'read' && descriptor !== 2 && target === '/dev/null',
  );
}

const secret = /secret|token|passw|pwd|key|cred|auth|private|api|access|session|cookie|database|_url|dsn|conn/i;

/** Whether all that reads the output lets through lines of a harmless kind, or only names or counts. */
function isNarrowed(command: Command, { commands }: ShellReading): boolean {
  return command.feeds.length > 0 && command.feeds.every(index => narrows(commands[index]));
}

function narrows(command: Command | undefined): boolean {
  if (command === undefined) return false;
  const args = command.words.slice(1);
  const known = args.map(knownText);
  switch (command.program) {
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rg':
      return narrowsLines(command);
    case 'wc':
      return true;
    case 'cut':
      return (
        known.some(word => word === '-d=' || word === '=') &&
        known.some((word, at) => word === '-f1' || (word === '-f' && known[at + 1] === '1'))
      );
    case 'sed':
      return known.some(word => /^s(.)=\.\*\1+g?$/.test(word ?? ''));
    case 'awk':
      return known.includes('-F=') && known.some(word => /^\{\s*print \$1\s*\}$/.test(word ?? ''));
    default:
      return false;
  }
}

function narrowsLines(command: Command): boolean {
  const given = readArguments(
    command.words.slice(1),
    new Set('-e -m -A -B -C -f --regexp --max-count --color'.split(' ')),
  );
  if (given.options.some(({ name }) => name === '-c' || name === '-q' || name === '--count' || name === '--quiet'))
    return true;
  if (given.options.some(({ name }) => /^(?:-v|--invert-match|-f|--file)$/.test(name))) return false;
  const patterns = given.options.flatMap(({ name, value }) => (name === '-e' || name === '--regexp' ? [value] : []));
  const all = patterns.length > 0 ? patterns : given.operands.slice(0, 1);
  return all.length > 0 && all.every(word => word !== undefined && !isOpen(word.pattern) && isHarmless(word.pattern));
}

/** A pattern that names something which does not sound like a secret. */
function isHarmless(pattern: string): boolean {
  if (secret.test(pattern)) return false;
  return pattern
    .split(/\\?\|/)
    .every(choice => /[A-Za-z0-9]{2,}/.test(choice) && !/\.\*$/.test(choice.replace(/[A-Za-z0-9_]{2,}=?\.\*$/, '')));
}
