// Runs generated texts by the real bash, in a folder with nothing but stubs, and checks that the analysis saw every call.
// usage: node scripts/shell-differential.mjs [--count N] [--seed N]

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

console.log(`seed ${values.seed}`);
const { status } = spawnSync('npx', ['vitest', 'run', 'test/shell-differential.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SHELL_DIFFERENTIAL_COUNT: values.count, SHELL_DIFFERENTIAL_SEED: values.seed },
});
process.exitCode = status ?? 1;
