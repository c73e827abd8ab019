import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { clientFeatures, observedVersion } from '../client/client-version.ts';
import { findSettingFaults } from '../client/settings-fields.ts';
import { isKnownEvent } from '../event/catalogue.ts';
import { isJsonObject } from '../json/json-value.ts';
import { scanJson } from '../json/scan-json.ts';
import { createPositionFinder, type Position } from '../problem/position.ts';

/** Why a settings file is left alone; `help` says what to do. */
export interface SettingsFault {
  readonly message: string;
  readonly help: string;
  readonly position: Position;
}

/** A settings text that Claude Code reads too. */
export interface SettingsDocument {
  /** The byte order mark, if there is one; it is kept. */
  readonly bom: string;
  /** The text after it, which the nodes' offsets refer to. */
  readonly body: string;
  readonly root: Node;
}

type SettingsReading =
  | { readonly document: SettingsDocument; readonly faults?: never }
  | { readonly document?: never; readonly faults: readonly SettingsFault[] };

interface RawFault {
  readonly message: string;
  readonly help: string;
  readonly offset: number;
}

/** Deeper than any settings; the parser would run out of stack further down. */
export const deepestSettings = 200;

const byteOrderMark = '\uFEFF';

/**
 * Reads a settings text as strictly as Claude Code does. Comments and trailing commas are faults, since for that client
 * the whole file does not exist then; so is a repeated key, of which it takes the last one only.
 */
export function readSettings(text: string): SettingsReading {
  const bom = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(bom.length);
  if (scanJson(body, deepestSettings).depth > deepestSettings) {
    const message = `it nests deeper than ${deepestSettings} levels`;
    return { faults: placeFaults(body, [{ message, help: shapeHelp, offset: 0 }]) };
  }
  const errors: ParseError[] = [];
  const root = parseTree(body, errors, { disallowComments: true, allowTrailingComma: false });
  const syntax = findSyntaxFault(body, errors);
  if (syntax !== undefined) return { faults: placeFaults(body, [syntax]) };
  if (root?.type !== 'object') {
    return { faults: placeFaults(body, [{ message: 'the top level is not an object', help: shapeHelp, offset: 0 }]) };
  }
  const repeated = findRepeatedKeys(root);
  return repeated.length > 0 ? { faults: placeFaults(body, repeated) } : { document: { bom, body, root } };
}

/** What in the hooks of a settings file makes Claude Code drop them, ours included. */
export function findShapeFaults({ body, root }: SettingsDocument): readonly SettingsFault[] {
  return placeFaults(body, [...checkPermissions(root), ...checkHooks(root), ...checkOthers(body, root)]);
}

/** The value of a node; JSON.parse, unlike the parser's own function, keeps a key such as `__proto__`. */
export function parseNode(body: string, node: Node): unknown {
  return JSON.parse(body.slice(node.offset, node.offset + node.length));
}

/** The node of a property's value or an array's item. */
export function nodeAt(root: Node, ...path: (string | number)[]): Node | undefined {
  return findNodeAtLocation(root, path);
}

/** The properties of an object node, in order. */
export function propertiesOf(node: Node | undefined): { readonly key: string; readonly value: Node }[] {
  if (node?.type !== 'object') return [];
  return (node.children ?? []).flatMap(property => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined ? [] : [{ key: String(key.value), value }];
  });
}

/** The items of an array node. */
export function itemsOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'array' ? (node.children ?? []) : [];
}

const shapeHelp = 'correct the file by hand, then run the command again';

function placeFaults(body: string, faults: readonly RawFault[]): SettingsFault[] {
  const positionOf = createPositionFinder(body);
  return faults.map(({ message, help, offset }) => ({ message, help, position: positionOf(offset) }));
}

function findSyntaxFault(body: string, errors: readonly ParseError[]): RawFault | undefined {
  const [first] = errors;
  if (first !== undefined) return describeSyntaxError(body, first);
  try {
    JSON.parse(body);
    return undefined;
  } catch {
    return { message: 'the file is not valid JSON', help: shapeHelp, offset: 0 };
  }
}

function describeSyntaxError(body: string, { error, offset }: ParseError): RawFault {
  const name = printParseErrorCode(error);
  if (name === 'InvalidCommentToken') {
    return {
      message: 'a comment, with which Claude Code ignores the whole file',
      help: 'take the comment out, then run the command again',
      offset,
    };
  }
  const before = body.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /[}\]]/.test(body[offset] ?? '')) {
    return {
      message: 'a trailing comma, with which Claude Code ignores the whole file',
      help: 'take the comma out, then run the command again',
      offset: before.length - 1,
    };
  }
  const what = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return { message: `not valid JSON (${what})`, help: shapeHelp, offset };
}

/** Keys of the top level, and all keys inside `hooks`; a repeated key elsewhere is not ours to judge. */
function findRepeatedKeys(root: Node): RawFault[] {
  const hooks = propertiesOf(root).filter(({ key }) => key === 'hooks');
  return [...repeatedKeysOf(root), ...hooks.flatMap(({ value }) => repeatedKeysInside(value))];
}

function repeatedKeysInside(node: Node): RawFault[] {
  const inner = node.type === 'object' ? propertiesOf(node).map(({ value }) => value) : itemsOf(node);
  return [...repeatedKeysOf(node), ...inner.flatMap(repeatedKeysInside)];
}

function repeatedKeysOf(node: Node): RawFault[] {
  const seen = new Set<string>();
  return propertiesOf(node).flatMap(({ key, value }) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return {
      message: `the key \`${key}\` occurs twice, and Claude Code takes the last one only`,
      help: 'join the two by hand, then run the command again',
      offset: value.parent?.offset ?? value.offset,
    };
  });
}

function checkPermissions(root: Node): RawFault[] {
  const permissions = nodeAt(root, 'permissions');
  if (permissions === undefined || permissions.type === 'object') return [];
  return [wrongType(permissions, '`permissions`', 'an object')];
}

/** Settings beside the hooks for which the newest client takes nothing of the file, and events outside of `hooks` (observed). */
function checkOthers(body: string, root: Node): RawFault[] {
  const settings = parseNode(body, root);
  if (!isJsonObject(settings)) return [];
  const wrong = findSettingFaults(settings, clientFeatures(observedVersion)).filter(
    ({ path }) => path.join() !== 'permissions',
  );
  const misplaced = ['PreToolUse', 'PermissionRequest', 'PreSkillShellCommand'].filter(event =>
    Object.hasOwn(settings, event),
  );
  return [
    ...wrong.map(({ path, message }) =>
      otherFault(root, path, `${message}, and Claude Code ignores the whole file over it`),
    ),
    ...misplaced.map(event =>
      otherFault(
        root,
        [event],
        `\`${event}\` stands outside of \`hooks\`, and Claude Code ignores the whole file over it`,
      ),
    ),
  ];
}

function otherFault(root: Node, path: readonly (string | number)[], message: string): RawFault {
  return { message, help: shapeHelp, offset: nodeAt(root, ...path)?.offset ?? root.offset };
}

function checkHooks(root: Node): RawFault[] {
  const hooks = nodeAt(root, 'hooks');
  if (hooks === undefined) return [];
  if (hooks.type !== 'object') return [wrongType(hooks, '`hooks`', 'an object')];
  return propertiesOf(hooks).flatMap(({ key, value }) => {
    if (value.type !== 'array') return [wrongType(value, `\`hooks.${key}\``, 'an array')];
    return itemsOf(value).flatMap((group, index) => checkGroup(group, `hooks.${key}[${index}]`, key));
  });
}

function checkGroup(group: Node, path: string, event: string): RawFault[] {
  if (group.type !== 'object') return [wrongType(group, `\`${path}\``, 'an object')];
  const matcher = nodeAt(group, 'matcher');
  const faults =
    matcher === undefined || matcher.type === 'string' ? [] : [wrongType(matcher, `\`${path}.matcher\``, 'a string')];
  const hooks = nodeAt(group, 'hooks');
  if (hooks?.type !== 'array') return [...faults, wrongType(hooks ?? group, `\`${path}.hooks\``, 'an array')];
  return [...faults, ...itemsOf(hooks).flatMap((entry, index) => checkEntry(entry, `${path}.hooks[${index}]`, event))];
}

/** The kinds of hook that Claude Code 2.1.332 knows. One that it does not know drops every hook of the event. */
const hookTypes = ['command', 'http', 'prompt', 'agent', 'mcp_tool'];

/** Only what no version of the client accepts; a key that newer ones may know passes. */
function checkEntry(entry: Node, path: string, event: string): RawFault[] {
  if (entry.type !== 'object') return [wrongType(entry, `\`${path}\``, 'an object')];
  const faults: RawFault[] = [];
  const type = nodeAt(entry, 'type');
  if (type?.type !== 'string') faults.push(wrongType(type ?? entry, `\`${path}.type\``, 'a string'));
  else if (isKnownEvent(event) && !hookTypes.includes(String(type.value))) {
    faults.push(wrongType(type, `\`${path}.type\``, `one of ${hookTypes.join(', ')}`));
  }
  if (type?.value === 'command' && nodeAt(entry, 'command')?.type !== 'string') {
    faults.push(wrongType(nodeAt(entry, 'command') ?? entry, `\`${path}.command\``, 'a string'));
  }
  const timeout = nodeAt(entry, 'timeout');
  if (timeout !== undefined && !(typeof timeout.value === 'number' && timeout.value > 0)) {
    faults.push(wrongType(timeout, `\`${path}.timeout\``, 'a number above 0'));
  }
  const onFailure = nodeAt(entry, 'onFailure');
  if (onFailure !== undefined && onFailure.value !== 'block' && onFailure.value !== 'continue') {
    faults.push(wrongType(onFailure, `\`${path}.onFailure\``, '`block` or `continue`'));
  }
  return faults;
}

function wrongType(node: Node, what: string, wanted: string): RawFault {
  return {
    message: `${what} is not ${wanted}, and Claude Code drops hooks over it`,
    help: shapeHelp,
    offset: node.offset,
  };
}
