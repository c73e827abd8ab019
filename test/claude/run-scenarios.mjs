import { spawnSync } from 'node:child_process';
import pc from 'picocolors';
import { getClaude } from './get-claude.mjs';
import { playScenario } from './play-scenario.mjs';

/** Why no scenario can run on this machine; undefined when they can. */
export function findObstacle() {
  if (process.platform !== 'linux') return 'the client is locked in a network namespace, which needs Linux';
  const probe = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up'], { encoding: 'utf8' });
  if (probe.status === 0) return undefined;
  return `a network namespace cannot be made: ${probe.error?.message ?? probe.stderr.trim()}`;
}

/** Plays every scenario with every client version and program, two at a time; gives the counts. */
export async function runScenarios(scenarios, versions, programs) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const version of versions) {
    const client = await fetchClient(version);
    const jobs = programs.flatMap(program => jobsOf(scenarios, program).map(job => ({ ...job, version, ...client })));
    await runTwoAtATime(jobs, job => runJob(job, counts));
  }
  return counts;
}

function jobsOf(scenarios, program) {
  const fitting = scenarios.filter(({ programs }) => programs?.includes(program.name) ?? true);
  return fitting.map(scenario => ({ scenario, program }));
}

async function fetchClient(version) {
  try {
    return { claude: await getClaude(version) };
  } catch (error) {
    return { problem: error.message };
  }
}

async function runTwoAtATime(jobs, run) {
  const left = [...jobs];
  const worker = async () => {
    for (let job = left.shift(); job !== undefined; job = left.shift()) await run(job);
  };
  await Promise.all([worker(), worker()]);
}

async function runJob(job, counts) {
  const { scenario, program, version } = job;
  const title = `${version} ${program.name.padEnd(4)} ${scenario.name}`;
  if (isOlder(version, scenario.minClaude ?? version)) {
    return report(counts, 'skipped', title, [`needs Claude Code ${scenario.minClaude}`]);
  }
  const problem = job.problem ?? program.problem;
  if (problem !== undefined) return report(counts, process.env.CI ? 'failed' : 'skipped', title, [problem]);
  const started = Date.now();
  const play = scenario.play ?? playScenario;
  const wrong = await play(scenario, job).catch(error => [error.message]);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  return report(counts, wrong.length === 0 ? 'passed' : 'failed', `${title} (${seconds} s)`, wrong);
}

function isOlder(version, than) {
  return version.localeCompare(than, 'en', { numeric: true }) < 0;
}

const colours = { passed: pc.green, failed: pc.red, skipped: pc.yellow };

function report(counts, verdict, title, details) {
  counts[verdict] += 1;
  console.log(`${colours[verdict](verdict.padEnd(7))} ${title}${details.map(line => `\n        ${line}`).join('')}`);
}
