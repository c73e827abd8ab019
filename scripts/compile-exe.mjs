// Runs under Bun, not Node: bundles the sources and puts them into a copy of a runtime.
// usage: bun compile-exe.mjs '{ "root", "version", "outfile", "runtime", "readsFolder" }'

import path from 'node:path';
import { definePacks } from './shared/packs.mjs';
import { readProblemPages } from './shared/problem-pages.mjs';

const { root, version, outfile, runtime, readsFolder } = JSON.parse(process.argv[2]);

/** The pure JavaScript build of recheck: the default entry starts a native program or a JVM where it finds one. */
const pureRecheck = {
  name: 'pure-recheck',
  setup(build) {
    build.onResolve({ filter: /^recheck$/ }, () => ({ path: path.join(root, 'node_modules/recheck/lib/browser.js') }));
  },
};

/** PostgreSQL's grammar is WASM: the file goes into the executable, and its loader is told where it is there. */
const embeddedGrammar = {
  name: 'embedded-grammar',
  setup(build) {
    build.onLoad({ filter: /libpg-query[\\/]wasm[\\/]index\.js$/ }, async ({ path: file }) => {
      const source = await Bun.file(file).text();
      const start = 'PgQueryModule().then(';
      if (!source.includes(start)) throw new Error('libpg-query starts its module in another way than expected');
      const embedded = `import grammar from './libpg-query.wasm' with { type: 'file' };\n`;
      const told = source.replace(start, 'PgQueryModule({ locateFile: () => grammar }).then(');
      return { contents: embedded + told, loader: 'js' };
    });
  },
};

const result = await Bun.build({
  entrypoints: [path.join(root, 'src/shells/executable/main.ts')],
  target: 'bun',
  format: 'esm',
  splitting: true,
  minify: true,
  bytecode: true,
  define: {
    HOOKLAW_VERSION: JSON.stringify(version),
    HOOKLAW_PROBLEM_PAGES: JSON.stringify(readProblemPages(root)),
    ...definePacks(root),
  },
  plugins: [pureRecheck, embeddedGrammar],
  // The runtime brings a SQLite of its own.
  external: ['libsql'],
  throw: false,
  compile: {
    outfile,
    executablePath: runtime,
    autoloadDotenv: readsFolder,
    autoloadBunfig: readsFolder,
    autoloadTsconfig: false,
    autoloadPackageJson: false,
  },
});
for (const message of result.logs) console.error(String(message));
process.exit(result.success ? 0 : 1);
