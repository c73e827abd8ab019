import { eventInfo } from '../../../event/catalogue.ts';
import type { JsonValue } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { correctAnswer } from '../../correct-answer.ts';
import type { Finding } from '../../finding.ts';
import { findingOf, isPlain, type TriedHook, triedHooks, withWhat } from '../../hook-results.ts';
import { holdsStop, type Intent, intentOfJson } from '../../intent.ts';
import type { ProbeResult } from '../../probe.ts';
import { stderrOf, stdoutOf } from '../../text-of-run.ts';

/** The model reads why something was stopped, whole. */
export const reasonsArrive: Check = {
  name: 'reasons-arrive',
  codes: ['hook/lost-reason', 'hook/mixed-channels', 'hook/long-output'],
  reads: 'runs',
  run: view => triedHooks(view).flatMap(tried => [...lostReason(tried), ...mixedChannels(tried), ...longOutput(tried)]),
};

function endsWithTwo({ run, verdict }: ProbeResult): boolean {
  return run.kind === 'exited' && verdict.cause === 'exit-2';
}

function hasOwnReason({ verdict }: ProbeResult): boolean {
  return verdict.message !== undefined && !verdict.message.endsWith(': No stderr output');
}

function lostReason(tried: TriedHook): Finding[] {
  const seen = tried.results.filter(
    result => isPlain(result) && endsWithTwo(result) && stderrOf(result.run).trim() === '' && !hasOwnReason(result),
  );
  if (seen.length === 0) return [];
  const printed = seen.some(({ run }) => stdoutOf(run).trim() !== '');
  return [
    findingOf(tried, 'hook/lost-reason', seen, {
      message: printed
        ? `${withWhat(seen)} this hook ends with exit code 2 and prints its reason to stdout, where it is lost: the model reads \`No stderr output\``
        : `${withWhat(seen)} this hook ends with exit code 2 and says nothing, so the model does not learn why`,
      help: 'print the reason to stderr (`echo "…" >&2`), and say there what to do instead',
    }),
  ];
}

/** At exit code 2 only JSON that blocks is read; other JSON says what does not happen. */
function mixedChannels(tried: TriedHook): Finding[] {
  const seen = tried.results.flatMap(result => {
    if (!isPlain(result) || !endsWithTwo(result)) return [];
    const intent = unreadIntent(result);
    return intent === undefined || intent === 'none' ? [] : [{ result, intent }];
  });
  const results = seen.map(({ result }) => result);
  if (results.length === 0) return [];
  const allows = seen[0]?.intent === 'pass';
  return [
    findingOf(tried, 'hook/mixed-channels', results, {
      message: allows
        ? `${withWhat(results)} this hook prints JSON that allows and ends with exit code 2, which blocks all the same`
        : `${withWhat(results)} this hook ends with exit code 2 and prints JSON that the client does not read there`,
      help: `use one way: the reason on stderr and \`exit 2\`, or \`exit 0\` and ${correctAnswer(tried.hook.event)}`,
    }),
  ];
}

/** What the JSON beside an exit code 2 means to say; undefined when it is none, or is honoured. */
function unreadIntent({ run, verdict: { output } }: ProbeResult): Intent | undefined {
  const stdout = stdoutOf(run);
  switch (output.kind) {
    case 'output': {
      const intent = intentOfJson(output.value);
      return intent === 'stop' && isHonoured(output.value) ? undefined : intent;
    }
    case 'refused':
      return intentOfJson(output.value);
    case 'broken':
      return holdsStop(stdout) ? 'stop' : undefined;
    default:
      return undefined;
  }
}

function isHonoured(value: { readonly [key: string]: JsonValue }): boolean {
  const specific = value['hookSpecificOutput'];
  const inner = typeof specific === 'object' && specific !== null && !Array.isArray(specific) ? specific : {};
  return value['decision'] === 'block' || 'permissionDecision' in inner || 'decision' in inner || 'action' in inner;
}

/** What the client takes of one string, in characters. Observed in 2.1.332. */
const longest = 10_000;

function longOutput(tried: TriedHook): Finding[] {
  const seen = tried.results.filter(result => isPlain(result) && longestText(result, tried.hook.event) > longest);
  if (seen.length === 0) return [];
  const most = Math.max(...seen.map(result => longestText(result, tried.hook.event)));
  return [
    findingOf(tried, 'hook/long-output', seen, {
      message: `${withWhat(seen)} this hook prints a text of ${most} characters; the client takes ${longest} of it`,
      help: 'print a summary, and name a file for the rest',
    }),
  ];
}

function longestText({ run, verdict }: ProbeResult, event: string): number {
  const { output, cause } = verdict;
  if (output.kind === 'output') return Math.max(0, ...stringsOf(output.value).map(text => text.length));
  if (cause === 'exit-2') return stderrOf(run).length;
  const isContext = eventInfo(event).additionalContext && !eventInfo(event).tool;
  return output.kind === 'text' && isContext ? stdoutOf(run).length : 0;
}

function stringsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(item => stringsOf(item as JsonValue))
    : [];
}
