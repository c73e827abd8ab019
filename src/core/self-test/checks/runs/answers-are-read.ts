import type { Severity } from '../../../problem/problem.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { decidesToStop, findingOf, isPlain, stops, type TriedHook, triedHooks, withWhat } from '../../hook-results.ts';
import { holdsStop, type Intent } from '../../intent.ts';
import { findLostJson, type LostCause, type LostJson } from '../../lost-json.ts';
import type { ProbeResult } from '../../probe.ts';
import { stderrOf, stdoutOf } from '../../text-of-run.ts';

/** What a hook prints is one JSON object on standard output, or nothing that was meant to be one. */
export const answersAreRead: Check = {
  name: 'answers-are-read',
  codes: ['hook/text-around-json', 'hook/several-objects', 'hook/broken-json', 'hook/json-on-stderr'],
  reads: 'runs',
  run: view => triedHooks(view).flatMap(tried => [...lostJson(tried), ...jsonOnStderr(tried)]),
};

interface Seen {
  readonly result: ProbeResult;
  readonly lost: LostJson;
}

function lostJson(tried: TriedHook): Finding[] {
  const all = tried.results
    .filter(result => isPlain(result) && isUnread(result))
    .flatMap((result): Seen[] => {
      const lost = findLostJson(stdoutOf(result.run));
      return lost === undefined ? [] : [{ result, lost }];
    });
  const codes = [...new Set(all.map(({ lost }) => words[lost.cause].code))];
  return codes.map(code => {
    const seen = all.filter(({ lost }) => words[lost.cause].code === code);
    return report(
      tried,
      seen.toSorted((a, b) => weight(b.lost.intent) - weight(a.lost.intent)),
    );
  });
}

function isUnread({ verdict: { output } }: ProbeResult): boolean {
  return output.kind === 'text' || output.kind === 'broken';
}

function weight(intent: Intent): number {
  return intent === 'stop' ? 2 : intent === 'pass' ? 1 : 0;
}

const one = 'print exactly one JSON object and nothing else';

const words: Readonly<
  Record<
    LostCause,
    { code: 'hook/text-around-json' | 'hook/several-objects' | 'hook/broken-json'; what: string; help: string }
  >
> = {
  'text-before': {
    code: 'hook/text-around-json',
    what: 'other text stands before the JSON',
    help: `${one}: send everything else to stderr, and look for an \`echo\` in the shell's profile`,
  },
  'text-after': {
    code: 'hook/text-around-json',
    what: 'other text stands after the JSON',
    help: `${one}: send everything else to stderr, and end the hook right after it has decided`,
  },
  'several-objects': {
    code: 'hook/several-objects',
    what: 'several JSON objects stand one after the other',
    help: `${one}: put the fields into one object, and send what other programs print to stderr`,
  },
  array: { code: 'hook/broken-json', what: 'the object stands in a list', help: `${one}, without a list around it` },
  string: { code: 'hook/broken-json', what: 'the object is encoded twice', help: `${one}, encoded once` },
  'single-quotes': {
    code: 'hook/broken-json',
    what: 'it has single quotes, which JSON has not',
    help: 'print it with `json.dumps`, `JSON.stringify` or `jq -n`, not as the language shows a value',
  },
  truncated: {
    code: 'hook/broken-json',
    what: 'the JSON is cut off',
    help: `${one}: flush the output before the program ends, and keep it short`,
  },
  unescaped: {
    code: 'hook/broken-json',
    what: 'the JSON does not parse',
    help: 'make it with `jq -n --arg reason "$reason"`, `json.dumps` or `JSON.stringify`, so that quotes and line ends are escaped',
  },
};

function report(tried: TriedHook, seen: readonly Seen[]): Finding {
  const lost = seen[0]?.lost ?? { cause: 'unescaped', intent: 'none' };
  const results = seen.map(({ result }) => result);
  const { code, what, help } = words[lost.cause];
  const around = lost.around === undefined || lost.around === '' ? '' : ` (\`${lost.around.replaceAll('`', "'")}\`)`;
  const { end, severity } = outcome(lost.intent, results);
  return findingOf(tried, code, results, {
    message: `${withWhat(results)} ${what}${around}, so ${end}`,
    help,
    severity,
  });
}

/** What is lost, and how much that weighs. */
function outcome(intent: Intent, results: readonly ProbeResult[]): { end: string; severity: Severity } {
  const stopped = results.every(stops);
  if (intent === 'stop' && !stopped) return { end: 'the decision is lost and the call runs', severity: 'error' };
  if (intent === 'stop') return { end: 'the reason is lost', severity: 'warning' };
  return { end: 'nothing of it counts', severity: 'warning' };
}

/** A decision that goes to standard error is read by nobody, unless the exit code stops the call. */
function jsonOnStderr(tried: TriedHook): Finding[] {
  const seen = tried.results.filter(
    result => isPlain(result) && !decidesToStop(result) && isDecision(stderrOf(result.run)),
  );
  if (seen.length === 0) return [];
  const severity = seen.every(stops) ? 'warning' : 'error';
  return [
    findingOf(tried, 'hook/json-on-stderr', seen, {
      message: `${withWhat(seen)} this hook prints its decision to stderr, where the client does not look for it, and the call runs`,
      help: 'print the JSON to stdout, or end with `exit 2` and only the reason on stderr',
      severity,
    }),
  ];
}

function isDecision(stderr: string): boolean {
  return stderr.includes('{') && holdsStop(stderr);
}
