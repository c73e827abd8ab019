import type { Node } from 'jsonc-parser';
import { removeChild } from './json-edit.ts';
import { readOwnOption } from './own-entry.ts';
import { findOwnHooks, parseEdited, removeOwnHook } from './own-hooks.ts';
import { itemsOf, nodeAt, propertiesOf, readSettings, type SettingsFault } from './settings-document.ts';

export type UninstallPlan =
  | { readonly kind: 'planned'; readonly text: string; readonly removed: number }
  | { readonly kind: 'refused'; readonly faults: readonly SettingsFault[] };

/**
 * The settings text without our entries. `original` is the text from before init, where it is known: a list or object
 * that was in it stays, even when it is empty now; one that init added goes.
 */
export function planUninstall(text: string, original?: string, ownProgram?: string): UninstallPlan {
  if (text.trim() === '') return { kind: 'planned', text, removed: 0 };
  const { document, faults } = readSettings(text);
  if (document === undefined) return { kind: 'refused', faults };
  const own = findOwnHooks(document.body, document.root, ownProgram);
  const before = original === undefined ? undefined : readSettings(original).document;
  let body = document.body;
  for (const hook of [...own].reverse()) body = removeOwnHook(body, parseEdited(body), hook);
  for (const event of new Set(own.map(hook => hook.event))) body = removeEmptyEvent(body, event, before);
  if (own.length > 0) body = removeEmptyHooks(body, before);
  return { kind: 'planned', text: document.bom + body, removed: own.length };
}

/** The state folders that our entries name, where init has left its record. */
export function findWiredStateDirs(text: string, ownProgram?: string): readonly string[] {
  const { document } = readSettings(text);
  if (document === undefined) return [];
  const dirs = findOwnHooks(document.body, document.root, ownProgram).map(({ value }) =>
    readOwnOption(value, '--state-dir'),
  );
  return [...new Set(dirs.filter(dir => dir !== undefined))];
}

interface Before {
  readonly body: string;
  readonly root: Node;
}

function removeEmptyEvent(body: string, event: string, before: Before | undefined): string {
  const hooks = nodeAt(parseEdited(body), 'hooks');
  const groups = hooks === undefined ? undefined : nodeAt(hooks, event);
  if (hooks === undefined || groups === undefined || itemsOf(groups).length > 0) return body;
  const groupsBefore = before === undefined ? undefined : nodeAt(before.root, 'hooks', event);
  if (before !== undefined && groupsBefore?.children?.length === 0) {
    return replaceInside(body, groups, insideOf(before, groupsBefore));
  }
  const hooksBefore = before === undefined ? undefined : nodeAt(before.root, 'hooks');
  const whenEmpty = before !== undefined && hooksBefore?.children?.length === 0 ? insideOf(before, hooksBefore) : '';
  return removeChild(body, hooks, indexOfKey(hooks, event), whenEmpty);
}

function removeEmptyHooks(body: string, before: Before | undefined): string {
  const root = parseEdited(body);
  const hooks = nodeAt(root, 'hooks');
  if (hooks?.type !== 'object' || propertiesOf(hooks).length > 0) return body;
  if (before !== undefined && nodeAt(before.root, 'hooks') !== undefined) return body;
  const whenEmpty = before?.root.children?.length === 0 ? insideOf(before, before.root) : '';
  return removeChild(body, root, indexOfKey(root, 'hooks'), whenEmpty);
}

function indexOfKey(node: Node, key: string): number {
  return propertiesOf(node).findIndex(property => property.key === key);
}

function insideOf({ body }: Before, node: Node): string {
  return body.slice(node.offset + 1, node.offset + node.length - 1);
}

function replaceInside(body: string, node: Node, content: string): string {
  return body.slice(0, node.offset + 1) + content + body.slice(node.offset + node.length - 1);
}
