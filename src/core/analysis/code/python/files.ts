import { anything, deep } from '../../pattern.ts';
import type { Call, Handler } from '../call.ts';
import { expandHome, globPattern, joinPaths, joinValues } from '../folder.ts';
import { either, list, optionsOf, origin, pathText, plainText, some, text, textsOf, type Value } from '../value.ts';

/** An open file and what opening it does. */
export function openFile(call: Call, path: Value, mode: Value | undefined): Value {
  const given = mode === undefined ? 'r' : plainText(mode);
  const what = call.name;
  if (given === undefined || /[r+]/.test(given) || !/[wax]/.test(given)) call.findings.file('read', path, what);
  if (given === undefined || /[wax+]/.test(given)) call.findings.file('write', path, what);
  return { kind: 'object', object: 'file', text: path, mode: given ?? 'r+', from: origin.file };
}

/** The content of a file. */
export function contentOf(path: Value): Value {
  return { kind: 'object', object: 'content', text: path, from: origin.file };
}

function reads(place = 0, ...names: readonly string[]): Handler {
  return call => {
    const path = call.at(place, ...names, 'path', 'file', 'filename', 'fname');
    if (path === undefined) return some(origin.file);
    if (isOpenFile(path)) return some(path.from);
    if (optionsOf(path).some(option => option.kind === 'text' && /^[a-z][\w+]*:\/\//.test(option.text))) {
      call.findings.address(path);
      return some(origin.download);
    }
    call.findings.file('read', path, call.name);
    return contentOf(path);
  };
}

function isOpenFile(value: Value): boolean {
  return optionsOf(value).every(
    option => option.kind === 'object' || option.kind === 'name' || option.kind === 'method',
  );
}

function writes(place = 0, ...names: readonly string[]): Handler {
  return call => {
    const path = call.at(place, ...names, 'path', 'file', 'filename');
    if (path !== undefined && !isOpenFile(path)) call.findings.file('write', path, call.name);
    return undefined;
  };
}

function deletes(recursive = false): Handler {
  return call => {
    call.findings.file('delete', call.need(0, 'path', 'name', 'paths'), call.name, recursive);
    return undefined;
  };
}

function copies(recursive = false): Handler {
  return call => {
    call.findings.file('read', call.need(0, 'src'), call.name, recursive);
    call.findings.file('write', call.need(1, 'dst'), call.name, recursive);
    return call.at(1, 'dst');
  };
}

const moves: Handler = call => {
  const target = call.need(1, 'dst');
  call.findings.file('delete', call.need(0, 'src'), call.name, true);
  call.findings.file('write', target, call.name);
  return target;
};

const links: Handler = call => {
  call.findings.link(call.need(0, 'src'), call.need(1, 'dst'));
  return undefined;
};

const listing: Handler = call => {
  const folder = call.at(0, 'path') ?? text('.');
  return list([text(anything, folder.from)], true);
};

/** What walking through a folder gives: the folder and all under it. */
function under(folder: Value): Value {
  return either(textsOf(folder).map(path => pathText(joinPaths(path, deep), folder.from)));
}

const walks: Handler = call => {
  const folder = call.need(0, 'top');
  const name = text(anything);
  return list([list([under(folder), list([name]), list([name])])]);
};

const globs: Handler = call => {
  const root = call.at(-1, 'root_dir');
  const pattern = either(textsOf(call.need(0, 'pathname')).map(glob => text(globPattern(glob))));
  return list([root === undefined ? pattern : joinValues([root, pattern])]);
};

const scans: Handler = call => {
  const folder = call.at(0, 'path') ?? text('.');
  return list([{ kind: 'object', object: 'entry', text: joinValues([folder, text(anything)]), from: 0 }]);
};

const paths: Handler = call => {
  const parts = call.given.positional;
  const joined = parts.length === 0 ? pathText('.') : joinValues(parts);
  return either(
    optionsOf(joined).map(option =>
      option.kind === 'text' ? { ...option, path: true } : pathText(anything, option.from),
    ),
  );
};

const archives =
  (modePlace: number): Handler =>
  call => {
    const path = call.at(0, 'name', 'file', 'filename');
    if (path === undefined || isOpenFile(path)) return { kind: 'object', object: 'archive', from: call.from };
    const mode = plainText(call.at(modePlace, 'mode') ?? text('r'));
    call.findings.file(mode === undefined || !/^[wax]/.test(mode) ? 'read' : 'write', path, call.name);
    return { kind: 'object', object: 'archive', text: path, from: origin.file };
  };

const same: Handler = call => call.at(0, 'path');

export const fileHandlers: Readonly<Record<string, Handler>> = {
  open: call => openFile(call, call.need(0, 'file'), call.at(1, 'mode')),
  'io.open': call => openFile(call, call.need(0, 'file'), call.at(1, 'mode')),
  'io.FileIO': call => openFile(call, call.need(0, 'file'), call.at(1, 'mode')),
  'codecs.open': call => openFile(call, call.need(0, 'filename'), call.at(1, 'mode')),
  'gzip.open': call => openFile(call, call.need(0, 'filename'), call.at(1, 'mode')),
  'bz2.open': call => openFile(call, call.need(0, 'filename'), call.at(1, 'mode')),
  'lzma.open': call => openFile(call, call.need(0, 'filename'), call.at(1, 'mode')),
  'aiofiles.open': call => openFile(call, call.need(0, 'file'), call.at(1, 'mode')),
  'os.open': call => {
    const flags = call.at(1, 'flags');
    const onlyReads = flags?.kind === 'name' && flags.name === 'os.O_RDONLY';
    return openFile(call, call.need(0, 'path'), text(onlyReads ? 'r' : 'r+'));
  },
  'os.fdopen': () => ({ kind: 'object', object: 'file', from: origin.file }),
  'os.remove': deletes(),
  'os.unlink': deletes(),
  'os.rmdir': deletes(),
  'os.removedirs': deletes(),
  'os.truncate': deletes(),
  'shutil.rmtree': deletes(true),
  'send2trash.send2trash': deletes(true),
  'distutils.dir_util.remove_tree': deletes(true),
  'distutils.file_util.move_file': moves,
  'shutil.move': moves,
  'os.rename': moves,
  'os.replace': moves,
  'os.renames': moves,
  'shutil.copy': copies(),
  'shutil.copy2': copies(),
  'shutil.copyfile': copies(),
  'shutil.copytree': copies(true),
  'os.symlink': links,
  'os.link': links,
  'os.mkdir': writes(0, 'name'),
  'os.makedirs': writes(0, 'name'),
  'os.mknod': writes(0),
  'os.mkfifo': writes(0),
  'shutil.make_archive': call => {
    call.findings.file('write', call.need(0, 'base_name'), call.name);
    call.findings.file('read', call.at(2, 'root_dir') ?? text('.'), call.name, true);
    return undefined;
  },
  'shutil.unpack_archive': call => {
    call.findings.file('read', call.need(0, 'filename'), call.name);
    call.findings.file('write', call.at(1, 'extract_dir') ?? text('.'), call.name, true);
    return undefined;
  },
  'tarfile.open': archives(1),
  'tarfile.TarFile': archives(1),
  'zipfile.ZipFile': archives(1),
  'linecache.getline': reads(0, 'filename'),
  'linecache.getlines': reads(0, 'filename'),
  'fileinput.input': call => {
    const files = call.at(0, 'files');
    if (files === undefined) for (const word of call.reader.args) call.findings.file('read', text(word), call.name);
    else
      for (const option of optionsOf(files))
        call.findings.file('read', option.kind === 'list' ? either(option.items) : option, call.name);
    const inPlace = call.at(1, 'inplace');
    if (inPlace !== undefined && !(inPlace.kind === 'flag' && !inPlace.flag)) {
      if (files !== undefined)
        call.findings.file('write', files.kind === 'list' ? either(files.items) : files, call.name);
      else for (const word of call.reader.args) call.findings.file('write', text(word), call.name);
    }
    return some(origin.file);
  },
  'np.loadtxt': reads(0),
  'np.genfromtxt': reads(0),
  'np.load': reads(0),
  'np.fromfile': reads(0),
  'np.save': writes(0),
  'np.savetxt': writes(0),
  'np.savez': writes(0),
  ...Object.fromEntries(
    ['csv', 'json', 'excel', 'parquet', 'table', 'pickle', 'fwf', 'feather', 'hdf', 'xml', 'html'].map(kind => [
      `pd.read_${kind}`,
      reads(0, 'filepath_or_buffer', 'io', 'path_or_buf'),
    ]),
  ),
  'PIL.Image.open': reads(0),
  'configparser.RawConfigParser.read': reads(0),
  'dotenv.load_dotenv': () => undefined,
  'dotenv.dotenv_values': call => {
    const path = call.at(0, 'dotenv_path') ?? text('.env');
    call.findings.file('read', path, call.name);
    return contentOf(path);
  },
  'runpy.run_path': call => {
    call.findings.startWords([{ pattern: 'python3' }, { pattern: textsOf(call.need(0, 'path_name'))[0] ?? anything }]);
    return undefined;
  },
  'os.listdir': listing,
  'os.walk': walks,
  'os.scandir': scans,
  'glob.glob': globs,
  'glob.iglob': globs,
  'pathlib.Path': paths,
  'pathlib.PosixPath': paths,
  'pathlib.WindowsPath': paths,
  'pathlib.PurePath': paths,
  'pathlib.Path.home': call => pathText(call.reader.home),
  'pathlib.Path.cwd': () => pathText('.'),
  'os.path.join': call => joinValues(call.given.positional.length === 0 ? [text('')] : call.given.positional),
  'os.path.expanduser': call => expandHome(call.need(0, 'path'), call.reader.home),
  'os.path.expandvars': call =>
    expandHome(
      either(
        textsOf(call.need(0, 'path')).map(path =>
          text(path.replaceAll(/\$\{?HOME\}?/g, '~').replaceAll(/\$\{?\w+\}?/g, anything)),
        ),
      ),
      call.reader.home,
    ),
  'os.path.abspath': same,
  'os.path.realpath': same,
  'os.path.normpath': same,
  'os.fspath': same,
  'os.path.dirname': call =>
    either(textsOf(call.need(0)).map(path => text(path.includes('/') ? path.replace(/\/[^/]*$/, '') || '/' : ''))),
  'os.path.basename': call => either(textsOf(call.need(0)).map(path => text(path.slice(path.lastIndexOf('/') + 1)))),
  'os.getcwd': () => text('.'),
  'os.getcwdb': () => text('.'),
  'tempfile.mkdtemp': () => text('/tmp/mkdtemp'),
  'tempfile.gettempdir': () => text('/tmp'),
  'tempfile.TemporaryDirectory': () => pathText('/tmp/mkdtemp'),
  'tempfile.NamedTemporaryFile': () => ({ kind: 'object', object: 'file', text: text('/tmp/mkstemp'), from: 0 }),
  'tempfile.mkstemp': () => list([{ kind: 'number', number: 3, from: 0 }, text('/tmp/mkstemp')]),
};
