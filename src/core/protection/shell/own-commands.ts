import { nameOf } from '../../analysis/path-text.ts';
import type { Pattern } from '../../analysis/pattern.ts';
import { isProgram } from '../../settings/own-entry.ts';
import type { Finding } from './finding.ts';

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
  if (killers.has(program) && args.some(word => /hooklaw|PreToolUse/i.test(word)))
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

/** Options whose value is the next word, whatever that looks like. */
const valued = new Set(['--law', '--state-dir', '--deadline', '--entry', '--project', '--scope', '--limit']);

function judgeWords(all: readonly Pattern[]): Finding | undefined {
  const args = all.filter((_, at) => !valued.has(all[at - 1] ?? ''));
  const [command, ...rest] = args.filter(word => !word.startsWith('-'));
  const end = args.indexOf('--');
  if (command === undefined || args.slice(0, end === -1 ? args.length : end).some(word => harmlessOptions.has(word)))
    return undefined;
  if (forPersons.has(command)) return { kind: 'own-command', command: `hooklaw ${command}` };
  const [event = ''] = rest;
  if (command === 'hook' && event !== 'PreToolUse') return feignedReport(event);
  const releases = command === 'log' && rest.includes('reservations') && args.some(word => /^--release/.test(word));
  return releases ? { kind: 'own-command', command: 'hooklaw log reservations --release' } : undefined;
}
