// Runs hooklaw with all packs on, and cc-safety-net, over the labelled calls of test/corpus/calls as real processes, and tells
// for each how many bypasses it stopped, how many harmless calls it blocked, and how long a call took.
// usage: node scripts/guard-bench.mjs [--file FILE]... [--jobs N] [--format text|json] [--show misses]
// Exits 1 when it could not run; what the guards achieve is told, not judged.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listGuards } from './guard-bench/guards.mjs';
import { renderMisses, renderScores } from './guard-bench/report.mjs';
import { readRows } from './guard-bench/rows.mjs';
import { runGuard } from './guard-bench/run-guard.mjs';
import { root } from './shared/hooklaw-program.mjs';

function readOptions() {
  const { values } = parseArgs({
    options: {
      file: { type: 'string', multiple: true },
      jobs: { type: 'string', default: String(os.availableParallelism()) },
      format: { type: 'string', default: 'text' },
      show: { type: 'string' },
    },
  });
  const jobs = Number(values.jobs);
  if (!Number.isInteger(jobs) || jobs < 1) throw new Error(`--jobs ${values.jobs} is no number of processes`);
  if (values.format !== 'text' && values.format !== 'json') throw new Error(`there is no format ${values.format}`);
  return { ...values, jobs };
}

async function run({ file, jobs, format, show }) {
  const rows = readRows(file);
  // Not among temporary files, where much is free that is not elsewhere.
  fs.mkdirSync(path.join(root, 'build'), { recursive: true });
  const work = fs.mkdtempSync(path.join(root, 'build', 'guards-'));
  try {
    const scores = [];
    for (const guard of listGuards(work)) scores.push(await runGuard(guard, rows, jobs));
    if (format === 'json') console.log(JSON.stringify({ rows: rows.length, scores }, null, 2));
    else {
      console.log(renderScores(scores));
      if (show === 'misses') console.log(`\n${renderMisses(scores)}`);
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

try {
  await run(readOptions());
} catch (error) {
  console.error(`guard-bench: ${error.message}`);
  process.exitCode = 1;
}
