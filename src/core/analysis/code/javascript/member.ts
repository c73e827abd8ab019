import type { Reader } from '../call.ts';
import { either, elementOf, list, named, optionsOf, origin, plainText, some, text, type Value } from '../value.ts';

/** A module without the other ways to it. */
export function moduleName(specifier: string): string {
  const name = specifier.replace(/^(?:node|npm|jsr):/, '').replace(/(?<=.)@[\d^~].*$/, '');
  if (/^(?:fs-extra|graceful-fs|fs\/promises|@std\/fs)$/.test(name)) return 'fs';
  if (name === 'timers/promises') return 'timers';
  if (/^path\/(?:posix|win32)$/.test(name)) return 'path';
  return name;
}

/** Objects that hold all global names. */
const globals = /^(?:globalThis|global|window|self|top)$/;

/** A name without the other ways to it: `fs.promises.rm`, `fs.rmSync` and `fs.default.rm` are `fs.rm`. */
function canonical(name: string): string {
  const plain = name
    .replace(/^(?:globalThis|global|window|self)\./, '')
    .replace(/^process\.mainModule\.require$|^module\.require$/, 'require');
  const inside = plain.replace(/^((?:[@\w-]+\/)?[\w-]+)\.(?:default|promises|posix|win32)(?=\.|$)/, '$1');
  return inside.replace(/^(fs|child_process)\.(\w+)Sync$/, '$1.$2').replace(/^Deno\.(\w+)Sync$/, 'Deno.$1');
}

/** `object.name`. */
export function readMember(object: Value, name: string, reader: Reader): Value {
  if (object.kind === 'name') {
    if (object.name === 'process.env' || object.name === 'Bun.env') return variable(name, reader);
    return constant(
      canonical(object.name === '' || globals.test(object.name) ? name : `${object.name}.${name}`),
      reader,
    );
  }
  if (object.kind === 'map') {
    const entry = object.entries.get(name);
    if (entry !== undefined) return entry;
  }
  if (name === 'constructor' && object.kind === 'method' && object.name === 'constructor') return named('Function');
  return { kind: 'method', of: object, name, from: object.from };
}

function constant(name: string, reader: Reader): Value {
  if (name === 'process.env' || name === 'Bun.env') return { kind: 'name', name, from: origin.environment };
  if (name === 'process.argv' || name === 'Bun.argv') {
    return list([text('node'), ...reader.args.map(word => text(word))]);
  }
  if (name === 'process.stdin' || name === 'Bun.stdin' || name === 'Deno.stdin')
    return { kind: 'object', object: 'input', from: origin.input };
  if (name === 'process.execPath' || name === 'process.argv0') return text('node');
  if (name === 'path.sep') return text('/');
  if (name === '__dirname') return text('.');
  if (name === '__filename') return text('[eval]');
  return named(name);
}

/** A variable of the environment, as far as it is known. */
export function variable(name: string, reader: Reader): Value {
  if (name === 'HOME' || name === 'USERPROFILE') return text(reader.home);
  const known = reader.env(name);
  return known === undefined
    ? { kind: 'object', object: 'variable', text: text(name), from: origin.variable }
    : text(known, origin.variable);
}

/** `object[key]`. */
export function readItem(object: Value, key: Value, reader: Reader): Value {
  const name = plainText(key);
  if (object.kind === 'list' && key.kind === 'number') return object.items[key.number] ?? elementOf(object);
  if (name !== undefined) return readMember(object, name, reader);
  if (object.kind === 'list') return elementOf(object);
  if (object.kind === 'name') {
    if (/^(?:process\.env|Bun\.env)$/.test(object.name)) return some(origin.environment);
    return either(
      optionsOf(key).map(option =>
        option.kind === 'text' ? readMember(object, option.text, reader) : named(`${object.name}.?`),
      ),
    );
  }
  if (object.kind === 'map') return either([...object.entries.values(), some(object.from)]);
  return some(object.from | key.from);
}
