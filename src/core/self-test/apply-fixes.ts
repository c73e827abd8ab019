import type { Node } from 'jsonc-parser';
import { appendChild, detectStyle, removeChild, replaceValue } from '../settings/json-edit.ts';
import { nodeAt, readSettings, type SettingsDocument } from '../settings/settings-document.ts';
import type { SettingsFix } from './finding.ts';

/**
 * Carries fixes out on the text of one settings file; every byte that they are not about stays. A fix whose place is not there
 * any more is left out.
 * @returns the text, and the fixes that were carried out
 */
export function applyFixes(
  text: string,
  fixes: readonly SettingsFix[],
): { readonly text: string; readonly applied: readonly SettingsFix[] } {
  let current = text;
  const applied: SettingsFix[] = [];
  // From the end of a list to its start, so that what is taken out does not move what is still to be changed.
  const ordered = [...fixes].sort((a, b) => comparePaths(b.path, a.path));
  for (const fix of ordered) {
    const { document } = readSettings(current);
    const changed = document === undefined ? undefined : applyFix(document, fix);
    if (document === undefined || changed === undefined || changed === document.body) continue;
    current = document.bom + changed;
    applied.push(fix);
  }
  return { text: current, applied };
}

function comparePaths(a: SettingsFix['path'], b: SettingsFix['path']): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (step === other) continue;
    return typeof step === 'number' && typeof other === 'number' ? step - other : String(step) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}

function applyFix({ body, root }: SettingsDocument, { path, change }: SettingsFix): string | undefined {
  const node = nodeAt(root, ...path);
  const parent = nodeAt(root, ...path.slice(0, -1));
  const key = path.at(-1);
  if (parent === undefined || key === undefined) return undefined;
  const style = detectStyle(body, root);
  switch (change.kind) {
    case 'set':
      if (node !== undefined) return replaceValue(body, node, change.value, style);
      return typeof key === 'string' && parent.type === 'object'
        ? appendChild(body, parent, { key, value: change.value }, style)
        : undefined;
    case 'remove':
      return node === undefined ? undefined : removeChild(body, parent, indexIn(parent, node));
    case 'rename':
      return node === undefined ? undefined : renameKey(body, parent, node, change.key);
  }
}

/** The place of a value among the children of its container; of an object those are its properties. */
function indexIn(parent: Node, node: Node): number {
  return (parent.children ?? []).findIndex(child => child === node || child.children?.[1] === node);
}

function renameKey(body: string, parent: Node, node: Node, name: string): string | undefined {
  const key = parent.children?.[indexIn(parent, node)]?.children?.[0];
  if (key === undefined || nodeAt(parent, name) !== undefined) return undefined;
  return body.slice(0, key.offset) + JSON.stringify(name) + body.slice(key.offset + key.length);
}
