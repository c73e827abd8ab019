import fs from 'node:fs';
import path from 'node:path';

/**
 * Surroundings that a cloned project could give a hook: variables by its settings, files by its folder.
 * `$D` in a value is the folder of the run. `proven` marks those that change what an unhardened executable does with a
 * plain deny; the others are closed all the same, or are there to show that they do nothing.
 */
export const hostileEnvironments = [
  { name: 'BUN_BE_BUN', env: { BUN_BE_BUN: '1' }, proven: true },
  { name: 'BUN_OPTIONS with a preload', env: { BUN_OPTIONS: '--preload $D/evil.js' }, proven: true },
  { name: 'BUN_OPTIONS with a require', env: { BUN_OPTIONS: '-r $D/evil.js' }, proven: true },
  { name: 'BUN_OPTIONS with an import', env: { BUN_OPTIONS: '--import $D/evil.js' }, proven: true },
  { name: 'BUN_OPTIONS that only prints', env: { BUN_OPTIONS: '--version' }, proven: true },
  { name: 'BUN_OPTIONS with an unknown flag', env: { BUN_OPTIONS: '--nonsense' } },
  { name: 'BUN_OPTIONS with another folder', env: { BUN_OPTIONS: '--cwd /' } },
  { name: 'BUN_INSPECT that waits', env: { BUN_INSPECT: '127.0.0.1:0?wait=1' }, proven: true },
  { name: 'BUN_INSPECT with a preload', env: { BUN_INSPECT: 'unix:$D/i.sock', BUN_INSPECT_PRELOAD: '$D/evil.js' } },
  { name: 'BUN_INSPECT_CONNECT_TO', env: { BUN_INSPECT_CONNECT_TO: 'unix:$D/none.sock' } },
  { name: 'JavaScriptCore stops at once', env: { BUN_JSC_watchdog: '1' }, proven: true },
  { name: 'JavaScriptCore has no stack', env: { BUN_JSC_maxPerThreadStackUsage: '1' }, proven: true },
  { name: 'JavaScriptCore has no room', env: { BUN_JSC_structureHeapSizeInKB: '1' }, proven: true },
  { name: 'JavaScriptCore without code memory', env: { BUN_JSC_jitMemoryReservationSize: '1' }, proven: true },
  {
    name: 'JavaScriptCore throws',
    env: { BUN_JSC_useExceptionFuzz: '1', BUN_JSC_fireExceptionFuzzAt: '1' },
    proven: true,
  },
  { name: 'JavaScriptCore talks', env: { BUN_JSC_dumpOptions: '2' }, proven: true },
  { name: 'an unknown JavaScriptCore option', env: { BUN_JSC_nonsense: '1' }, proven: true },
  {
    name: 'JavaScriptCore with replaced functions',
    env: { BUN_JSC_functionOverrides: '$D/overrides.txt' },
    proven: true,
  },
  { name: 'a signal for the garbage collector', env: { JSC_SIGNAL_FOR_GC: '9' }, proven: true },
  { name: 'JavaScriptCore without its compiler', env: { JavaScriptCoreUseJIT: '0' } },
  { name: 'no processor', env: { WTF_numberOfProcessorCores: '0' } },
  { name: 'an unknown text implementation', env: { SIMDUTF_FORCE_IMPLEMENTATION: 'nonsense' }, proven: true },
  { name: 'an allocator that talks', env: { MIMALLOC_VERBOSE: '9', MIMALLOC_SHOW_STATS: '1' }, proven: true },
  { name: 'an allocator that gives nothing', env: { MIMALLOC_DISALLOW_OS_ALLOC: '1' } },
  {
    name: 'a heap that logs',
    env: { Malloc: '1', MallocHelp: '1', MallocLogFile: '$D/malloc.log', MallocScribble: '1' },
  },
  {
    name: 'WebKit with the system heap',
    env: { WebKitSystemHeapOverrideEnablement: '1', WebKitMallocForceEnabled: '1' },
  },
  {
    name: 'bytecode written to a file',
    env: { BUN_BYTECODE_DIGEST_OUT: '$D/written' },
    leaves: 'written',
    proven: true,
  },
  {
    name: 'bytecode order written to a file',
    env: { BUN_BYTECODE_ORDER_OUT: '$D/written' },
    leaves: 'written',
    proven: true,
  },
  { name: 'a channel that is none', env: { NODE_CHANNEL_FD: 'x' }, proven: true },
  { name: 'a channel over standard input', env: { NODE_CHANNEL_FD: '0' } },
  { name: 'a bad number of requests', env: { BUN_CONFIG_MAX_HTTP_REQUESTS: 'x' }, proven: true },
  { name: 'NODE_OPTIONS with a require', env: { NODE_OPTIONS: '--require $D/evil.js' } },
  { name: 'NODE_OPTIONS with an unknown flag', env: { NODE_OPTIONS: '--nonsense' } },
  { name: 'a cluster worker', env: { NODE_UNIQUE_ID: '1' } },
  { name: 'NODE_PATH', env: { NODE_PATH: '$D' } },
  { name: 'NODE_ENV and BUN_ENV of a test', env: { NODE_ENV: 'test', BUN_ENV: 'test', NODE_TEST_CONTEXT: 'child' } },
  { name: 'NODE_DEBUG', env: { NODE_DEBUG: 'fs,module,net', NODE_V8_COVERAGE: '$D/coverage' }, leaves: 'coverage' },
  { name: 'temporary folders that do not exist', env: { TMPDIR: '/none', BUN_TMPDIR: '/none' } },
  {
    name: 'a home with a .bunfig.toml',
    env: { XDG_CONFIG_HOME: '$D/home' },
    files: { 'home/.bunfig.toml': 'preload = ["$D/evil.js"]\n' },
  },
  { name: 'an odd locale and zone', env: { LC_ALL: 'tr_TR.UTF-8', TZ: ':/none' } },
  { name: 'a bunfig.toml with a preload', files: { 'bunfig.toml': 'preload = ["./evil.js"]\n' }, proven: true },
  { name: 'an .env with a variable of hooklaw', files: { '.env': 'HOOKLAW_LAW=/none\nHOOKLAW_STATE_DIR=/none\n' } },
  {
    name: 'a package.json and a tsconfig.json that send imports elsewhere',
    files: {
      'package.json': '{"type":"commonjs","imports":{"node:fs":"./evil.js"},"browser":{"fs":"./evil.js"}}',
      'tsconfig.json': '{"compilerOptions":{"paths":{"*":["./evil.js"],"node:*":["./evil.js"]}}}',
    },
  },
];

/** Writes the files of a hostile environment into `folder` and gives the variables, with the folder's path in place. */
export function layHostileEnvironment({ env = {}, files = {} }, folder) {
  const all = { 'evil.js': 'process.exit(0);\n', 'overrides.txt': 'override {x}{return 1}\n', ...files };
  const fill = text => text.replaceAll('$D', folder);
  for (const [name, content] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), fill(content));
  }
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
}
