// Makes build/hooklaw, the single executable: the sources and a hardened Bun runtime in one file.
// usage: node scripts/build-exe.mjs [--force]

import fs from 'node:fs';
import path from 'node:path';
import { compileExecutable, verifyExecutable } from './exe/build-executable.mjs';
import { isSupported, platformName } from './exe/bun-package.mjs';
import { executableProgram, root } from './shared/hooklaw-program.mjs';

const outfile = executableProgram().command;
const sources = [
  'src',
  'docs/problems',
  'scripts/exe',
  'scripts/shared',
  'scripts/build-exe.mjs',
  'scripts/compile-exe.mjs',
  'package.json',
  'package-lock.json',
  'dist/hook.js',
];

function modified(file) {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(...fs.readdirSync(file).map(name => modified(path.join(file, name))));
}

function isFresh() {
  return modified(outfile) > Math.max(...sources.map(name => modified(path.join(root, name))));
}

function build() {
  const work = path.join(path.dirname(outfile), `exe-${process.pid}`);
  const draft = path.join(work, path.basename(outfile));
  fs.rmSync(outfile, { force: true });
  fs.mkdirSync(work, { recursive: true });
  try {
    compileExecutable(draft);
    const environments = verifyExecutable(draft);
    fs.renameSync(draft, outfile);
    const megabytes = Math.round(fs.statSync(outfile).size / 2 ** 20);
    console.error(
      `build-exe: build/${path.basename(outfile)} is ready (${megabytes} MB, withstood ${environments} environments)`,
    );
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

if (!isSupported()) {
  console.error(`build-exe: skipped, there is no hardened runtime for ${platformName()}`);
} else if (isFresh() && !process.argv.includes('--force')) {
  console.error(`build-exe: build/${path.basename(outfile)} is fresh`);
} else {
  try {
    build();
  } catch (error) {
    console.error(`build-exe: ${error.message}`);
    process.exitCode = 1;
  }
}
