import { nameOf } from '../../analysis/path-text.ts';
import { isBackground } from '../../client/judge-run.ts';
import { eventInfo } from '../../event/catalogue.ts';
import type { NamedFile } from '../self-test-view.ts';
import { ownFiles, type PlacedHook } from './placed-hook.ts';

/** What a hook is for: to stop something, only to look, or what cannot be told. */
export type Intent = 'gate' | 'observer' | 'unknown';

const stops =
  /\bexit\s*\(?\s*2\b|permissionDecision|"decision"|\bBLOCK(?:ED)?\b|\bblocked\b|\bdenied\b|\bdeny\b|\bforbidden\b|\bnot allowed\b|\brefuse[ds]?\b|\brejected\b|sys\.exit\([12]\)|process\.exit\([12]\)|>&2\s*(?:[;}&)]|\n)[\s;}&)]*exit\s+[1-9]/i;
const guardName =
  /guard|protect|block|deny|forbid|prevent|restrict|firewall|enforce|polic|secur|secret|validat|verif|gate|check|lint|safe|sandbox|approv/i;
const observerName =
  /(?:^|[-_./])(?:log|logger|logging|audit|notif\w*|format\w*|prettier|telemetry|metrics?|track\w*|record\w*|trace|sound|beep|backup|timer|status|stats|otel|speak|say)(?:$|[-_./])/i;

/** Programs of the system that decide nothing by themselves. */
const plainPrograms =
  /^(?:cat|jq|tee|date|mkdir|touch|logger|notify-send|osascript|afplay|paplay|say|curl|wget|grep|sed|awk|head|tail|tr|cut|sort|uniq|wc|xargs|git|npx|prettier|eslint|black|ruff|gofmt|rustfmt|env|basename|dirname|sh|bash|python3?|node|terminal-notifier|powershell|pwsh)$/;

/** All that is known of what a hook's command says: the command, and the scripts and programs that it names. */
export function textsOf(placed: PlacedHook): readonly string[] {
  return [placed.facts.reading.text, ...ownFiles(placed).flatMap(({ text }) => text ?? [])];
}

/** Judges by the texts first, then by names. */
export function intentOf(placed: PlacedHook): Intent {
  const { hook, facts } = placed;
  if (hook.type === 'prompt' || hook.type === 'agent') return 'gate';
  if (hook.type !== 'command') return 'unknown';
  if (textsOf(placed).some(text => stops.test(text))) return 'gate';
  const { reading } = facts;
  const names = reading.started.map(({ word }) => nameOf(word.value)).filter(name => !plainPrograms.test(name));
  const scripts = ownFiles(placed).filter(({ named }) => !plainPrograms.test(nameOf(named)));
  const allRead = scripts.length === names.length && scripts.every(isRead);
  if (allRead && reading.shell?.fault === undefined) return 'observer';
  if (names.some(name => guardName.test(name))) return 'gate';
  return names.length > 0 && names.every(name => observerName.test(name)) ? 'observer' : 'unknown';
}

function isRead({ text }: NamedFile): boolean {
  return text !== undefined;
}

/** Whether a hook may be meant to stop a tool call or something else that its event announces. */
export function mayBeGate(placed: PlacedHook): boolean {
  const { role } = eventInfo(placed.hook.event);
  if (role === 'notice') return false;
  const intent = intentOf(placed);
  return role === 'gate' ? intent !== 'observer' : intent === 'gate';
}

/** Whether it is certain enough that a hook is meant to stop something, and the client waits for it. */
export function isGate(placed: PlacedHook): boolean {
  return eventInfo(placed.hook.event).role !== 'notice' && intentOf(placed) === 'gate' && !isBackground(placed.hook);
}

/** How the hook is called in a message: the script or program that does its work. */
export function shortName({ facts, hook }: PlacedHook): string {
  const { started, text } = facts.reading;
  const script =
    started.find(({ role }) => role === 'script') ??
    started.find(({ word }) => !plainPrograms.test(nameOf(word.value)));
  if (script !== undefined) return nameOf(script.word.value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text === '' ? hook.type : text;
}
