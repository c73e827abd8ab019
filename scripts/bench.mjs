// Times the hook as whole processes beside `sh`, bare Node and cc-safety-net, and as a call of `hooklaw serve`, in one interleaved run.
// usage: node scripts/bench.mjs [--rounds N] [--format text|json]
// Exits 1 only when it could not run: a timing is never a test.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { calls, listContenders, ruleCounts } from './bench/contenders.mjs';
import { startHttpContenders } from './bench/http-hook.mjs';
import { measure } from './bench/measure.mjs';
import { addRatios, judgeTargets, renderTable, renderTargets } from './bench/report.mjs';
import { isSupported, platformName } from './exe/bun-package.mjs';

function readOptions() {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '40' }, format: { type: 'string', default: 'text' } },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds} is no number of rounds`);
  if (values.format !== 'text' && values.format !== 'json') throw new Error(`there is no format ${values.format}`);
  return { rounds, format: values.format };
}

async function run({ rounds, format }) {
  if (!isSupported()) console.error(`bench: without the executable, there is none for ${platformName()}`);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-bench-'));
  let http;
  try {
    http = await startHttpContenders(work, calls(work), ruleCounts);
    const contenders = [...listContenders(work, { withExecutable: isSupported() }), ...http.contenders];
    const rows = addRatios(await measure(contenders, rounds, work));
    const judged = judgeTargets(rows);
    if (format === 'json')
      console.log(JSON.stringify({ rounds, node: process.version, rows, targets: judged }, null, 2));
    else console.log(`${renderTable(rows)}\n\n${renderTargets(judged)}\n${rounds} rounds, Node ${process.version}`);
  } finally {
    await http?.stop();
    fs.rmSync(work, { recursive: true, force: true });
  }
}

try {
  await run(readOptions());
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
}
