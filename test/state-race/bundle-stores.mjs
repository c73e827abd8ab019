import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../../scripts/shared/hooklaw-program.mjs';

const adapters = { postgres: 'postgres-state-store.ts', sqlite: 'sqlite-state-store.ts' };

/** Bundles the stores, so that plain processes can drive them; gives the file's URL for `import`. */
export async function bundleStores() {
  const folder = path.join(root, 'src', 'adapters');
  const present = Object.values(adapters).filter(file => fs.existsSync(path.join(folder, file)));
  const outfile = path.join(root, 'build', `state-stores-${process.pid}.mjs`);
  await build({
    absWorkingDir: root,
    stdin: { contents: present.map(file => `export * from './src/adapters/${file}';`).join('\n'), resolveDir: root },
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
