import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The process tests run what a user runs: dist/ has to be there and be up to date. */
export default function setup(): void {
  execFileSync(process.execPath, [path.join(import.meta.dirname, '..', '..', 'scripts', 'setup.mjs')], {
    stdio: 'inherit',
  });
}
