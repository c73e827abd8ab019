import type { ConfiguredHook } from '../../../client/hook-source.ts';
import { hooksFor } from '../../../client/hooks-in-force.ts';
import { commandText } from '../../../client/judge-run.ts';
import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { findingOf, isPlain, looksLikeGuard, stops, type TriedHook, triedHooks, withWhat } from '../../hook-results.ts';
import type { ProbeResult } from '../../probe.ts';
import type { SelfTestView } from '../../self-test-view.ts';

/** What has to be denied is, and harmless events pass without anybody's leave. */
export const stopsTheRightCalls: Check = {
  name: 'stops-the-right-calls',
  codes: ['hook/lets-through', 'hook/blocks-harmless', 'hook/blanket-allow', 'hook/rewrites-beside-guard'],
  reads: 'runs',
  run: view => {
    const hooks = triedHooks(view);
    return [
      ...letsThrough(hooks),
      ...hooks.flatMap(tried => [...blocksHarmless(tried), ...blanketAllow(tried), ...rewrites(tried, view)]),
    ];
  },
};

/** Each event that has to be denied, with no hook that denies it; told of the hook that looks most like its guard. */
function letsThrough(hooks: readonly TriedHook[]): Finding[] {
  const byEvent = new Map<string, { tried: TriedHook; result: ProbeResult }[]>();
  for (const tried of hooks) {
    for (const result of tried.results.filter(({ probe }) => probe.expectation === 'deny')) {
      const key = JSON.stringify(result.probe.event);
      byEvent.set(key, [...(byEvent.get(key) ?? []), { tried, result }]);
    }
  }
  const passed = [...byEvent.values()].filter(all => !all.some(({ result }) => stops(result)));
  const byHook = new Map<TriedHook, ProbeResult[]>();
  for (const all of passed) {
    const told = all.find(({ tried }) => looksLikeGuard(tried)) ?? all[0];
    if (told !== undefined) byHook.set(told.tried, [...(byHook.get(told.tried) ?? []), told.result]);
  }
  return [...byHook].map(([tried, seen]) =>
    findingOf(tried, 'hook/lets-through', seen, {
      message: `${withWhat(seen)}, which had to be denied, no hook stops the call`,
      help: 'extend the guard until it denies this event',
    }),
  );
}

function blocksHarmless(tried: TriedHook): Finding[] {
  if (eventInfo(tried.hook.event).role === 'notice') return [];
  const plain = tried.results.filter(isPlain);
  const seen = plain.filter(result => result.probe.expectation === 'pass' && stops(result));
  if (seen.length === 0) return [];
  const all = plain.every(stops);
  const failing = seen.every(({ verdict }) => verdict.cause === 'on-failure');
  const what = failing ? 'fails and by that blocks' : 'blocks';
  return [
    findingOf(tried, 'hook/blocks-harmless', seen, {
      message: all
        ? `this hook ${what} every event that it was tried with, harmless ones such as ${seen[0]?.probe.label} too`
        : `${withWhat(seen)}, which is harmless, this hook ${what}`,
      help: failing
        ? 'mend what fails: a guard that blocks everything is soon switched off'
        : 'let it look at the event and pass what is harmless; to forbid a tool altogether, use `permissions.deny`',
    }),
  ];
}

function blanketAllow(tried: TriedHook): Finding[] {
  const allowed = tried.results.filter(
    result => isPlain(result) && result.verdict.decision === 'allow' && !isOwn(result),
  );
  const harmless = allowed.filter(({ probe }) => probe.expectation === 'pass');
  const others = allowed.filter(({ probe }) => probe.expectation !== 'pass');
  const seen = tried.hook.event === 'PreToolUse' ? [...others, ...harmless] : others;
  if (seen.length === 0) return [];
  return [
    findingOf(tried, 'hook/blanket-allow', seen, {
      message: `${withWhat(seen)} this hook answers with an explicit allow, so that nobody is asked any more`,
      help: 'print nothing where the hook has no objection; what may run unasked belongs into `permissions.allow`',
    }),
  ];
}

/** An event made from the hook's own text: what it looks for, it may be there to allow. */
function isOwn({ probe }: ProbeResult): boolean {
  return /:own-\d+$/.test(probe.id);
}

/** A guard judges the input as it was, while another hook changes what is executed. */
function rewrites(tried: TriedHook, { inForce, features }: SelfTestView): Finding[] {
  const seen = tried.results.filter(({ verdict }) => verdict.updatedInput !== undefined);
  const [first] = seen;
  if (first === undefined) return [];
  const others = hooksFor(tried.hook.event, first.probe.event, inForce, features).filter(
    hook => hook !== tried.hook && nameOf(hook) !== nameOf(tried.hook),
  );
  const [other] = others;
  if (other === undefined) return [];
  return [
    findingOf(tried, 'hook/rewrites-beside-guard', seen, {
      message: `${withWhat(seen)} this hook rewrites the input, while \`${nameOf(other)}\` judges it as it was; hooks run at the same time`,
      help: 'judge and rewrite in one hook, so that what is judged is what runs',
    }),
  ];
}

function nameOf({ entry }: ConfiguredHook): string {
  return commandText(entry);
}
