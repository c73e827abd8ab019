import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './hooklaw-program.mjs';

export const cacheFolder = path.join(root, 'node_modules', '.cache', 'hooklaw');

function run(command, args) {
  const onWindows = process.platform === 'win32';
  const done = spawnSync(onWindows && command === 'npm' ? 'npm.cmd' : command, args, {
    encoding: 'utf8',
    shell: onWindows && command === 'npm',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (done.status === 0) return done.stdout;
  throw new Error(`\`${command} ${args.join(' ')}\` failed: ${done.error?.message ?? done.stderr.trim()}`);
}

function integrityOf(file) {
  return `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`;
}

/**
 * Gives the folder of one pinned npm package, fetched into the cache when it is not there yet.
 * No script of the package is run, and its content must have the pinned hash.
 */
export function fetchPackage({ name, version, integrity }) {
  const folder = path.join(cacheFolder, `${name.replace('@', '').replace('/', '-')}-${version}`);
  if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  fs.mkdirSync(cacheFolder, { recursive: true });
  const work = fs.mkdtempSync(path.join(cacheFolder, 'fetch-'));
  try {
    run('npm', ['pack', `${name}@${version}`, '--pack-destination', work, '--ignore-scripts', '--silent']);
    const archive = path.join(work, fs.readdirSync(work)[0]);
    const found = integrityOf(archive);
    if (found !== integrity) throw new Error(`${name}@${version} is not what was pinned: ${found}`);
    run('tar', ['-xzf', archive, '-C', work]);
    moveInPlace(path.join(work, 'package'), folder);
    return folder;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

function moveInPlace(from, to) {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    const anotherWasFaster = fs.existsSync(path.join(to, 'package.json'));
    if (!anotherWasFaster) throw error;
  }
}
