import { findRepeatedKey } from '../../../client/read-output.ts';
import { eventInfo } from '../../../event/catalogue.ts';
import { type JsonObject, ownField, ownString } from '../../../json/json-value.ts';
import type { ProblemCode } from '../../../problem/catalogue.ts';
import type { Check } from '../../check.ts';
import { correctAnswer } from '../../correct-answer.ts';
import type { Finding } from '../../finding.ts';
import { findingOf, isPlain, isWaitedFor, stops, type TriedHook, triedHooks, withWhat } from '../../hook-results.ts';
import { type DecisionKey, findDecisionKeys, holdsStop, type Intent, intentOfJson } from '../../intent.ts';
import type { ProbeResult } from '../../probe.ts';
import { stdoutOf } from '../../text-of-run.ts';

/** The JSON that a hook prints says what the client understands. */
export const answersCount: Check = {
  name: 'answers-count',
  codes: [
    'hook/event-name',
    'hook/decision-word',
    'hook/bad-field',
    'hook/unknown-key',
    'hook/old-decision',
    'hook/repeated-key',
    'hook/continue-false',
    'hook/async-output',
  ],
  reads: 'runs',
  run: view =>
    triedHooks(view).flatMap(tried => [
      ...refused(tried),
      ...unknownKeys(tried),
      ...oldDecision(tried),
      ...repeatedKey(tried),
      ...continueFalse(tried),
      ...asyncOutput(tried),
    ]),
};

function plain({ results }: TriedHook): readonly ProbeResult[] {
  return results.filter(isPlain);
}

/** An answer that the client throws away, by the first field for which it does. */
function refused(tried: TriedHook): Finding[] {
  const byCode = new Map<ProblemCode, { result: ProbeResult; fault: string; intent: Intent }[]>();
  for (const result of plain(tried)) {
    const { output } = result.verdict;
    if (output.kind !== 'refused' && output.kind !== 'output') continue;
    const fault = output.kind === 'refused' ? output.faults[0] : output.ignored;
    if (fault === undefined) continue;
    const code = codeOfFault(fault.path);
    const seen = byCode.get(code) ?? [];
    const intent = holdsStop(stdoutOf(result.run)) ? 'stop' : intentOfJson(output.value);
    byCode.set(code, [...seen, { result, fault: fault.message, intent }]);
  }
  return [...byCode].map(([code, all]) => {
    const seen = all.toSorted((a, b) => Number(b.intent === 'stop') - Number(a.intent === 'stop'));
    const results = seen.map(({ result }) => result);
    const lost = seen[0]?.intent === 'stop' && !results.every(stops);
    const end = lost ? 'the client drops the answer and the call runs' : 'the client drops the whole answer';
    return findingOf(tried, code, results, {
      message: `in what this hook prints ${withWhat(results)}, ${seen[0]?.fault ?? 'a field is wrong'}, so ${end}`,
      help: `print ${correctAnswer(tried.hook.event)}`,
      severity: lost ? 'error' : 'warning',
    });
  });
}

function codeOfFault(path: string): ProblemCode {
  if (path === 'hookSpecificOutput.hookEventName') return 'hook/event-name';
  return path === 'decision' || path === 'hookSpecificOutput.permissionDecision'
    ? 'hook/decision-word'
    : 'hook/bad-field';
}

/** Keys that look like a decision, in an answer that the client takes and in which it finds none. */
function unknownKeys(tried: TriedHook): Finding[] {
  if (!isStoppableByAnswer(tried)) return [];
  const seen = plain(tried).flatMap(result => {
    const { output, decision } = result.verdict;
    if (output.kind !== 'output' || output.ignored !== undefined || decision !== 'none') return [];
    const key = strongest(findDecisionKeys(output.value).filter(({ path }) => !isRead(path, tried.hook.event)));
    return key === undefined || key.intent === 'none' ? [] : [{ result, key }];
  });
  const [first] = seen.toSorted((a, b) => Number(b.key.intent === 'stop') - Number(a.key.intent === 'stop'));
  if (first === undefined) return [];
  const same = seen.filter(({ key }) => key.intent === first.key.intent).map(({ result }) => result);
  const shown = JSON.stringify(first.key.value);
  const stop = first.key.intent === 'stop';
  return [
    findingOf(tried, 'hook/unknown-key', same, {
      message: `${withWhat(same)} this hook answers \`"${first.key.path}": ${shown}\`, which the client does not read${stop ? ', and the call runs' : ''}`,
      help: stop ? `print ${correctAnswer(tried.hook.event)}` : 'print nothing where the hook has no objection',
      severity: stop ? 'error' : 'warning',
    }),
  ];
}

function isStoppableByAnswer({ hook }: TriedHook): boolean {
  const { deny } = eventInfo(hook.event);
  return deny !== undefined;
}

function strongest(keys: readonly DecisionKey[]): DecisionKey | undefined {
  return keys.find(({ intent }) => intent === 'stop') ?? keys.find(({ intent }) => intent === 'pass');
}

/** Whether the client reads a decision at a place of the answer to an event. */
function isRead(path: string, event: string): boolean {
  const { deny } = eventInfo(event);
  if (path === 'hookSpecificOutput.permissionDecision') return deny === 'permission-decision';
  if (path === 'hookSpecificOutput.decision') return deny === 'permission-request';
  if (path === 'hookSpecificOutput.action') return deny === 'elicitation';
  return path === 'decision' && deny !== 'exit-code';
}

function oldDecision(tried: TriedHook): Finding[] {
  if (eventInfo(tried.hook.event).deny !== 'permission-decision') return [];
  const seen = plain(tried).filter(
    ({ verdict: { output, cause } }) =>
      cause === 'output' && output.kind === 'output' && ownString(output.value, 'decision') !== undefined,
  );
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/old-decision', seen, {
      message: `${withWhat(seen)} this hook answers with \`decision\` at the top, a form that is deprecated for ${tried.hook.event}`,
      help: `print ${correctAnswer(tried.hook.event)}`,
    }),
  ];
}

function repeatedKey(tried: TriedHook): Finding[] {
  const seen = plain(tried).flatMap(result => {
    const { kind } = result.verdict.output;
    const key = kind === 'output' || kind === 'refused' ? findRepeatedKey(stdoutOf(result.run)) : undefined;
    return key === undefined ? [] : [{ key, result }];
  });
  const results = seen.map(({ result }) => result);
  if (results.length === 0) return [];
  const lost = results.some(result => holdsStop(stdoutOf(result.run)) && !stops(result));
  return [
    findingOf(tried, 'hook/repeated-key', results, {
      message: `${withWhat(results)} the key \`${seen[0]?.key}\` stands twice in what this hook prints, and only the last one counts${lost ? ', so the call runs' : ''}`,
      help: `print ${correctAnswer(tried.hook.event)}, each key once`,
      severity: lost ? 'error' : 'warning',
    }),
  ];
}

function continueFalse(tried: TriedHook): Finding[] {
  if (eventInfo(tried.hook.event).role !== 'gate') return [];
  const seen = plain(tried).filter(result => !stops(result) && saysContinueFalse(result));
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/continue-false', seen, {
      message: `${withWhat(seen)} this hook answers \`"continue": false\`, which ends the turn but not the call: the tool still runs`,
      help: `print ${correctAnswer(tried.hook.event)}`,
    }),
  ];
}

function saysContinueFalse({ verdict: { output } }: ProbeResult): boolean {
  return output.kind === 'output' && ownField(output.value, 'continue') === false;
}

function asyncOutput(tried: TriedHook): Finding[] {
  if (!isWaitedFor(tried.hook)) return [];
  const seen = plain(tried).filter(
    ({ run, verdict: { output } }) => output.kind === 'async' && saysStopBeside(stdoutOf(run)),
  );
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/async-output', seen, {
      message: `${withWhat(seen)} this hook answers \`"async": true\`, so nothing else in its answer counts and the call runs`,
      help: `leave \`async\` out of the answer: print ${correctAnswer(tried.hook.event)}`,
    }),
  ];
}

function saysStopBeside(stdout: string): boolean {
  try {
    return intentOfJson(JSON.parse(stdout.replace(/^\uFEFF/, '')) as JsonObject) === 'stop';
  } catch {
    return holdsStop(stdout);
  }
}
