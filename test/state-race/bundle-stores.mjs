import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/shared/hooklaw-program.mjs';

const stores = ['postgres', 'sqlite'].map(name => `export * from './src/adapters/${name}/state-store.ts';`);

/** Bundles the stores, so that plain processes can drive them; gives the file's URL for `import`. */
export async function bundleStores() {
  const outfile = path.join(root, 'build', `state-stores-${process.pid}.mjs`);
  await build({
    absWorkingDir: root,
    stdin: { contents: stores.join('\n'), resolveDir: root },
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  return pathToFileURL(outfile).href;
}
