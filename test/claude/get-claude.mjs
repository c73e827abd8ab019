import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The real client of one version from the npm registry, kept in a cache; gives the path of its executable. */
export async function getClaude(version) {
  const folder = path.join(cacheFolder(), version);
  const executable = path.join(folder, 'node_modules', '@anthropic-ai', platformPackage(), 'claude');
  if (!fs.existsSync(executable)) await install(version, folder);
  if (!fs.existsSync(executable)) throw new Error(`Claude Code ${version} has no executable for this platform`);
  return executable;
}

function cacheFolder() {
  const cache = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(cache, 'hooklaw-test', 'claude');
}

function platformPackage() {
  const musl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime ? '-musl' : '';
  return `claude-code-${process.platform}-${process.arch}${musl}`;
}

/** Installs beside the cache and moves the whole into it, so that an interrupted download leaves nothing behind. */
async function install(version, folder) {
  fs.mkdirSync(path.dirname(folder), { recursive: true });
  const fresh = fs.mkdtempSync(`${folder}-`);
  try {
    fs.writeFileSync(path.join(fresh, 'package.json'), '{ "private": true }');
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `@anthropic-ai/claude-code@${version}`];
    await run('npm', args, { cwd: fresh });
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(fresh, folder);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    throw new Error(`Claude Code ${version} cannot be fetched: ${error.stderr || error.message}`);
  }
}
