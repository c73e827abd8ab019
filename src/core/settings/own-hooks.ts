import type { Node } from 'jsonc-parser';
import { removeChild } from './json-edit.ts';
import { isOwnEntry } from './own-entry.ts';
import { itemsOf, nodeAt, parseNode, propertiesOf, readSettings } from './settings-document.ts';

/** Where one of our entries stands in a settings text. */
export interface OwnHook {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly node: Node;
  readonly value: unknown;
  /** Whether its group fires on every call. */
  readonly always: boolean;
}

/** Our entries, in the order of the text. */
export function findOwnHooks(body: string, root: Node, ownProgram?: string): OwnHook[] {
  return propertiesOf(nodeAt(root, 'hooks')).flatMap(({ key: event, value: groups }) =>
    itemsOf(groups).flatMap((groupNode, group) =>
      itemsOf(nodeAt(groupNode, 'hooks')).flatMap((node, index) => {
        const value = parseNode(body, node);
        if (!isOwnEntry(value, ownProgram)) return [];
        return { event, group, index, node, value, always: firesAlways(groupNode) };
      }),
    ),
  );
}

/** Takes one of our entries out, and its group when nothing else is in it; the event's list stays. */
export function removeOwnHook(body: string, root: Node, hook: OwnHook): string {
  const groups = nodeAt(root, 'hooks', hook.event);
  const group = itemsOf(groups)[hook.group];
  const hooks = group === undefined ? undefined : nodeAt(group, 'hooks');
  if (groups === undefined || hooks === undefined) return body;
  const alone = itemsOf(hooks).length === 1;
  const plain = propertiesOf(group).every(({ key }) => key === 'hooks' || key === 'matcher');
  return alone && plain ? removeChild(body, groups, hook.group) : removeChild(body, hooks, hook.index);
}

/** The tree of a text that an edit of ours has made. */
export function parseEdited(body: string): Node {
  const { document } = readSettings(body);
  if (document === undefined) throw new Error('an edit of the settings has broken their JSON; nothing was written');
  return document.root;
}

function firesAlways(group: Node): boolean {
  const matcher = nodeAt(group, 'matcher');
  if (propertiesOf(group).some(({ key }) => key !== 'hooks' && key !== 'matcher')) return false;
  return matcher === undefined || matcher.value === '' || matcher.value === '*';
}
