// Feeds random and damaged events to `hooklaw hook PreToolUse` and checks that it never falls over and never lets the canary pass.
// usage: node scripts/fuzz-hook.mjs [--count N] [--seed N] [--from INDEX] [--parallel N] [--program exe|node]

import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runFuzz } from '../test/fuzz/run-fuzz.mjs';
import { executableProgram, nodeProgram, root } from './shared/hooklaw-program.mjs';

const failuresFolder = path.join(root, 'build', 'fuzz-failures');

function readOptions() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      from: { type: 'string', default: '0' },
      parallel: { type: 'string', default: '3' },
      program: { type: 'string', default: fs.existsSync(executableProgram().command) ? 'exe' : 'node' },
    },
  });
  const number = name => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} ${values[name]} is no whole number`);
    return value;
  };
  return {
    count: number('count'),
    seed: number('seed'),
    from: number('from'),
    parallel: number('parallel'),
    program: values.program,
  };
}

function keepFailure(seed, { index, input, problem, result }) {
  fs.mkdirSync(failuresFolder, { recursive: true });
  const file = path.join(failuresFolder, `seed-${seed}-${index}`);
  fs.writeFileSync(`${file}.stdin`, input);
  fs.writeFileSync(`${file}.txt`, `${problem}\n${JSON.stringify(result, null, 2)}\n`);
  console.log(`FAILED input ${index}: ${problem} (${path.relative(root, file)}.stdin)`);
}

async function main() {
  const { program, ...options } = readOptions();
  const chosen = program === 'exe' ? executableProgram() : nodeProgram();
  console.log(`fuzz: ${options.count} inputs to the ${chosen.name} build, seed ${options.seed}`);
  const { problems, outcomes } = await runFuzz(chosen, options);
  for (const failure of problems) keepFailure(options.seed, failure);
  for (const [outcome, count] of [...outcomes].sort()) console.log(`${String(count).padStart(7)}  ${outcome}`);
  console.log(`${options.count - problems.length} passed, ${problems.length} failed`);
  if (problems.length > 0 || options.count === 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(`fuzz: ${error.message}`);
  process.exitCode = 1;
}
