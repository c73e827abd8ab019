import { matches, readMatcher } from '../../../client/matcher.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { intentOf, mayBeGate, shortName, textsOf } from '../../settings/hook-intent.ts';
import { findingAt, groupPath, type PlacedHook, placedHooks } from '../../settings/placed-hook.ts';

/** A guard takes every tool that can do what it guards against. */
export const toolsCovered: Check = {
  name: 'tools-covered',
  codes: ['settings/tool-gap'],
  reads: 'settings',
  run: view => {
    const guards = placedHooks(view).filter(placed => placed.hook.event === 'PreToolUse' && mayBeGate(placed));
    const open = guards
      .map(guard => ({ guard, gaps: findGaps(guard, guards, view) }))
      .filter(({ gaps }) => gaps.length > 0);
    const first = new Map(
      open.map(item => [JSON.stringify([item.guard.reading.source.file, groupPath(item.guard.hook)]), item]),
    );
    return [...first.values()].flatMap(({ guard, gaps }) => gaps.map(gap => report(guard, gap)));
  },
};

interface Gap {
  /** The tools that are left out, with the fields that they have. */
  readonly tools: string;
  readonly names: readonly string[];
  readonly can: string;
}

/** Each gap, with the condition under which it is one. */
function findGaps(guard: PlacedHook, guards: readonly PlacedHook[], { features, platform }: SelfTestView): Gap[] {
  const own = shortName(guard);
  const same = guards.filter(other => shortName(other) === own);
  const covered = (tool: string): boolean =>
    same.some(({ hook }) => matches(readMatcher(hook.matcher, features), tool));
  const matcher = readMatcher(guard.hook.matcher, features);
  if (matcher.kind === 'everything' || matcher.kind === 'broken') return [];
  const gaps: Gap[] = [];
  if (matches(matcher, 'Write') && covered('Edit') && !covered('NotebookEdit')) {
    gaps.push({
      names: ['NotebookEdit'],
      tools: '`NotebookEdit` (`notebook_path`, `new_source`)',
      can: 'writes files, too',
    });
  }
  if (matches(matcher, 'Read') && !covered('Grep') && isSecretGuard(guard)) {
    gaps.push({ names: ['Grep'], tools: '`Grep` (`path`, `glob`)', can: 'shows lines of files, too' });
  }
  if (matches(matcher, 'Bash') && platform === 'win32' && !covered('PowerShell') && intentOf(guard) === 'gate') {
    gaps.push({ names: ['PowerShell'], tools: '`PowerShell` (`command`)', can: 'runs commands, too' });
  }
  return gaps;
}

function isSecretGuard(guard: PlacedHook): boolean {
  return /secret|\.env\b|credential|sensitive|private[-_ ]?key|id_rsa|token/i.test(textsOf(guard).join('\n'));
}

function report(guard: PlacedHook, { tools, names, can }: Gap): Finding {
  const { hook, reading } = guard;
  return findingAt('settings/tool-gap', reading, {
    at: [...groupPath(hook), 'matcher'],
    hook,
    message: `the matcher \`${hook.matcher}\` of \`${shortName(guard)}\` leaves out ${tools}, which ${can}`,
    help: `add \`${names.join('|')}\` to the matcher, and look for its fields in the script`,
  });
}
