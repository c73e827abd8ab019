import { createBaseEnvironment } from '../../expression/environment.ts';
import { findSessionReads } from '../../expression/session.ts';
import {
  type ASTNode,
  calledFunction,
  literalList,
  literalOf,
  operand,
  operands,
  pathOf,
  walk,
} from '../../expression/syntax.ts';
import type { JsonValue } from '../../json/json-value.ts';
import type { CallOutcome } from '../../state/state.ts';
import { isComparison, mirrored } from '../mutate/move-number.ts';
import { type Access, callAccess, type Setting } from './draft.ts';

type Path = readonly string[];
type Constant = string | number | boolean;

function show(value: JsonValue): string {
  return typeof value === 'string' && /^[\w .:/-]+$/.test(value) ? value : JSON.stringify(value);
}

/** Sets one value. */
export function setValue(path: Path, value: JsonValue, { write }: Access, fulfils = false): Setting {
  return { label: `${path.slice(1).join('.')} is ${show(value)}`, fulfils, apply: draft => write(draft, path, value) };
}

function takeOut(path: Path, { write }: Access): Setting {
  return { label: `without ${path.slice(1).join('.')}`, apply: draft => write(draft, path, undefined) };
}

/** Values on both sides of a constant, and the constant itself. */
function around(value: Constant): JsonValue[] {
  if (typeof value === 'number') return [value, value + 1, value - 1].map(number => Number(number.toFixed(9)));
  return typeof value === 'boolean' ? [true, false] : [value, `${value}-other`];
}

/** Whether a comparison of a value with a constant holds. */
function compares(value: JsonValue, op: string, constant: Constant): boolean {
  if (op === '==' || op === '!=') return (value === constant) === (op === '==');
  if (typeof value !== 'number' || typeof constant !== 'number') return false;
  if (value === constant) return op === '>=' || op === '<=';
  return value > constant === op.startsWith('>');
}

/** Makes one value the same as another, and another than it. */
function relate(path: Path, other: Path, op: string, access: Access): Setting[] {
  const name = path.slice(1).join('.');
  const against = other.join('.');
  const stand = (draft: Parameters<Access['read']>[0]): JsonValue => access.read(draft, other) ?? 'same';
  return [
    {
      label: `${name} is ${against}`,
      fulfils: op === '==',
      apply(draft) {
        const value = stand(draft);
        return access.write(access.write(draft, other, value) ?? draft, path, value);
      },
    },
    {
      label: `${name} is not ${against}`,
      fulfils: op === '!=',
      apply(draft) {
        const value = stand(draft);
        return access.write(draft, path, typeof value === 'number' ? value + 1 : `${String(value)}-other`);
      },
    },
  ];
}

/** The path whose size is taken in `size(x)` or `x.size()`. */
function sizedPath(node: ASTNode): Path | undefined {
  const call = calledFunction(node);
  const of = call?.name === 'size' ? (call.receiver ?? call.arguments[0]) : undefined;
  return of === undefined ? undefined : pathOf(of);
}

/** Lists and texts of about a size; which of them is meant is seen from what is there. */
function resize(path: Path, size: number, access: Access): Setting[] {
  return [size, size + 1, size - 1]
    .filter(length => length >= 0 && length <= 1_000)
    .map(length => ({
      label: `${path.slice(1).join('.')} has the size ${length}`,
      apply(draft) {
        const text = typeof access.read(draft, path) === 'string';
        return access.write(draft, path, text ? 'x'.repeat(length) : Array.from({ length }, (_, at) => `x${at}`));
      },
    }));
}

function settingsOfComparison(node: ASTNode, access: Access): Setting[] {
  const [left, right] = operands(node) ?? [];
  if (left === undefined || right === undefined) return [];
  const [leftPath, rightPath] = [pathOf(left), pathOf(right)];
  if (leftPath !== undefined && rightPath !== undefined) {
    return [...relate(leftPath, rightPath, node.op, access), ...relate(rightPath, leftPath, node.op, access)];
  }
  const sides = [
    [left, right, node.op] as const,
    [right, left, isComparison(node.op) ? mirrored[node.op] : node.op] as const,
  ];
  return sides.flatMap(([side, other, op]) => {
    const value = literalOf(other);
    if (value === undefined) return [];
    const [path, sized] = [pathOf(side), sizedPath(side)];
    if (path !== undefined) return around(value).map(one => setValue(path, one, access, compares(one, op, value)));
    return sized !== undefined && typeof value === 'number' ? resize(sized, value, access) : [];
  });
}

function settingsOfMembership(node: ASTNode, access: Access): Setting[] {
  const [item, list] = operands(node) ?? [];
  if (item === undefined || list === undefined) return [];
  const [path, values] = [pathOf(item), literalList(list)];
  if (path !== undefined && values !== undefined) {
    return [...values, 'other'].map((value, at) => setValue(path, value, access, at === 0));
  }
  const [listPath, value] = [pathOf(list), literalOf(item)];
  if (listPath === undefined || value === undefined) return [];
  return [[value], []].map(members => setValue(listPath, members, access));
}

/** Texts with and without what is looked for in them. */
const textsAround: Readonly<Record<string, (text: string) => string[]>> = {
  contains: text => [text, `a ${text} b`, 'x'],
  startsWith: text => [text, `${text} b`, `a ${text}`],
  endsWith: text => [text, `a ${text}`, `${text} b`],
};

function settingsOfCall(node: ASTNode, access: Access): Setting[] {
  const call = calledFunction(node);
  const [argument] = call?.arguments ?? [];
  if (call === undefined || argument === undefined) return [];
  const asked = call.name === 'has' ? pathOf(argument) : undefined;
  if (asked !== undefined) return [takeOut(asked, access), setValue(asked, 'x', access)];
  const path = call.receiver === undefined ? undefined : pathOf(call.receiver);
  const text = literalOf(argument);
  const around = Object.hasOwn(textsAround, call.name) ? textsAround[call.name] : undefined;
  if (path === undefined || typeof text !== 'string' || around === undefined) return [];
  return around(text).map((value, at) => setValue(path, value, access, at === 0));
}

function parse(text: string): ASTNode | undefined {
  try {
    return createBaseEnvironment().parse(text).ast;
  } catch {
    return undefined;
  }
}

/** Paths that stand for themselves, as a condition or a part of one: `result.verified`, `!context.trial`. */
function findFlags(root: ASTNode): string[][] {
  const flags: string[][] = [];
  const look = (node: ASTNode): void => {
    const path = pathOf(node);
    if (path !== undefined && path.length > 1) flags.push(path);
    const inner = operand(node);
    if (node.op === '!_' && inner !== undefined) look(inner);
    if (node.op === '&&' || node.op === '||') for (const side of operands(node) ?? []) look(side);
  };
  look(root);
  return flags;
}

/** The earlier calls that an expression asks `session` about. */
export function sessionCallsOf(text: string): { tool: string; outcome: CallOutcome }[] {
  const root = parse(text);
  return (root === undefined ? [] : findSessionReads(root)).flatMap(({ tool, outcome }) =>
    tool === undefined || outcome === undefined ? [] : [{ tool, outcome }],
  );
}

/** Settings under which an expression can come to another result, most telling first; none where it does not parse. */
export function settingsOfExpression(text: string, access: Access = callAccess): Setting[] {
  const root = parse(text);
  if (root === undefined) return [];
  const found: Setting[] = [];
  walk(root, node => {
    if (isComparison(node.op)) found.push(...settingsOfComparison(node, access));
    else if (node.op === 'in') found.push(...settingsOfMembership(node, access));
    else found.push(...settingsOfCall(node, access));
  });
  const flags = findFlags(root).flatMap(path => [true, false].map(value => setValue(path, value, access, value)));
  return [...found, ...flags];
}
