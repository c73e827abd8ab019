import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../shared/hooklaw-program.mjs';
import { cacheFolder } from '../shared/npm-package.mjs';
import { fetchBun } from './bun-package.mjs';
import { hardenRuntime } from './harden-runtime.mjs';
import { hostileEnvironments, layHostileEnvironment } from './hostile-environments.mjs';

const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The hardened runtime, kept in the cache for as long as neither Bun nor the hardening changes. */
function hardenedRuntime(bun) {
  const recipe = fs.readFileSync(path.join(import.meta.dirname, 'harden-runtime.mjs'));
  const key = createHash('sha256').update(bun).update(recipe).digest('hex').slice(0, 16);
  const file = path.join(cacheFolder, `runtime-${key}`);
  if (!fs.existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, hardenRuntime(fs.readFileSync(bun)), { mode: 0o755 });
    fs.renameSync(draft, file);
  }
  return file;
}

/** Compiles the executable to `outfile`; `hardened: false` makes what Bun makes by itself, for comparison. */
export function compileExecutable(outfile, { hardened = true } = {}) {
  const bun = fetchBun();
  const runtime = hardened ? hardenedRuntime(bun) : bun;
  const order = JSON.stringify({ root, version, outfile, runtime, readsFolder: !hardened });
  const done = spawnSync(bun, [path.join(root, 'scripts', 'compile-exe.mjs'), order], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status !== 0) throw new Error(`bun build failed: ${done.error?.message ?? done.stderr + done.stdout}`);
}

function askVersion(file, cwd, env) {
  const done = spawnSync(file, ['--version'], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    timeout: 10_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.stringify([done.status, done.signal, done.stdout, done.stderr]);
}

/** Starts the executable in every hostile environment; throws when one of them makes a difference. */
export function verifyExecutable(file) {
  const expected = JSON.stringify([0, null, `${version}\n`, '']);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-exe-'));
  try {
    const all = [{ name: 'nothing' }, ...hostileEnvironments];
    for (const [index, hostile] of all.entries()) {
      const folder = path.join(work, String(index));
      const found = askVersion(file, folder, layHostileEnvironment(hostile, folder));
      if (found !== expected) throw new Error(`the executable does not withstand ${hostile.name}: ${found}`);
    }
    return all.length;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
