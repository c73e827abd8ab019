// Bundles the two programs into dist/: hook.js (the hot path, loads nothing heavy at start) and cli.js (everything else).
// Libraries are bundled in, and what the hot path needs only sometimes goes into chunks that are loaded on need.

import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { definePacks } from './shared/packs.mjs';
import { readProblemPages } from './shared/problem-pages.mjs';

const root = path.join(import.meta.dirname, '..');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const staging = path.join(root, 'build', `dist-${process.pid}`);
await build({
  absWorkingDir: root,
  entryPoints: { hook: 'src/shells/claude-hook/main.ts', cli: 'src/shells/cli/main.ts' },
  outdir: staging,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  chunkNames: 'chunks/[name]-[hash]',
  define: {
    HOOKLAW_VERSION: JSON.stringify(version),
    HOOKLAW_PROBLEM_PAGES: JSON.stringify(readProblemPages(root)),
    ...definePacks(root),
  },
  // The pure JavaScript build of recheck: the default entry starts a native program or a JVM where it finds one.
  alias: { recheck: 'recheck/lib/browser.js' },
  // `require` and `__dirname` for bundled CommonJS; by the latter libpg-query finds its WASM beside its chunk.
  banner: {
    js: "import { createRequire as hooklawRequire } from 'node:module'; const require = hooklawRequire(import.meta.url); const __dirname = import.meta.dirname;",
  },
  // Native: it cannot be bundled, and is loaded from node_modules when the state is first needed.
  external: ['libsql'],
  logLevel: 'warning',
});
fs.copyFileSync(
  path.join(root, 'node_modules/libpg-query/wasm/libpg-query.wasm'),
  path.join(staging, 'chunks/libpg-query.wasm'),
);
fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
fs.renameSync(staging, path.join(root, 'dist'));
console.error('build: dist/hook.js and dist/cli.js are ready');
