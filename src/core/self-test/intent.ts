import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../json/json-value.ts';
import type { ProbeResult } from './probe.ts';
import { stderrOf, stdoutOf } from './text-of-run.ts';

/** Keys with which hooks try to decide, whether the client knows them or not, in one spelling. */
const decisionKeys: Readonly<Record<string, (value: JsonValue) => Intent>> = {
  permissiondecision: ofWord,
  decision: ofWord,
  action: ofWord,
  verdict: ofWord,
  result: ofWord,
  status: ofWord,
  behavior: ofWord,
  permission: ofWord,
  approve: value => ofFlag(value, false),
  approved: value => ofFlag(value, false),
  allow: value => ofFlag(value, false),
  allowed: value => ofFlag(value, false),
  ok: value => (value === false ? 'stop' : 'none'),
  block: value => ofFlag(value, true),
  blocked: value => ofFlag(value, true),
  deny: value => ofFlag(value, true),
  denied: value => ofFlag(value, true),
  reject: value => ofFlag(value, true),
  rejected: value => ofFlag(value, true),
};

/** What an output means to say, whether the client understands it or not. */
export type Intent = 'stop' | 'pass' | 'none';

function ofWord(value: JsonValue): Intent {
  if (isJsonObject(value)) return intentOfJson(value);
  if (typeof value !== 'string') return 'none';
  if (/^(?:deny|denied|den(?:y|ied)_\w+|block(?:ed)?|reject(?:ed)?|refused?|forbid(?:den)?|ask)$/i.test(value.trim()))
    return 'stop';
  return /^(?:allow(?:ed)?|approved?|accept)$/i.test(value.trim()) ? 'pass' : 'none';
}

function ofFlag(value: JsonValue, stops: boolean): Intent {
  if (typeof value !== 'boolean') return 'none';
  return value === stops ? 'stop' : 'pass';
}

function normal(key: string): string {
  return key.replace(/[_-]/g, '').toLowerCase();
}

/** A key of an object that looks like a decision, and what it says. */
export interface DecisionKey {
  /** As it stands, such as `hookSpecificOutput.permission_decision`. */
  readonly path: string;
  readonly key: string;
  readonly value: JsonValue;
  readonly intent: Intent;
}

/** How deep a decision is looked for. */
const deepest = 3;

/** The keys that look like a decision, at the top and in objects below. */
export function findDecisionKeys(value: JsonObject, prefix = '', depth = 1): DecisionKey[] {
  return Object.entries(value).flatMap(([key, item]): DecisionKey[] => {
    const read = Object.hasOwn(decisionKeys, normal(key)) ? decisionKeys[normal(key)] : undefined;
    const own = read === undefined ? [] : [{ path: `${prefix}${key}`, key, value: item, intent: read(item) }];
    const nested = isJsonObject(item) && depth < deepest ? findDecisionKeys(item, `${prefix}${key}.`, depth + 1) : [];
    return [...own, ...nested];
  });
}

/** What a parsed output means to say; `stop` wins. */
export function intentOfJson(value: JsonObject): Intent {
  if (ownField(value, 'continue') === false) return 'stop';
  const intents = findDecisionKeys(value).map(({ intent }) => intent);
  if (intents.includes('stop')) return 'stop';
  return intents.includes('pass') ? 'pass' : 'none';
}

const stopInText = [
  /["']?permission_?decision["']?\s*[:=]\s*["']?(?:deny|denied|block|blocked|ask|reject)\b/i,
  /["']decision["']\s*:\s*["'](?:deny|denied|block|blocked|ask|reject)\b/i,
  /["'](?:approved?|allow(?:ed)?|continue)["']\s*:\s*false\b/i,
  /["'](?:block(?:ed)?|den(?:y|ied))["']\s*:\s*true\b/i,
];

/** Whether a text that need not parse holds a decision to stop, written as a field. */
export function holdsStop(text: string): boolean {
  return stopInText.some(form => form.test(text));
}

const notStopped =
  /\b(?:not|never|nothing|no|isn't|wasn't|won't|would be|would have been|when|if|0)\s+(?:blocked|denied|refused|rejected|forbidden|blocking)\b|\b(?:blocked|denied|refused|rejected)\b\s*[:=]\s*(?:0|false|none)\b/gi;
const stopped =
  /\b(?:block(?:ed|ing)|den(?:ied|ying)|refus(?:ed|ing)|reject(?:ed|ing)|forbidden|prohibited|disallowed|not (?:allowed|permitted)|aborted)\b|^[ \t]{0,8}(?:DENY|BLOCK|STOP)\b/im;

/** Whether a text says that something is refused. */
export function saysStopped(text: string): boolean {
  return stopped.test(text.replace(notStopped, ''));
}

const errorWords = [
  /Traceback \(most recent call last\)/,
  /\b[A-Z][A-Za-z]*(?:Error|Exception)\b/,
  /\bNo module named\b|\bCannot find (?:module|package)\b/i,
  /\bcommand not found\b|: not found\b|\bNo such file or directory\b|\bPermission denied\b|\bArgument list too long\b/,
  /\b(?:jq|yq): (?:error|parse error)|\bparse error\b|\b[Ss]yntax error\b|\bunbound variable\b|\bbad substitution\b/,
  /\bfatal:|\bpanic:|\bpanicked at\b|\bUncaught\b|\bunhandled (?:promise )?rejection\b/i,
];

/** Whether a text tells of a program that went wrong. */
export function tellsOfError(text: string): boolean {
  return errorWords.some(form => form.test(text));
}

/** Whether a message of a hook says that it could not do its work. */
export function tellsOfTrouble(text: string): boolean {
  const rest = text.replace(/\b(?:0|no|without|zero) (?:errors?|failures?|failed|exceptions?)\b/gi, '');
  return tellsOfError(rest) || trouble.test(rest);
}

const trouble =
  /\b(?:errors?|failed|failure|could not|couldn't|cannot|can't|unable to|crash(?:ed)?|exception|not (?:valid|available|loaded|installed))\b/i;

/** How much of each output is looked at, in characters. */
const longestWords = 100_000;

/** What a hook printed, both ways, without what it only repeats of the event. */
export function ownWords({ probe, run }: ProbeResult): string {
  const both = `${stdoutOf(run).slice(0, longestWords)}\n${stderrOf(run).slice(0, longestWords)}`;
  return stringsOf(probe.event)
    .filter(text => text.length >= 4)
    .sort((a, b) => b.length - a.length)
    .reduce((text, part) => text.replaceAll(part, '').replaceAll(JSON.stringify(part).slice(1, -1), ''), both)
    .trim();
}

function stringsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(item => stringsOf(item as JsonValue));
}
