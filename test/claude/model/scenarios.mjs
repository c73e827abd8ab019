import fs from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'scenarios');

const fields = [
  ...['id', 'note', 'settings', 'files', 'turns', 'prompts', 'resume', 'agents'],
  ...['mode', 'flags', 'env', 'trusted', 'mcp', 'http', 'answer', 'cwd', 'unstable'],
];

/** The call that a scenario makes when it names none. */
const touchMarker = { name: 'Bash', input: { command: 'touch $P/marker', description: 'make marker' } };

/** All scenarios in the order of their files, with the name of their file as `topic`, what is left out filled in. */
export function loadScenarios() {
  const files = fs.readdirSync(folder).filter(name => name.endsWith('.json'));
  if (files.length === 0) throw new Error(`there are no scenarios in ${folder}`);
  const scenarios = files.toSorted().flatMap(name => {
    const topic = path.basename(name, '.json');
    return JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')).map(scenario => ({ topic, ...scenario }));
  });
  const seen = new Set();
  for (const { topic, ...scenario } of scenarios) check(scenario, topic, seen);
  return scenarios.map(scenario => ({ turns: [[touchMarker]], ...scenario }));
}

function check(scenario, topic, seen) {
  const unknown = Object.keys(scenario).filter(key => !fields.includes(key));
  if (unknown.length > 0) throw new Error(`${topic}: ${scenario.id} has unknown fields: ${unknown.join(', ')}`);
  if (seen.has(scenario.id)) throw new Error(`${topic}: there are two scenarios ${scenario.id}`);
  seen.add(scenario.id);
}

/** About `count` scenarios, the same each time: of every topic its share, and at least two. */
export function sampleOf(scenarios, count) {
  return [...new Set(scenarios.map(({ topic }) => topic))].flatMap(name => {
    const ofTopic = scenarios.filter(({ topic }) => topic === name);
    const share = Math.max(2, Math.round((count * ofTopic.length) / scenarios.length));
    const step = Math.max(1, ofTopic.length / share);
    return ofTopic.filter((_, index) => index === 0 || Math.floor(index / step) !== Math.floor((index - 1) / step));
  });
}
