import type { Decision } from '../decision/decision.ts';
import { isJsonObject, type JsonValue, ownField } from '../json/json-value.ts';
import type { LawTest } from './schema.ts';
import type { Difference } from './test-report.ts';

type Expectation = LawTest['expect'];

/** What a test expects, in words. */
export function describeExpectation(expect: Expectation): string {
  if (typeof expect === 'string') return expect;
  const [effect = '', value] = Object.entries(expect)[0] ?? [];
  return `${effect} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** What came of a call, in words. */
export function describeDecision({ verdict, rule, warnings, rewrittenInput, failure }: Decision): string {
  const parts = [rule === undefined ? verdict : `${verdict} ${rule.id}`];
  if (warnings.length > 0) parts.push(`with ${warnings.length === 1 ? 'a warning' : `${warnings.length} warnings`}`);
  if (rewrittenInput !== undefined) parts.push(`rewritten to ${JSON.stringify(rewrittenInput)}`);
  if (failure !== undefined) parts.push(`because a check could not run (${failure})`);
  return parts.join(', ');
}

function warned({ trace }: Decision, rule: string): boolean {
  return trace.some(step => step.effect === 'warn' && step.outcome === 'fired' && step.rule.id === rule);
}

/** A message without the marker at its start and the rule at its end, which are the same for every text. */
function bareMessage(message: string): string {
  return message.replace(/^(?:BLOCKED|NEEDS APPROVAL|Allowed): /, '').replace(/ \[rule [\w.-]+\]$/, '');
}

const evenOut = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The text that a test waits for, and the one that the model reads instead; undefined where they agree. */
function findOtherMessage(expect: Expectation, { message, warnings }: Decision): Difference | undefined {
  if (typeof expect === 'string' || !('message' in expect) || expect.message === undefined) return undefined;
  const end = 'warn' in expect ? `[rule ${expect.warn}]` : undefined;
  const read = end === undefined ? message : warnings.find(text => text.endsWith(end));
  const wanted = evenOut(expect.message);
  if (read !== undefined && [read, bareMessage(read)].map(evenOut).includes(wanted)) return undefined;
  const whole = read !== undefined && wanted !== bareMessage(wanted);
  return { path: 'message', expected: wanted, got: read === undefined || whole ? read : bareMessage(read) };
}

function holdsVerdict(expect: Exclude<Expectation, string>, decision: Decision): boolean {
  const { verdict, rule, rewrittenInput } = decision;
  if ('deny' in expect) return (verdict === 'deny' || verdict === 'block') && rule?.id === expect.deny;
  if ('block' in expect) return verdict === 'block' && rule?.id === expect.block;
  if ('ask' in expect) return verdict === 'ask' && rule?.id === expect.ask;
  if ('warn' in expect) return warned(decision, expect.warn);
  return (
    verdict !== 'deny' && rewrittenInput !== undefined && rewriteDifferences(expect.rewrite, decision).length === 0
  );
}

/**
 * Whether a test's expectation holds. That a check could not run counts as its rule's denial only where the input has not
 * the declared shape: a rule whose expression fails by itself has decided nothing.
 */
export function holds(expect: Expectation, decision: Decision): boolean {
  const { verdict, rewrittenInput, warnings, failure, failureHint } = decision;
  if (failure !== undefined && failureHint !== 'shape' && expect !== 'deny') return false;
  if (expect === 'allow') return verdict === 'silent' || verdict === 'allow';
  if (expect === 'silent') return verdict === 'silent' && warnings.length === 0 && rewrittenInput === undefined;
  if (typeof expect === 'string') return verdict === expect;
  return holdsVerdict(expect, decision) && findOtherMessage(expect, decision) === undefined;
}

/** A value as a text whose lines can be compared. */
function toText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The places in which two values differ, the innermost ones. */
function compareValues(path: string, expected: JsonValue | undefined, got: JsonValue | undefined): Difference[] {
  if (JSON.stringify(expected) === JSON.stringify(got)) return [];
  if (isJsonObject(expected) && isJsonObject(got)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(got)])];
    return keys.flatMap(key => compareValues(`${path}.${key}`, ownField(expected, key), ownField(got, key)));
  }
  return [{ path, expected: toText(expected), got: toText(got) }];
}

function rewriteDifferences(fields: Readonly<Record<string, unknown>>, { rewrittenInput }: Decision): Difference[] {
  return Object.entries(fields).flatMap(([field, value]) => {
    const got =
      rewrittenInput !== undefined && Object.hasOwn(rewrittenInput, field) ? rewrittenInput[field] : undefined;
    return compareValues(`input.${field}`, value as JsonValue, got);
  });
}

/** The values that are others than a test expects; none where already the verdict is another. */
export function findDifferences(expect: Expectation, decision: Decision): Difference[] {
  if (typeof expect === 'string') return [];
  if ('rewrite' in expect) {
    return decision.rewrittenInput === undefined ? [] : rewriteDifferences(expect.rewrite, decision);
  }
  const other = holdsVerdict(expect, decision) ? findOtherMessage(expect, decision) : undefined;
  return other === undefined ? [] : [other];
}
