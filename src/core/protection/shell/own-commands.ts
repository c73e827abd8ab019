import { isProgram } from '../../settings/own-entry.ts';
import { nameOf } from '../path-text.ts';
import type { Finding } from './finding.ts';
import type { Pattern } from './pattern.ts';

/** Commands that loosen or end the guard, or rewire it. */
const forPersons = new Set(['approve', 'trust', 'uninstall', 'init']);
const harmlessOptions = new Set(['--help', '-h', '--dry-run']);
const runtimes = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx']);
const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun', 'brew', 'cargo', 'volta', 'winget', 'choco', 'scoop']);
/** A hook that is killed has said nothing, and older clients let the call run. */
const killers = new Set(['pkill', 'killall', 'kill', 'skill']);
const takeAway = new Set(['uninstall', 'unlink', 'remove', 'rm', 'r', 'un']);

/** Whether a simple command is one of hooklaw's that only a person may give. */
export function findOwnCommand(name: Pattern, args: readonly Pattern[]): Finding | undefined {
  if (isHooklaw(name)) return judgeWords(args);
  const program = nameOf(name);
  if (runtimes.has(program)) {
    const named = args.findIndex(word => word.endsWith('hooklaw.js'));
    const script = named === -1 ? args.findIndex(word => !word.startsWith('-')) : named;
    if (script !== -1 && isHooklaw(args[script] ?? '')) return judgeWords(args.slice(script + 1));
  }
  if (packageManagers.has(program) && args.some(word => takeAway.has(word)) && args.includes('hooklaw'))
    return { kind: 'own-command', command: `${program} ${args.join(' ')}` };
  if (killers.has(program) && args.some(word => word.includes('hooklaw')))
    return { kind: 'own-command', command: `${program} ${args.join(' ')}` };
  return undefined;
}

/** `hooklaw`, its path, its script, and `hooklaw@1.2.3` as package runners take it. */
function isHooklaw(word: Pattern): boolean {
  return isProgram(word.replace(/@[\w.^~-]+$/, ''), undefined);
}

/** What became of a call is for the client to report: a feigned report would give a budget back, or feign a prerequisite. */
function feignedReport(event: Pattern): Finding {
  return { kind: 'own-command', command: `hooklaw hook ${event}`.trim() };
}

function judgeWords(args: readonly Pattern[]): Finding | undefined {
  const [command, ...rest] = args.filter(word => !word.startsWith('-'));
  if (command === undefined || args.some(word => harmlessOptions.has(word))) return undefined;
  if (forPersons.has(command)) return { kind: 'own-command', command: `hooklaw ${command}` };
  if (command === 'hook' && rest[0] !== undefined && rest[0] !== 'PreToolUse') return feignedReport(rest[0]);
  if (command === 'hook' && rest[0] === undefined) return feignedReport('');
  const releases = command === 'log' && rest.includes('reservations') && args.some(word => /^--release/.test(word));
  return releases ? { kind: 'own-command', command: 'hooklaw log reservations --release' } : undefined;
}
