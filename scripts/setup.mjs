// Makes a fresh clone ready: installs the locked dependencies and builds dist/ when either is missing or stale.
// usage: node scripts/setup.mjs [--no-build]
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const at = (...parts) => path.join(root, ...parts);
const modified = file => (fs.existsSync(file) ? fs.statSync(file).mtimeMs : 0);

function newestIn(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((newest, entry) => Math.max(newest, modified(path.join(entry.parentPath, entry.name))), 0);
}

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.status !== 0) {
    console.error(
      `setup: \`${[command, ...args].join(' ')}\` failed (${done.error?.message ?? `exit ${done.status}`})`,
    );
    process.exit(done.status ?? 3);
  }
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`setup: hooklaw needs Node 20.19 or newer, this is ${process.version}`);
  process.exit(3);
}
if (modified(at('node_modules', '.package-lock.json')) < modified(at('package-lock.json'))) {
  console.error('setup: installing the locked dependencies (npm ci)');
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
}
if (
  !process.argv.includes('--no-build') &&
  modified(at('dist', 'hook.js')) <
    Math.max(
      newestIn(at('src')),
      newestIn(at('docs', 'problems')),
      newestIn(at('scripts', 'library')),
      modified(at('scripts', 'build.mjs')),
    )
) {
  run(process.execPath, [at('scripts', 'build.mjs')]);
}
