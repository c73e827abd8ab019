import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { peer } from '../bench/contenders.mjs';
import { isSupported } from '../exe/bun-package.mjs';
import { executableProgram, nodeProgram, root } from '../shared/hooklaw-program.mjs';
import { fetchPackage } from '../shared/npm-package.mjs';
import { readPacks } from '../shared/packs.mjs';
import { eventOf } from './rows.mjs';

/** hooklaw with every pack on; the law is compiled ahead, as its first use would. */
function hooklaw(work) {
  const program = isSupported() ? executableProgram() : nodeProgram();
  const law = path.join(work, 'law.yaml');
  fs.writeFileSync(
    law,
    `hooklaw: 1\nextends: [${Object.keys(readPacks(root))
      .map(name => `hooklaw:${name}`)
      .join(', ')}]\n`,
  );
  const args = [...program.args, 'hook', 'PreToolUse', '--law', law, '--state-dir', path.join(work, 'state')];
  const first = spawnSync(program.command, [...args, '--deadline', '10m'], {
    input: eventOf({ id: 'first', tool: 'Bash', input: { command: 'ls' } }, placesIn(work)),
    encoding: 'utf8',
    env: guardEnv(work),
  });
  if (first.status !== 0) throw new Error(`the packs cannot be compiled: ${first.stderr}`);
  return {
    name: `hooklaw (${program.name})`,
    command: program.command,
    args,
    env: guardEnv(work),
    places: placesIn(work),
  };
}

function safetyNet(work) {
  const script = path.join(fetchPackage(peer), 'dist', 'bin', 'cc-safety-net.js');
  const env = { ...guardEnv(work), CC_SAFETY_NET_HOME: path.join(work, 'peer') };
  return {
    name: `${peer.name} ${peer.version}`,
    command: process.execPath,
    args: [script, 'hook', '--claude-code'],
    env,
    places: placesIn(work),
  };
}

/** The home and the project that stand for those of the rows. */
function placesIn(work) {
  return { home: path.join(work, 'home', 'u'), project: path.join(work, 'srv', 'app') };
}

/** The surroundings of every row: nothing of this machine, but for where programs are. */
function guardEnv(work) {
  const { home, project } = placesIn(work);
  return { PATH: process.env.PATH, HOME: home, CLAUDE_PROJECT_DIR: project, TMPDIR: '/tmp', TZ: 'UTC', NO_COLOR: '1' };
}

/** The guards that are compared. `work` is a folder that may be written to. */
export function listGuards(work) {
  for (const folder of Object.values(placesIn(work))) fs.mkdirSync(folder, { recursive: true });
  return [hooklaw(work), safetyNet(work)];
}
