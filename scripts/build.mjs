// Bundles the two programs and the library into dist/: hook.js (the hot path, loads nothing heavy at start), cli.js (everything
// else), library.js with its types. The library is a bundle of its own, so that the hook has no more files to load because of it.
// Libraries are bundled in, and what the hot path needs only sometimes goes into chunks that are loaded on need.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleTypes } from './library/bundle-types.mjs';
import { definePacks } from './shared/packs.mjs';
import { readProblemPages } from './shared/problem-pages.mjs';

const root = path.join(import.meta.dirname, '..');
const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const staging = path.join(root, 'build', `dist-${process.pid}`);
const common = {
  absWorkingDir: root,
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
};
await build({ ...common, entryPoints: { hook: 'src/shells/claude-hook/main.ts', cli: 'src/shells/cli/main.ts' } });
await build({
  ...common,
  entryPoints: { library: 'src/shells/library/main.ts' },
  chunkNames: 'library/[name]-[hash]',
});
for (const folder of ['chunks', 'library']) {
  fs.copyFileSync(
    path.join(root, 'node_modules/libpg-query/wasm/libpg-query.wasm'),
    path.join(staging, folder, 'libpg-query.wasm'),
  );
}
writeTypes(path.join(staging, 'library.d.ts'));
fs.rmSync(path.join(root, 'dist'), { recursive: true, force: true });
fs.renameSync(staging, path.join(root, 'dist'));
console.error('build: dist/hook.js, dist/cli.js and dist/library.js are ready');

/** The library's type declarations. */
function writeTypes(file) {
  const folder = path.join(root, 'build', `types-${process.pid}`);
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.types.json', '--outDir', folder], {
      cwd: root,
      stdio: 'inherit',
    });
    fs.writeFileSync(file, bundleTypes(path.join(folder, 'shells', 'library', 'main.d.ts')));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
