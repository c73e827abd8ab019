import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgresBroker } from './postgres-broker.ts';

/** The process tests run what a user runs: dist/ has to be there and be up to date. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [path.join(import.meta.dirname, '..', '..', 'scripts', 'setup.mjs')], {
    stdio: 'inherit',
  });
  const broker = await startPostgresBroker();
  project.provide('postgresBroker', broker.url);
  return broker.stop;
}
