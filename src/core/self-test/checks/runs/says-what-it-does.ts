import { judgeRun } from '../../../client/judge-run.ts';
import { ownString } from '../../../json/json-value.ts';
import type { Check } from '../../check.ts';
import { correctAnswer } from '../../correct-answer.ts';
import type { Finding } from '../../finding.ts';
import {
  decidesToStop,
  findingOf,
  isBackgroundEntry,
  isPlain,
  isWaitedFor,
  looksLikeGuard,
  stops,
  type TriedHook,
  triedHooks,
  withWhat,
} from '../../hook-results.ts';
import { holdsStop, intentOfJson, ownWords, saysStopped, tellsOfError, tellsOfTrouble } from '../../intent.ts';
import { findLostJson } from '../../lost-json.ts';
import type { ProbeResult } from '../../probe.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { stderrOf, stdoutOf } from '../../text-of-run.ts';

/** A hook that says that it blocks does, and one that goes wrong does not let the call pass. */
export const saysWhatItDoes: Check = {
  name: 'says-what-it-does',
  codes: ['hook/says-blocked', 'hook/swallowed-error', 'hook/async-guard'],
  reads: 'runs',
  run: view =>
    triedHooks(view).flatMap(tried =>
      isBackgroundEntry(tried.hook) ? asyncGuard(tried, view) : [...saysOnly(tried), ...swallowedError(tried)],
    ),
};

const twoWays = (event: string): string =>
  `to block, print the reason to stderr and end with \`exit 2\`, or print ${correctAnswer(event)}`;

/** A run that ended well and without a decision, and not because its JSON was lost: that has a finding of its own. */
function passesQuietly(result: ProbeResult): boolean {
  const { run, verdict } = result;
  const endedWell = (run.kind === 'exited' && run.exitCode === 0) || (run.kind === 'answered' && run.status < 300);
  if (!endedWell || verdict.decision !== 'none' || !isPlain(result) || holdsStop(stderrOf(run))) return false;
  switch (verdict.output.kind) {
    case 'empty':
      return true;
    case 'text':
      return findLostJson(stdoutOf(run)) === undefined;
    case 'output':
      return intentOfJson(verdict.output.value) !== 'stop';
    default:
      return false;
  }
}

/** One finding of a hook: that it says to block weighs more than that it says anything. */
function saysOnly(tried: TriedHook): Finding[] {
  const blocked = saysBlocked(tried);
  return blocked.length > 0 ? blocked : onlyTalks(tried);
}

/** What a hook prints on these events is context that the model reads. */
const printsContext: readonly string[] = ['UserPromptSubmit', 'UserPromptExpansion'];

function saysBlocked(tried: TriedHook): Finding[] {
  if (!isWaitedFor(tried.hook) || printsContext.includes(tried.hook.event)) return [];
  const said = tried.results.filter(result => passesQuietly(result) && saysStopped(ownWords(result)));
  const seen = said.filter(({ probe }) => probe.expectation !== 'pass');
  const always = said.length > seen.length;
  const shown = always ? said : seen;
  if (shown.length === 0) return [];
  return [
    findingOf(tried, 'hook/says-blocked', shown, {
      message: `${withWhat(shown)} this hook says that it blocks and ends with exit code 0 without a decision, so the call runs`,
      help: twoWays(tried.hook.event),
      severity: always ? 'warning' : 'error',
    }),
  ];
}

/** A hook that is silent with harmless events, has something to say of others, and says it where nobody reads it. */
function onlyTalks(tried: TriedHook): Finding[] {
  if (!isWaitedFor(tried.hook) || printsContext.includes(tried.hook.event)) return [];
  const quiet = tried.results.filter(passesQuietly);
  const harmless = quiet.filter(({ probe }) => probe.expectation === 'pass');
  if (harmless.length === 0 || harmless.some(result => ownWords(result) !== '')) return [];
  const seen = quiet.filter(
    result =>
      result.probe.expectation !== 'pass' && result.verdict.output.kind !== 'output' && isTalk(ownWords(result)),
  );
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/says-blocked', seen, {
      message: `${withWhat(seen)} this hook prints a message and ends with exit code 0, so the call runs and the model reads nothing of it`,
      help: twoWays(tried.hook.event),
      severity: 'warning',
    }),
  ];
}

function isTalk(words: string): boolean {
  return words !== '' && !saysStopped(words) && !tellsOfError(words);
}

function swallowedError(tried: TriedHook): Finding[] {
  if (!isWaitedFor(tried.hook)) return [];
  const silentGuard = looksLikeGuard(tried) && !tried.results.some(result => isPlain(result) && decidesToStop(result));
  const seen = tried.results.filter(result => passesQuietly(result) && wentWrong(result, silentGuard));
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/swallowed-error', seen, {
      message: `${withWhat(seen)} something goes wrong in this hook, and it ends with exit code 0 all the same, so the call runs unjudged`,
      help: 'mend the error, and let the hook end with `exit 2` when it could not judge; do not catch errors to go on',
      severity: silentGuard ? 'error' : 'warning',
    }),
  ];
}

/** Of a guard that has stopped nothing, a plain complaint is taken for an error too. */
function wentWrong(result: ProbeResult, silentGuard: boolean): boolean {
  const { output } = result.verdict;
  if (tellsOfError(ownWords(result))) return true;
  if (output.kind === 'output') {
    const { value } = output;
    const message = ownString(value, 'systemMessage') ?? '';
    if (tellsOfTrouble(message) || ownString(value, 'error') !== undefined) return true;
  }
  return silentGuard && tellsOfTrouble(stderrOf(result.run));
}

/** What a hook that runs in the background would have done if it had been waited for. */
function asyncGuard(tried: TriedHook, { features }: SelfTestView): Finding[] {
  const { async: _async, asyncRewake: _rewake, ...entry } = tried.hook.entry;
  const waited = { ...tried.hook, entry };
  const seen = tried.results.filter(
    result => isPlain(result) && stops({ ...result, verdict: judgeRun(waited, result.run, features) }),
  );
  if (seen.length === 0 || !isWaitedFor(tried.hook)) return [];
  return [
    findingOf(tried, 'hook/async-guard', seen, {
      message: `${withWhat(seen)} this hook blocks, but it runs in the background and the client does not wait for it: the call runs`,
      help: 'remove `async` from the entry',
    }),
  ];
}
