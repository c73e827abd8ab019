import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../shared/hooklaw-program.mjs';
import { readPacks } from '../shared/packs.mjs';
import { toolCall } from './tool-call.mjs';

/** An ordinary command of some 200 characters, and one that has to be read as a whole. */
const commands = {
  'plain command':
    'cd packages/api && npm run build -- --mode production 2>&1 | tail -n 40 && git add src/routes/users.ts test/users.test.ts && git commit -m "Users can be listed by page, and the API says how many pages there are"',
  'command with expansions':
    'for f in src/*.ts; do n=$(wc -l < "$f"); [ "$n" -gt 300 ] && echo "$f has $n lines"; done | sort -t" " -k3 -n | tail -n 5; git log --since="2 weeks ago" --format="%h %s" -- src | head -n "${COUNT:-10}"',
};

/** A law with every pack: a call that no rule touches, a plain command, and one that needs the whole analysis. */
export function packContenders(work, program, label) {
  const file = path.join(work, 'packs.yaml');
  const packs = Object.keys(readPacks(root)).map(name => `hooklaw:${name}`);
  fs.writeFileSync(file, `hooklaw: 1\nextends: [${packs.join(', ')}]\n`);
  const home = path.join(work, 'home');
  const cwd = path.join(work, 'project');
  for (const folder of [home, cwd]) fs.mkdirSync(folder, { recursive: true });
  const args = [...program.args, 'hook', 'PreToolUse', '--law', file, '--state-dir', path.join(work, 'packs')];
  const calls = [
    { name: 'no rule', input: toolCall(cwd, 'TodoWrite', { todos: [] }) },
    ...Object.entries(commands).map(([name, command]) => ({ name, input: toolCall(cwd, 'Bash', { command }) })),
  ];
  const env = { HOME: home };
  const done = spawnSync(program.command, [...args, '--deadline', '10m'], {
    input: calls[0].input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (done.status !== 0) throw new Error(`the packs cannot be compiled: ${done.stderr}`);
  return calls.map(({ name, input }) => ({
    id: `${label} | packs | ${name}`,
    command: program.command,
    args,
    env,
    input,
    denied: false,
  }));
}
