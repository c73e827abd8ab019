import { anything } from '../../pattern.ts';
import type { Reader } from '../call.ts';
import type { Node } from '../tree-walk.ts';
import { either, elementOf, list, named, optionsOf, origin, plainText, some, text, type Value } from '../value.ts';
import { readMember } from './member.ts';

/** `object[…]`: an item, a slice, a variable of the environment or a name looked up by text. */
export function readSubscript(object: Value, inner: readonly Node[], reader: Reader): Value {
  if (inner.some(node => node.name === ':')) return either(optionsOf(object).map(option => slice(option, inner)));
  const key = inner[0]?.value;
  if (key === undefined) return some(object.from);
  return either(optionsOf(object).map(option => item(option, key, reader)));
}

function item(object: Value, key: Value, reader: Reader): Value {
  const name = plainText(key);
  if (object.kind === 'name') return itemOfName(object.name, key, name, reader);
  if (object.kind === 'list')
    return key.kind === 'number' ? (object.items.at(key.number) ?? elementOf(object)) : elementOf(object);
  if (object.kind === 'map') {
    const entry = name === undefined ? undefined : object.entries.get(name);
    return entry ?? (name === undefined ? either([...object.entries.values(), some(object.from)]) : some(object.from));
  }
  if (object.kind === 'text') return text(anything, object.from);
  return some(object.from | key.from);
}

function itemOfName(module: string, key: Value, name: string | undefined, reader: Reader): Value {
  if (module === 'os.environ') return name === undefined ? some(origin.environment) : variable(name, reader);
  if (module === 'sys.argv') return item(argumentsOf(reader), key, reader);
  if (module === 'sys.modules') return name === undefined ? some(key.from) : named(name);
  if (/^(?:__dict__|__builtins__|builtins)$/.test(module)) return named(name ?? '.?');
  const table = /^(.*)\.__dict__$/.exec(module)?.[1] ?? (/^(?:globals|locals|vars)\(\)$/.test(module) ? '' : undefined);
  if (table === undefined) return some(key.from);
  if (name === undefined) return named(`${table}.?`);
  if (table === '') return reader.scope.look(name, -1) ?? named(name);
  return readMember(named(table), name, reader);
}

/** A variable of the environment, as far as it is known. */
export function variable(name: string, reader: Reader): Value {
  if (name === 'HOME' || name === 'USERPROFILE') return text(reader.home);
  const known = reader.env(name);
  return known === undefined
    ? { kind: 'object', object: 'variable', text: text(name), from: origin.variable }
    : text(known, origin.variable);
}

/** `sys.argv`. */
export function argumentsOf(reader: Reader): Value {
  return list([text('-c'), ...reader.args.map(word => text(word))]);
}

function slice(object: Value, inner: readonly Node[]): Value {
  const bounds: (number | undefined)[] = [undefined];
  for (const node of inner) {
    if (node.name === ':') bounds.push(undefined);
    else if (node.value.kind === 'number') bounds[bounds.length - 1] = node.value.number;
    else return object.kind === 'list' ? { ...object, open: true } : some(object.from);
  }
  const [start, end, step] = bounds;
  if (object.kind === 'name' && object.name === 'sys.argv') return some(0);
  if (object.kind === 'list') {
    const items = step === -1 ? object.items.toReversed() : object.items.slice(start, end);
    return list(items, object.open === true);
  }
  const whole = plainText(object);
  if (whole === undefined) return some(object.from);
  if (step === -1 && start === undefined && end === undefined)
    return text([...whole].toReversed().join(''), object.from);
  if (step === undefined) return text(whole.slice(start, end), object.from);
  return text(everyNth(whole, start, end, step), object.from);
}

function everyNth(whole: string, start = 0, end: number | undefined, step: number): string {
  if (step < 1) return anything;
  return [...whole.slice(start, end)].filter((_character, at) => at % step === 0).join('');
}
