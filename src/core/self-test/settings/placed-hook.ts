import type { DocumentNode } from '../../client/document.ts';
import type { ConfiguredHook } from '../../client/hook-source.ts';
import { onFailureBlocks } from '../../client/judge-run.ts';
import type { HookReading } from '../../client/read-hooks.ts';
import { isJsonObject, type JsonObject } from '../../json/json-value.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';
import { createProblem, type Problem } from '../../problem/problem.ts';
import { isOwnEntry } from '../../settings/own-entry.ts';
import { readCommand } from '../command/read-command.ts';
import type { Finding, SettingsFix } from '../finding.ts';
import type { ProbeResult } from '../probe.ts';
import type { CommandFacts, NamedFile, SelfTestView } from '../self-test-view.ts';

type Path = readonly (string | number)[];

/** A hook with the file that it stands in and what is known of its command. */
export interface PlacedHook {
  readonly hook: ConfiguredHook;
  readonly reading: HookReading;
  readonly facts: CommandFacts;
}

/** A group of hooks with one matcher. */
export interface PlacedGroup {
  readonly event: string;
  readonly path: Path;
  readonly value: JsonObject;
  readonly matcher: string | undefined;
  readonly reading: HookReading;
  readonly hooks: readonly PlacedHook[];
}

/** All hooks of all files but hooklaw's own, which are judged by what they do; those that the client drops are among them. */
export function placedHooks({ readings, commands }: SelfTestView): PlacedHook[] {
  return readings.flatMap(reading =>
    [...reading.hooks, ...reading.lost]
      .filter(({ entry }) => !isOwnEntry(entry))
      .map(hook => ({ hook, reading, facts: commands.get(hook) ?? unseen(hook) })),
  );
}

/** The hooks that start a command. */
export function commandHooks(view: SelfTestView): PlacedHook[] {
  return placedHooks(view).filter(({ hook }) => hook.type === 'command' && typeof hook.entry['command'] === 'string');
}

function unseen({ entry }: ConfiguredHook): CommandFacts {
  return { reading: readCommand(entry), programs: [], scripts: [] };
}

/** The groups of all files, each with its hooks; those without any hook but hooklaw's are left out. */
export function placedGroups(view: SelfTestView): PlacedGroup[] {
  const groups = new Map<string, PlacedGroup & { hooks: PlacedHook[] }>();
  for (const [index, placed] of placedHooks(view).entries()) {
    const { hook, reading } = placed;
    const path = groupPath(hook);
    const key = JSON.stringify([view.readings.indexOf(reading), path]);
    const value = valueAt(reading, path);
    const group = groups.get(key);
    if (group !== undefined) group.hooks.push(placed);
    else if (isJsonObject(value)) {
      groups.set(key, { event: hook.event, path, value, matcher: hook.matcher, reading, hooks: [placed] });
    } else
      groups.set(`${key}${index}`, {
        event: hook.event,
        path,
        value: {},
        matcher: hook.matcher,
        reading,
        hooks: [placed],
      });
  }
  return [...groups.values()];
}

/** The path of the group in which a hook stands. */
export function groupPath({ path }: ConfiguredHook): Path {
  return path.at(-2) === 'hooks' && path.length > 4 ? path.slice(0, -2) : path;
}

function valueAt({ root }: HookReading, path: Path): unknown {
  let node: DocumentNode | undefined = root;
  for (const step of path) node = node?.children.get(step);
  return node?.value;
}

/** The node at a path, or the nearest one around it. */
export function nearestNode({ root }: HookReading, path: Path): DocumentNode | undefined {
  let node = root;
  for (const step of path) {
    const next = node?.children.get(step);
    if (next === undefined) break;
    node = next;
  }
  return node;
}

interface Details extends Pick<Problem, 'message'> {
  readonly help?: string | undefined;
  readonly suggestion?: string | undefined;
  /** Where in the document. */
  readonly at: Path;
  readonly hook?: ConfiguredHook;
  readonly fix?: Omit<SettingsFix, 'file'> | undefined;
  /** A weaker severity than that of the code: the fault is there, and keeps no guard from guarding. */
  readonly mild?: boolean;
  /** A stronger severity than that of the code: here it is certain that no guard guards. */
  readonly grave?: boolean;
}

/** Makes a finding at a place of a settings file. */
export function findingAt(code: ProblemCode, reading: HookReading, details: Details): Finding {
  const { at, hook, fix, mild, grave, message, help, suggestion } = details;
  const node = nearestNode(reading, at);
  const { file, scope } = reading.source;
  const editable = scope !== 'plugin' && scope !== 'skill' && scope !== 'agent' && scope !== 'managed';
  const problem = createProblem(code, {
    file,
    message,
    ...(help === undefined ? {} : { help }),
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(node === undefined ? {} : { span: reading.span(node.start, node.end) }),
  });
  return {
    ...problem,
    ...(mild === true ? { severity: 'warning' as const } : {}),
    ...(grave === true ? { severity: 'error' as const } : {}),
    ...(hook === undefined ? {} : { hook }),
    ...(fix === undefined || !editable ? {} : { fix: { ...fix, file } }),
  };
}

/** A finding about the command of a hook; its place is that of the command. */
export function findingOfCommand(
  code: ProblemCode,
  { hook, reading }: PlacedHook,
  details: Omit<Details, 'at' | 'hook'> & { readonly field?: string },
): Finding {
  const { field = 'command', ...rest } = details;
  return findingAt(code, reading, { ...rest, hook, at: [...hook.path, field] });
}

/** What a failure of a hook does to the call. */
export function failureEffect({ hook }: PlacedHook, { features }: SelfTestView): string {
  return onFailureBlocks(hook, features) ? 'every call is blocked' : 'the call runs';
}

/** What came of running a hook, as far as it was run. */
export function resultsOf({ hook }: PlacedHook, { results }: SelfTestView): readonly ProbeResult[] {
  return results.filter(result => result.hook.source.file === hook.source.file && result.hook.path === hook.path);
}

/**
 * The scripts of a hook, and programs that are its author's. A program of the system may be a script as well, but what it
 * says tells nothing of the hook.
 */
export function ownFiles({ facts }: PlacedHook): readonly NamedFile[] {
  const own = facts.programs.filter(
    ({ named, started }) =>
      started !== undefined &&
      (/\.\w+$/.test(named) || (/[\\/]/.test(named) && !/^\/(?:usr\/|opt\/homebrew\/)?s?bin\//.test(named))),
  );
  return [...own, ...facts.scripts];
}
