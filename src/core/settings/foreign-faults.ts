import { isOwnEntry } from './own-entry.ts';
import { findOwnHooks } from './own-hooks.ts';
import { findShapeFaults, nodeAt, parseNode, readSettings } from './settings-document.ts';

/** What in another settings file would keep our hook from firing, or make it fire twice; each a sentence. */
export function findForeignFaults(text: string): string[] {
  if (text.trim() === '') return [];
  const { document, faults } = readSettings(text);
  const place = ({ position, message }: { position: { line: number; column: number }; message: string }): string =>
    `${position.line}:${position.column}: ${message}`;
  if (document === undefined) return faults.map(place);
  const off = nodeAt(document.root, 'disableAllHooks')?.value === true;
  const own = findOwnHooks(document.body, document.root).filter(({ node }) =>
    isOwnEntry(parseNode(document.body, node)),
  );
  return [
    ...findShapeFaults(document).map(place),
    ...(off ? ['`disableAllHooks` is true, so no hook runs until it is taken out'] : []),
    ...(own.length > 0 ? ['it wires hooklaw too, so every call is judged and recorded twice'] : []),
  ];
}
