import { deep } from '../../pattern.ts';
import type { Reader } from '../call.ts';
import { joinPaths } from '../folder.ts';
import { either, named, optionsOf, origin, pathText, text, textsOf, type Value } from '../value.ts';

/** Other ways to the same module. */
const aliases: readonly (readonly [RegExp, string])[] = [
  [/^(?:builtins|__builtins__|__builtin__)\./, ''],
  [/^(?:posixpath|ntpath)\./, 'os.path.'],
  [/^(?:posix|nt)\./, 'os.'],
  [/^_io\./, 'io.'],
  [/^six\.moves\.urllib\./, 'urllib.'],
  [/^urllib2\./, 'urllib.request.'],
  [/^numpy\./, 'np.'],
  [/^pandas\./, 'pd.'],
  [/^commands\./, 'subprocess.'],
];

/** A name without the other ways to its module. */
export function canonical(name: string): string {
  for (const [alias, real] of aliases) if (alias.test(name)) return name.replace(alias, real);
  return name;
}

/** `object.name`. */
export function readMember(object: Value, name: string, reader: Reader): Value {
  if (object.kind === 'name') return constant(canonical(`${object.name}.${name}`), reader);
  if (object.kind === 'text' && object.path === true) return either(pathMember(object, name));
  if (object.kind === 'object' && object.object === 'entry' && object.text !== undefined) {
    return name === 'path' ? object.text : { kind: 'method', of: object, name, from: object.from };
  }
  if (/^__(?:subclasses|globals|builtins|getattribute|reduce|mro|bases|base)__$/.test(name)) {
    return named(`object.${name}`);
  }
  return { kind: 'method', of: object, name, from: object.from };
}

function constant(name: string, reader: Reader): Value {
  if (name === 'os.sep' || name === 'os.path.sep') return text('/');
  if (name === 'os.curdir') return text('.');
  if (name === 'os.pardir') return text('..');
  if (name === 'os.devnull') return text('/dev/null');
  if (name === 'sys.executable') return text('python3');
  if (name === 'os.environ' || name === 'os.environb')
    return { kind: 'name', name: 'os.environ', from: origin.environment };
  if (name === 'sys.stdin') return { kind: 'name', name, from: origin.input };
  if (name === 'site.USER_SITE') return text(joinPaths(reader.home, '.local/lib'));
  return named(name);
}

function pathMember(path: Value, name: string): readonly Value[] {
  const method: Value = { kind: 'method', of: path, name, from: path.from };
  if (name === 'parent') return optionsOf(path).flatMap(option => textsOf(option).map(parentOf));
  if (name === 'name' || name === 'stem')
    return textsOf(path).map(whole => text(nameOf(whole, name === 'stem'), path.from));
  if (name === 'parents') return [{ kind: 'list', items: [], open: true, from: path.from }];
  return [method];
}

function parentOf(path: string): Value {
  const at = path.lastIndexOf('/');
  if (path.endsWith(deep)) return pathText(path);
  return pathText(at > 0 ? path.slice(0, at) : at === 0 ? '/' : '.');
}

function nameOf(path: string, stem: boolean): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return stem ? name.replace(/(?<=.)\.[^.]*$/, '') : name;
}
