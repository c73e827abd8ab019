/**
 * Plays the scenarios of test/claude/model with the real Claude Code and compares what happens with what was recorded.
 * usage: node scripts/observe-client.mjs [--client VERSION]... [--id REGEX] [--topic REGEX] [--sample N] [--update] [--new] [--keep]
 * --update writes the record in place of comparing, --new does so for scenarios without a record; --sample N takes about N scenarios spread over all topics.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { getClaude } from '../test/claude/get-claude.mjs';
import { readObserved, writeObserved } from '../test/claude/model/observed.mjs';
import { playModelScenario } from '../test/claude/model/play.mjs';
import { loadScenarios, sampleOf } from '../test/claude/model/scenarios.mjs';
import { findObstacle } from '../test/claude/run-scenarios.mjs';

const { values: options } = parseArgs({
  options: {
    client: { type: 'string', multiple: true, default: ['2.1.332'] },
    id: { type: 'string', default: '' },
    topic: { type: 'string', default: '' },
    sample: { type: 'string' },
    update: { type: 'boolean', default: false },
    new: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

const counts = { passed: 0, failed: 0, skipped: 0 };
const all = loadScenarios();
const fitting = all.filter(({ id, topic }) => new RegExp(options.id).test(id) && new RegExp(options.topic).test(topic));
const chosen = options.sample === undefined ? fitting : sampleOf(fitting, Number(options.sample));
const obstacle = findObstacle();
if (chosen.length === 0) {
  console.log('no scenario fits');
  process.exitCode = 1;
} else if (obstacle !== undefined) {
  console.log(`no scenario can be played: ${obstacle}`);
  counts[process.env.CI ? 'failed' : 'skipped'] += chosen.length * options.client.length;
} else {
  for (const version of options.client) await playAll(version);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
if (counts.failed > 0) process.exitCode = 1;

async function playAll(version) {
  const claude = await getClaude(version);
  const observed = readObserved(version);
  const left = chosen.filter(({ id }) => !options.new || !observed.has(id));
  const worker = async () => {
    for (let scenario = left.shift(); scenario !== undefined; scenario = left.shift()) {
      const record = await playModelScenario(scenario, claude, options).catch(error => ({
        id: scenario.id,
        problem: error.message,
      }));
      report(version, scenario, record, observed.get(scenario.id));
      if (record.problem === undefined) keep(version, observed, record);
    }
  };
  await Promise.all([worker(), worker()]);
  if (options.update)
    writeObserved(
      version,
      all.flatMap(({ id }) => observed.get(id) ?? []),
    );
}

/** Written after each scenario, so that a long run that is broken off is not lost. */
function keep(version, observed, record) {
  if (!options.update && !options.new) return;
  observed.set(record.id, record);
  writeObserved(
    version,
    all.flatMap(({ id }) => observed.get(id) ?? []),
  );
}

function report(version, { id, unstable = [] }, record, recorded) {
  const differing =
    record.problem === undefined && !options.update && !options.new ? differences(record, recorded, unstable) : [];
  const wrong = record.problem === undefined ? differing : [record.problem];
  const verdict = wrong.length === 0 ? 'passed' : 'failed';
  counts[verdict] += 1;
  console.log(`${verdict} ${version} ${id}${wrong.map(line => `\n       ${line}`).join('')}`);
}

/** One line for each field that is not as recorded, apart from those that the scenario calls unstable. */
function differences(record, recorded, unstable) {
  if (recorded === undefined) return ['there is no record; make one with --update'];
  const fields = new Set([...Object.keys(record), ...Object.keys(recorded)]);
  return [...fields]
    .filter(field => !unstable.includes(field) && !isDeepStrictEqual(record[field], recorded[field]))
    .map(field => `${field}: recorded ${JSON.stringify(recorded[field])}, now ${JSON.stringify(record[field])}`);
}
