import type { ScriptLanguage } from './token.ts';

/** What calling a function does; numbers are places of arguments. */
export type Effect =
  | { readonly does: 'read' | 'write' | 'delete' | 'delete all'; readonly at: number | 'all' }
  | { readonly does: 'move' | 'copy' | 'link' }
  /** Opens a file in a mode; `read` is meant where none is given. */
  | { readonly does: 'open' }
  /** A text for a shell, or words where there are several. */
  | { readonly does: 'start' }
  /** A text for a shell, whatever else is given. */
  | { readonly does: 'shell' }
  | { readonly does: 'run' }
  | { readonly does: 'run file' }
  | { readonly does: 'chdir' }
  | { readonly does: 'print' }
  | { readonly does: 'send'; readonly at: number }
  | { readonly does: 'connect' }
  /** Calls a function by its name. */
  | { readonly does: 'call' };

const reads = { does: 'read', at: 0 } as const;
const writes = { does: 'write', at: 0 } as const;
const deletes = { does: 'delete', at: 'all' } as const;
const deletesAll = { does: 'delete all', at: 'all' } as const;
const start = { does: 'start' } as const;
const shell = { does: 'shell' } as const;
const run = { does: 'run' } as const;
const move = { does: 'move' } as const;
const copy = { does: 'copy' } as const;
const link = { does: 'link' } as const;
const open = { does: 'open' } as const;
const print = { does: 'print' } as const;
const send = { does: 'send', at: 1 } as const;
const connect = { does: 'connect' } as const;
const call = { does: 'call' } as const;
const chdir = { does: 'chdir' } as const;
const runFile = { does: 'run file' } as const;

function under(modules: readonly string[], functions: Readonly<Record<string, Effect>>): [string, Effect][] {
  return modules.flatMap(module =>
    Object.entries(functions).map(([name, effect]): [string, Effect] => [module + name, effect]),
  );
}

const ruby: [string, Effect][] = [
  ...under(['', 'Kernel.', 'Process.'], {
    system: start,
    exec: start,
    spawn: start,
    eval: run,
    instance_eval: run,
    class_eval: run,
    module_eval: run,
    open,
    load: runFile,
    send: call,
    public_send: call,
    __send__: call,
    method: call,
    puts: print,
    print,
    p: print,
    pp: print,
  }),
  ...under(['File.', 'IO.', 'FileUtils.', 'Dir.'], {
    read: reads,
    binread: reads,
    readlines: reads,
    foreach: reads,
    write: writes,
    binwrite: writes,
    open,
    new: open,
    delete: deletes,
    unlink: deletes,
    rmdir: deletes,
    rm: deletes,
    rm_f: deletes,
    remove: deletes,
    safe_unlink: deletes,
    truncate: deletes,
    rm_r: deletesAll,
    rm_rf: deletesAll,
    rmtree: deletesAll,
    remove_dir: deletesAll,
    remove_entry: deletesAll,
    remove_entry_secure: deletesAll,
    remove_file: deletes,
    rename: move,
    mv: move,
    move,
    cp: copy,
    cp_r: copy,
    copy,
    copy_file: copy,
    copy_entry: copy,
    copy_stream: copy,
    mkdir: writes,
    mkdir_p: writes,
    makedirs: writes,
    touch: writes,
    symlink: link,
    ln_s: link,
    ln_sf: link,
    chdir,
    cd: chdir,
    popen: start,
  }),
  ...under(['Open3.'], {
    capture2: start,
    capture2e: start,
    capture3: start,
    popen2: start,
    popen2e: start,
    popen3: start,
    pipeline: start,
  }),
  ['PTY.spawn', start],
  ['YAML.load_file', reads],
  ['JSON.load_file', reads],
  ['CSV.read', reads],
  ['CSV.foreach', reads],
  ['Kernel.binding.eval', run],
  ...under(['Net::HTTP.', 'HTTP.', 'HTTParty.', 'RestClient.', 'Faraday.', 'URI.'], {
    get: send,
    get_response: send,
    post: send,
    put: send,
    patch: send,
    post_form: send,
    start: send,
    open: send,
    new: send,
  }),
  ['TCPSocket.new', connect],
  ['TCPSocket.open', connect],
  ['UDPSocket.new', connect],
  ['IO.sysopen', open],
];

const perl: [string, Effect][] = [
  ...under(['', 'CORE.', 'CORE::', 'CORE::GLOBAL::'], {
    system: start,
    exec: start,
    readpipe: shell,
    eval: run,
    do: runFile,
    unlink: deletes,
    rmdir: deletes,
    truncate: deletes,
    rmtree: deletesAll,
    remove_tree: deletesAll,
    rename: move,
    move,
    copy,
    mkdir: writes,
    mkpath: writes,
    make_path: writes,
    symlink: link,
    link,
    open,
    sysopen: open,
    chdir,
    print,
    say: print,
    kill: { does: 'read', at: 99 },
    capture: start,
    run3: start,
    get: send,
    getprint: send,
    getstore: send,
  }),
  ['File::Path::rmtree', deletesAll],
  ['File::Path::remove_tree', deletesAll],
  ['File::Copy::move', move],
  ['File::Copy::copy', copy],
  ['POSIX::unlink', deletes],
  ['POSIX::rmdir', deletes],
  ['LWP::Simple::get', send],
  ['LWP::Simple::getstore', send],
  ['IO::Socket::INET.new', connect],
  ['IO::Socket::SSL.new', connect],
  ['IO::File.new', open],
  ['IPC::Run::run', start],
  ['IPC::Open3::open3', start],
];

const php: [string, Effect][] = [
  ...under([''], {
    system: shell,
    exec: shell,
    shell_exec: shell,
    passthru: shell,
    popen: shell,
    proc_open: shell,
    pcntl_exec: start,
    eval: run,
    assert: run,
    create_function: run,
    call_user_func: call,
    call_user_func_array: call,
    array_map: call,
    array_walk: call,
    unlink: { does: 'delete', at: 0 },
    rmdir: { does: 'delete', at: 0 },
    rename: move,
    copy,
    move_uploaded_file: move,
    mkdir: writes,
    touch: writes,
    symlink: link,
    link,
    fopen: open,
    SplFileObject: open,
    file_get_contents: reads,
    file: reads,
    readfile: reads,
    parse_ini_file: reads,
    simplexml_load_file: reads,
    highlight_file: reads,
    show_source: reads,
    file_put_contents: writes,
    include: runFile,
    include_once: runFile,
    require: runFile,
    require_once: runFile,
    chdir,
    echo: print,
    print,
    print_r: print,
    var_dump: print,
    var_export: print,
    curl_init: send,
    fsockopen: connect,
    pfsockopen: connect,
    stream_socket_client: connect,
    mail: { does: 'send', at: 2 },
    dns_get_record: send,
    gethostbyname: send,
  }),
];

const lua: [string, Effect][] = [
  ['os.execute', shell],
  ['io.popen', shell],
  ['os.remove', { does: 'delete', at: 0 }],
  ['os.rename', move],
  ['io.open', open],
  ['io.lines', reads],
  ['io.output', writes],
  ['io.input', reads],
  ['dofile', runFile],
  ['loadfile', runFile],
  ['loadstring', run],
  ['load', run],
  ['print', print],
];

const r: [string, Effect][] = [
  ['system', shell],
  ['system2', start],
  ['shell', shell],
  ['pipe', shell],
  ['unlink', deletesAll],
  ['file.remove', deletes],
  ['file.rename', move],
  ['file.copy', copy],
  ['writeLines', { does: 'write', at: 1 }],
  ['saveRDS', { does: 'write', at: 1 }],
  ['write.csv', { does: 'write', at: 1 }],
  ['write.table', { does: 'write', at: 1 }],
  ['sink', writes],
  ['readLines', reads],
  ['readRDS', reads],
  ['read.csv', reads],
  ['read.table', reads],
  ['scan', reads],
  ['source', runFile],
  ['sys.source', runFile],
  ['eval', run],
  ['setwd', chdir],
  ['download.file', send],
  ['file.create', writes],
  ['dir.create', writes],
  ['cat', print],
  ['print', print],
  ['do.call', call],
];

const tables: Readonly<Record<ScriptLanguage, ReadonlyMap<string, Effect>>> = {
  ruby: new Map(ruby),
  perl: new Map(perl),
  php: new Map(php),
  lua: new Map(lua),
  r: new Map(r),
  applescript: new Map(),
};

/** What a function does; undefined for one that only computes, or that nobody knows. */
export function effectOf(language: ScriptLanguage, name: string): Effect | undefined {
  const known = tables[language].get(language === 'php' ? name.toLowerCase() : name.replace(/^(?:base|utils)::/, ''));
  return known;
}
