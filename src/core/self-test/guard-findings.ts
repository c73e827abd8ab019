import type { ConfiguredHook } from '../client/hook-source.ts';
import { isBackground, onFailureBlocks } from '../client/judge-run.ts';
import { ownField } from '../json/json-value.ts';
import { createProblem } from '../problem/problem.ts';
import { isOwnEntry } from '../settings/own-entry.ts';
import { eventsToWire } from '../settings/wiring.ts';
import type { Finding } from './finding.ts';
import type { SelfTestView } from './self-test-view.ts';

/** hooklaw's own hooks among those of a view, in force or not. */
export function ownHooks({ inForce }: Pick<SelfTestView, 'inForce'>): {
  readonly inForce: readonly ConfiguredHook[];
  readonly off: readonly ConfiguredHook[];
} {
  const isOwn = ({ entry }: ConfiguredHook): boolean => isOwnEntry(entry);
  return { inForce: inForce.hooks.filter(isOwn), off: inForce.off.map(({ hook }) => hook).filter(isOwn) };
}

/** Whether hooklaw is wired in, on every event that it needs and without anything that narrows it. */
export function findWiringFaults(view: SelfTestView, lawFiles: readonly string[]): Finding[] {
  const own = ownHooks(view);
  const gate = own.inForce.filter(({ event }) => event === 'PreToolUse');
  if (gate.length === 0) return [notInForce(own.off, lawFiles)].flatMap(finding => finding ?? []);
  const findings = gate.flatMap(hook => findNarrowing(hook, view));
  const http = gate.some(({ type }) => type === 'http') ? { http: '' } : {};
  const missing = eventsToWire(http).filter(event => !own.inForce.some(hook => hook.event === event));
  const [first] = gate;
  if (missing.length > 0 && first !== undefined) {
    findings.push({
      ...createProblem('guard/partly-wired', {
        file: first.source.file,
        span: first.span,
        message: `hooklaw is not called on ${missing.join(', ')}`,
        help: 'run `hooklaw init` again: budgets, records and the answer to changed settings need these events',
      }),
      hook: first,
    });
  }
  return findings;
}

function notInForce(off: readonly ConfiguredHook[], lawFiles: readonly string[]): Finding | undefined {
  const [hook] = off;
  const [law] = lawFiles;
  if (hook === undefined && law === undefined) return undefined;
  const place = hook === undefined ? { file: law ?? '' } : { file: hook.source.file, span: hook.span };
  return createProblem('guard/not-in-force', {
    ...place,
    message:
      hook === undefined
        ? 'there is a law here, and no settings file calls hooklaw, so the law is enforced nowhere'
        : 'hooklaw is in this file, and the client does not call it',
    help: hook === undefined ? 'run `hooklaw init`' : 'mend what is reported about this file, then run this again',
  });
}

/** What keeps an entry of ours from seeing every call, or from stopping one. */
function findNarrowing(hook: ConfiguredHook, { features }: SelfTestView): Finding[] {
  const { matcher, entry, source, span } = hook;
  const narrowed = matcher !== undefined && !['', '*', '.*'].includes(matcher);
  const faults = [
    ...(isBackground(hook) ? ['is in the background, so the client does not wait for its verdict'] : []),
    ...(narrowed ? [`is only called for tools that match \`${matcher}\``] : []),
    ...(ownField(entry, 'if') === undefined ? [] : ['is only called for calls that its `if` takes']),
    ...(features.onFailure && !isBackground(hook) && !onFailureBlocks(hook, features)
      ? ['has no `"onFailure": "block"`, so a call runs when the hook cannot be started or is ended']
      : []),
  ];
  return faults.map(fault => ({
    ...createProblem('guard/narrowed', {
      file: source.file,
      span,
      message: `hooklaw's hook ${fault}`,
      help: 'run `hooklaw init` again, which writes the entry as it should be',
    }),
    hook,
  }));
}
