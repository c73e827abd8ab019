import fs from 'node:fs';
import path from 'node:path';
import { deniedCall, hugeDeniedCall } from './denial.mjs';
import { hookWords, plainEnvironment, refusalProblem, runInShell, runProgram, temporaryFolder } from './run-hook.mjs';

const longReason = 'Because. '.repeat(1_050);
const pipeSize = 65_536;

const longLaw = `hooklaw: 1
rules:
  - id: long
    kind: policy
    tool: Bash
    when: input.command.contains('push --force')
    deny: "${longReason}"
`;

const exitsWithTwo = ({ status, signal, stderr }) =>
  status === 2 ? undefined : `exit ${status ?? signal}, stderr ${JSON.stringify(stderr.slice(0, 300))}`;

/** Plain shell cases: a text in which "$@" is the hook, what it must come to, and what differs from the denied call. */
const cases = [
  { name: 'standard input is closed', shell: 'exec "$@" <&-', judge: refusalProblem },
  { name: 'standard input is a folder', shell: 'exec "$@" </', judge: refusalProblem },
  { name: 'standard input is empty', shell: 'exec "$@" </dev/null', judge: refusalProblem },
  { name: 'standard output is closed', shell: 'exec "$@" >&-', judge: exitsWithTwo },
  { name: 'standard error is closed', shell: 'exec "$@" 2>&-', judge: exitsWithTwo },
  { name: 'standard output and error are closed', shell: 'exec "$@" >&- 2>&-', judge: exitsWithTwo },
  { name: 'every stream is closed', shell: 'exec "$@" <&- >&- 2>&-', judge: exitsWithTwo },
  { name: 'the disk is full', shell: 'exec "$@" >/dev/full 2>/dev/full', judge: exitsWithTwo },
  {
    name: 'the readers are gone',
    shell: '{ { "$@"; echo $? >code; } | true; } 2>&1 | true; exit $(cat code)',
    judge: exitsWithTwo,
  },
  {
    name: 'the folder is gone',
    shell: 'mkdir gone && cd gone && rmdir ../gone && exec "$@"',
    judge: refusalProblem,
    // Bun exits 1 before any code of ours runs; see docs/executable.md.
    except: 'exe',
  },
  { name: 'the environment is empty', shell: 'exec env -i "$@"', judge: refusalProblem },
  { name: 'the law is missing', law: '/none/law.yaml', judge: refusalProblem },
  { name: 'the law is a folder', law: '/', judge: refusalProblem },
  { name: 'the law is empty', law: '/dev/null', judge: refusalProblem },
  { name: 'the state folder is a file', state: '/dev/null', judge: refusalProblem },
  { name: 'the state folder cannot be made', state: '/proc/none', judge: refusalProblem },
  { name: 'the event is not one', event: 'preToolUse', judge: refusalProblem },
  { name: 'an option is unknown', more: ['--nonsense'], judge: refusalProblem },
  { name: 'an option has no value', more: ['--deadline'], judge: refusalProblem },
  { name: 'the input is 8 MB', input: () => hugeDeniedCall(8e6), judge: refusalProblem },
  { name: 'the input is larger than is read', input: () => hugeDeniedCall(40e6), judge: refusalProblem },
  {
    name: 'the input is larger than is read and no text',
    input: () => Buffer.alloc(40e6, 0xff),
    judge: refusalProblem,
  },
];

function runCase(program, { shell, law = deniedCall.law, event = deniedCall.event, more = [], input, state }) {
  const folder = temporaryFolder();
  const words = [...hookWords(event, law, state ?? path.join(folder, 'state')), ...more];
  const given = { input: input?.() ?? deniedCall.input, cwd: folder, env: plainEnvironment(folder) };
  return shell === undefined ? runProgram(program, words, given) : runInShell(program, words, shell, given);
}

/** The pipe is full to the last byte when the hook comes to write, and is read only later. */
function throughFullPipe(program) {
  const folder = temporaryFolder();
  const law = path.join(folder, 'law.yaml');
  fs.writeFileSync(law, longLaw);
  const fill = `head -c ${pipeSize} /dev/zero`;
  const result = runInShell(
    program,
    hookWords('PreToolUse', law, path.join(folder, 'state')),
    `{ ${fill}; "$@" 2>reason; echo $? >code; } | { sleep 1; tail -c +${pipeSize + 1}; }; cat reason >&2; exit $(cat code)`,
    { input: deniedCall.input, cwd: folder, env: plainEnvironment(folder) },
  );
  return refusalProblem(result) ?? (result.stderr.includes(longReason.trim()) ? undefined : 'the reason was cut');
}

/** Whatever its streams are, the program refuses, and never exits 1. */
export function streamChecks(programs) {
  return programs.flatMap(program => [
    ...cases
      .filter(entry => entry.except !== program.name)
      .map(entry => ({
        name: `${program.name} refuses when ${entry.name}`,
        run: () => entry.judge(runCase(program, entry)),
      })),
    { name: `${program.name} refuses whole through a full pipe`, run: () => throughFullPipe(program) },
  ]);
}
