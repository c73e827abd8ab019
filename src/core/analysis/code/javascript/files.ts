import { anything, deep } from '../../pattern.ts';
import type { Call, Handler } from '../call.ts';
import { globPattern, joinValues } from '../folder.ts';
import { either, list, nothing, optionsOf, origin, plainText, some, text, textsOf, type Value } from '../value.ts';
import { callBack, hasOption } from './options.ts';

/** The content of a file. */
export function contentOf(path: Value): Value {
  return { kind: 'object', object: 'content', text: path, from: origin.file };
}

const reads: Handler = call => {
  const path = call.need(0);
  if (path.kind === 'object') return some(path.from);
  if (path.kind === 'number') return some(origin.input);
  call.findings.file('read', path, call.name);
  callBack(call, [nothing, contentOf(path)]);
  return contentOf(path);
};

const writes: Handler = call => {
  call.findings.file('write', call.need(0), call.name);
  return { kind: 'object', object: 'file', text: call.need(0), from: 0 };
};

function deletes(recursive: boolean | 'option'): Handler {
  return call => {
    const path = call.need(0);
    const whole = recursive === 'option' ? hasOption(call, 1, 'recursive') : recursive;
    const paths = optionsOf(path).map(option => (option.kind === 'list' ? either(option.items) : option));
    for (const one of paths) call.findings.file('delete', one, call.name, whole);
    return undefined;
  };
}

function copies(recursive: boolean): Handler {
  return call => {
    call.findings.file('read', call.need(0), call.name, recursive);
    call.findings.file('write', call.need(1), call.name, recursive);
    return undefined;
  };
}

const moves: Handler = call => {
  call.findings.file('delete', call.need(0), call.name, true);
  call.findings.file('write', call.need(1), call.name);
  return undefined;
};

const links: Handler = call => {
  call.findings.link(call.need(0), call.need(1));
  return undefined;
};

/** `fs.open(path, flags)`: for reading unless flags say otherwise. */
const opens: Handler = call => {
  const path = call.need(0);
  const flags = call.given.positional[1];
  const given = flags === undefined || flags.kind === 'local' ? 'r' : flags.kind === 'number' ? 'r+' : plainText(flags);
  if (given === undefined || /[r+]/.test(given)) call.findings.file('read', path, call.name);
  if (given === undefined || /[wa+]/.test(given)) call.findings.file('write', path, call.name);
  return { kind: 'object', object: 'file', text: path, from: origin.file };
};

const listing: Handler = call => {
  const folder = call.need(0);
  const names = hasOption(call, 1, 'recursive') ? text(deep) : text(anything);
  const entries = hasOption(call, 1, 'withFileTypes')
    ? list([
        {
          kind: 'map',
          entries: new Map([
            ['name', names],
            ['path', folder],
            ['parentPath', folder],
          ]),
          from: 0,
        },
      ])
    : list([names]);
  callBack(call, [nothing, entries]);
  return entries;
};

const globs: Handler = call => {
  const patterns = call.need(0);
  const found = optionsOf(patterns).flatMap(option => (option.kind === 'list' ? option.items : [option]));
  const files = list(found.flatMap(option => textsOf(option).map(pattern => text(globPattern(pattern)))));
  callBack(call, [nothing, files]);
  return files;
};

const joins: Handler = call =>
  joinValues(call.given.positional.length === 0 ? [text('.')] : call.given.positional.map(value => value));

/** `path.join('/a', '/b')` is `/a/b`: only `path.resolve` starts again at a root. */
const joinsPlainly: Handler = call => {
  const [first = text('.'), ...rest] = call.given.positional;
  const relative = rest.map(value =>
    either(
      optionsOf(value).map(option =>
        option.kind === 'text' ? { ...option, text: option.text.replace(/^\/+/, '') } : option,
      ),
    ),
  );
  return joinValues([first, ...relative]);
};

const fsHandlers: Readonly<Record<string, Handler>> = {
  rm: deletes('option'),
  rmdir: deletes('option'),
  unlink: deletes(false),
  truncate: deletes(false),
  remove: deletes(true),
  emptyDir: deletes(true),
  emptydir: deletes(true),
  rename: moves,
  move: moves,
  cp: copies(true),
  copy: copies(true),
  copyFile: copies(false),
  symlink: links,
  link: links,
  readFile: reads,
  readJson: reads,
  readJSON: reads,
  createReadStream: reads,
  openAsBlob: reads,
  open: opens,
  writeFile: writes,
  appendFile: writes,
  outputFile: writes,
  outputJson: writes,
  writeJson: writes,
  writeJSON: writes,
  createWriteStream: writes,
  mkdir: writes,
  mkdirp: writes,
  ensureDir: writes,
  ensureFile: writes,
  readdir: listing,
  opendir: listing,
  glob: globs,
  mkdtemp: call => either(textsOf(call.need(0)).map(path => text(`${path}XXXXXX`))),
  realpath: call => call.at(0),
};

export const fileHandlers: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(Object.entries(fsHandlers).map(([name, handler]) => [`fs.${name}`, handler])),
  rimraf: deletes(true),
  'rimraf.rimraf': deletes(true),
  'rimraf.sync': deletes(true),
  'rimraf.rimrafSync': deletes(true),
  del: deletes(true),
  'del.deleteAsync': deletes(true),
  'del.deleteSync': deletes(true),
  'del.sync': deletes(true),
  trash: deletes(true),
  'shelljs.rm': call => {
    const targets = call.given.positional.filter(value => !/^-/.test(plainText(value) ?? ''));
    for (const target of targets)
      call.findings.file('delete', target.kind === 'list' ? either(target.items) : target, call.name, true);
    return undefined;
  },
  'shelljs.mv': moves,
  'shelljs.cp': copies(true),
  'shelljs.cat': reads,
  'Deno.remove': deletes('option'),
  'Deno.truncate': deletes(false),
  'Deno.rename': moves,
  'Deno.copyFile': copies(false),
  'Deno.readTextFile': reads,
  'Deno.readFile': reads,
  'Deno.open': call => {
    const path = call.need(0);
    call.findings.file('read', path, call.name);
    if (hasOption(call, 1, 'write') || hasOption(call, 1, 'append')) call.findings.file('write', path, call.name);
    return { kind: 'object', object: 'file', text: path, from: origin.file };
  },
  'Deno.writeTextFile': writes,
  'Deno.writeFile': writes,
  'Deno.mkdir': writes,
  'Deno.symlink': links,
  'Deno.link': links,
  'Deno.readDir': listing,
  'Bun.file': call => ({ kind: 'object', object: 'bun-file', text: call.need(0), from: origin.file }),
  'Bun.write': call => {
    const target = call.need(0);
    if (target.kind === 'object' && target.text !== undefined) call.findings.file('write', target.text, call.name);
    else call.findings.file('write', target, call.name);
    return undefined;
  },
  glob: globs,
  'glob.glob': globs,
  'glob.sync': globs,
  'glob.globSync': globs,
  'fast-glob': globs,
  'fast-glob.sync': globs,
  globby: globs,
  'path.join': joinsPlainly,
  'path.resolve': joins,
  'path.normalize': call => call.at(0),
  'path.dirname': call =>
    either(textsOf(call.need(0)).map(path => text(path.includes('/') ? path.replace(/\/[^/]*$/, '') || '/' : '.'))),
  'path.basename': call => either(textsOf(call.need(0)).map(path => text(path.slice(path.lastIndexOf('/') + 1)))),
  'os.homedir': call => text(call.reader.home),
  'os.tmpdir': () => text('/tmp'),
  'process.cwd': () => text('.'),
  'Deno.cwd': () => text('.'),
  'url.fileURLToPath': fromUrl,
  'url.pathToFileURL': call => call.at(0),
};

/** `file:///x` as `/x`. */
function fromUrl(call: Call): Value {
  return either(textsOf(call.need(0)).map(url => text(url.replace(/^file:\/\//, ''))));
}
