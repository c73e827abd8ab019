import { isBackground } from '../../../client/judge-run.ts';
import { matches, readMatcher } from '../../../client/matcher.ts';
import { matchableToolNames } from '../../../event/tool-names.ts';
import type { Check } from '../../check.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { intentOf, shortName, textsOf } from '../../settings/hook-intent.ts';
import { findingAt, type PlacedHook, placedHooks, resultsOf } from '../../settings/placed-hook.ts';

/** No hook rewrites what another one has looked at. */
export const oneRewriter: Check = {
  name: 'one-rewriter',
  codes: ['settings/rewrite-race'],
  reads: 'settings',
  run: view => {
    const before = placedHooks(view).filter(({ hook }) => hook.event === 'PreToolUse' && !isBackground(hook));
    return before
      .filter(isRewriter)
      .filter(placed => !resultsOf(placed, view).some(({ verdict }) => verdict.updatedInput !== undefined))
      .flatMap(rewriter => judge(rewriter, before, view));
  },
};

function isRewriter(placed: PlacedHook): boolean {
  if (textsOf(placed).some(text => /updatedInput/.test(text))) return true;
  return /rewrit|(?:^|[-_/])rtk(?:[-_. ]|$)|updated[-_]?input|modify[-_]?input|transform/i.test(shortName(placed));
}

function judge(rewriter: PlacedHook, all: readonly PlacedHook[], view: SelfTestView) {
  const others = all.filter(
    other => other !== rewriter && intentOf(other) !== 'observer' && overlaps(rewriter, other, view),
  );
  const second = others.find(isRewriter);
  const guard = others.find(other => !isRewriter(other));
  const { hook, reading } = rewriter;
  const name = shortName(rewriter);
  const common = { at: [...hook.path, 'command'], hook };
  if (guard !== undefined) {
    return [
      findingAt('settings/rewrite-race', reading, {
        ...common,
        message: `\`${name}\` rewrites the input while \`${shortName(guard)}\` judges the original: hooks run side by side, and what is run is not what the guard has seen`,
        help: 'rewrite and judge in one hook, the judging last; or let the guard judge what the rewriting would make of it',
      }),
    ];
  }
  if (second === undefined || all.indexOf(second) < all.indexOf(rewriter)) return [];
  return [
    findingAt('settings/rewrite-race', reading, {
      ...common,
      message: `\`${name}\` and \`${shortName(second)}\` both rewrite the input: the one that ends last wins, and the other's change is lost`,
      help: 'put both changes into one hook',
    }),
  ];
}

function overlaps(a: PlacedHook, b: PlacedHook, { features, mcpServers }: SelfTestView): boolean {
  const first = readMatcher(a.hook.matcher, features);
  const second = readMatcher(b.hook.matcher, features);
  const known = [...matchableToolNames, ...mcpServers.map(server => `mcp__${server}__x`)];
  return known.some(name => matches(first, name) && matches(second, name));
}
