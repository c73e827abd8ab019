import type { Node } from 'jsonc-parser';
import { appendChild, detectStyle, printDocument, replaceValue, type TextStyle } from './json-edit.ts';
import { readOwnOption } from './own-entry.ts';
import { findOwnHooks, type OwnHook, parseEdited, removeOwnHook } from './own-hooks.ts';
import { findShapeFaults, nodeAt, readSettings, type SettingsFault } from './settings-document.ts';
import {
  createHookEntry,
  createHookGroup,
  entryWord,
  eventsToWire,
  isUnheard,
  ownProgram,
  type Wiring,
} from './wiring.ts';

export type InstallPlan =
  | { readonly kind: 'planned'; readonly text: string; readonly hooksDisabled: boolean }
  | { readonly kind: 'refused'; readonly faults: readonly SettingsFault[] };

/**
 * The settings text with hooklaw wired in. Entries of ours are brought up to date where they stand, missing ones are
 * added, and every other byte stays, so that a second run changes nothing.
 */
export function planInstall(text: string | undefined, given: Wiring): InstallPlan {
  if (text === undefined || isBlank(text))
    return { kind: 'planned', text: printNew(text, given), hooksDisabled: false };
  const { document, faults } = readSettings(text);
  if (document === undefined) return { kind: 'refused', faults };
  const shapeFaults = findShapeFaults(document);
  if (shapeFaults.length > 0) return { kind: 'refused', faults: shapeFaults };
  const wiring = keepEntryWord(document.body, document.root, given);
  const style = detectStyle(document.body, document.root);
  const heard = dropUnheard(document.body, document.root, wiring);
  const wired = eventsToWire(wiring).reduce((body, event) => wireEvent(body, event, wiring, style), heard);
  return {
    kind: 'planned',
    text: document.bom + updateOtherEvents(wired, wiring, style),
    hooksDisabled: nodeAt(document.root, 'disableAllHooks')?.value === true,
  };
}

/** The random word that the entries have already stays theirs, so that a second run changes nothing. */
function keepEntryWord(body: string, root: Node, wiring: Wiring): Wiring {
  if (wiring.entry === undefined) return wiring;
  const words = findOwnHooks(body, root, ownProgram(wiring)).map(({ value }) => readOwnOption(value, '--entry'));
  return { ...wiring, entry: words.find(word => word !== undefined && entryWord.test(word)) ?? wiring.entry };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

function printNew(text: string | undefined, wiring: Wiring): string {
  const bom = text?.startsWith('\uFEFF') === true ? '\uFEFF' : '';
  const hooks = Object.fromEntries(eventsToWire(wiring).map(event => [event, [createHookGroup(wiring, event)]]));
  return bom + printDocument({ hooks }, /\r\n/.exec(text ?? '')?.[0]);
}

/** Takes out our entries on events where the client calls no HTTP hook. */
function dropUnheard(body: string, root: Node, wiring: Wiring): string {
  const unheard = findOwnHooks(body, root, ownProgram(wiring)).filter(({ event }) => isUnheard(event, wiring));
  return [...unheard].reverse().reduce((text, hook) => removeOwnHook(text, parseEdited(text), hook), body);
}

/** Leaves exactly one entry of ours on the event, in a group that fires on every call. */
function wireEvent(body: string, event: string, wiring: Wiring, style: TextStyle): string {
  const own = findOwnHooks(body, parseEdited(body), ownProgram(wiring)).filter(hook => hook.event === event);
  const kept = own.find(hook => hook.always);
  const surplus = own.filter(hook => hook !== kept).reverse();
  const cleaned = surplus.reduce((text, hook) => removeOwnHook(text, parseEdited(text), hook), body);
  return kept === undefined ? addGroup(cleaned, event, wiring, style) : updateKept(cleaned, event, wiring, style);
}

function addGroup(body: string, event: string, wiring: Wiring, style: TextStyle): string {
  const root = parseEdited(body);
  const group = createHookGroup(wiring, event);
  const hooks = nodeAt(root, 'hooks');
  if (hooks === undefined) return appendChild(body, root, { key: 'hooks', value: { [event]: [group] } }, style);
  const groups = nodeAt(hooks, event);
  if (groups === undefined) return appendChild(body, hooks, { key: event, value: [group] }, style);
  return appendChild(body, groups, { value: group }, style);
}

function updateKept(body: string, event: string, wiring: Wiring, style: TextStyle): string {
  const own = findOwnHooks(body, parseEdited(body), ownProgram(wiring));
  const hook = own.find(({ event: on, always }) => on === event && always);
  return hook === undefined ? body : updateEntry(body, hook, wiring, style);
}

/** Entries of ours that a user has put on further events keep their place and learn the new paths. */
function updateOtherEvents(body: string, wiring: Wiring, style: TextStyle): string {
  const wired = eventsToWire(wiring);
  const count = findOwnHooks(body, parseEdited(body), ownProgram(wiring)).length;
  let text = body;
  for (let index = 0; index < count; index++) {
    const hook = findOwnHooks(text, parseEdited(text), ownProgram(wiring))[index];
    if (hook !== undefined && !wired.includes(hook.event)) text = updateEntry(text, hook, wiring, style);
  }
  return text;
}

function updateEntry(body: string, hook: OwnHook, wiring: Wiring, style: TextStyle): string {
  const entry = createHookEntry(wiring, hook.event);
  if (JSON.stringify(hook.value) === JSON.stringify(entry)) return body;
  return replaceValue(body, hook.node, entry, style);
}
