import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { startServe } from '../../scripts/load-serve/serve-process.mjs';

const law = `hooklaw: 1
rules:
  - { id: no-rm, kind: policy, tool: Bash, when: "input.command.contains('rm -rf')", deny: Not that. }
  - { id: twice, kind: policy, tool: Refund, budget: { spend: 1, limit: 2, window: day, zone: UTC }, deny: Two are enough. }
`;

const event = (tool, input) =>
  JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/', tool_name: tool, tool_input: input });

const post = (body, where = '/hook/PreToolUse') =>
  `POST ${where} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** What is sent, as bytes on the wire, and what must stand in the answer. */
const requests = [
  [post(event('Bash', { command: 'rm -rf /' })), '[rule no-rm]'],
  [post(event('Bash', { command: 'ls' })), '\r\n\r\n{}'],
  [post(event('Refund', {})), '\r\n\r\n{}'],
  [post(event('Refund', {})), '\r\n\r\n{}'],
  [post(event('Refund', {})), '[rule twice]'],
  [post('{'), 'not valid JSON'],
  [post('x'.repeat(5_000)), 'larger than'],
  [post(event('Bash', {}), '/hooks'), 'there is nothing at'],
  [post(event('Bash', {}), '/hook/%zz'), '"permissionDecision":"deny"'],
  ['RUBBISH\r\n\r\n', '"permissionDecision":"deny"'],
  [post(event('Bash', {})).slice(0, -20), 'did not arrive'],
];

function exchange(port, bytes) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: '127.0.0.1', port }, () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', text => {
      answer += text;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

async function answersOf(program) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-exe-serve-'));
  try {
    fs.mkdirSync(path.join(home, 'project', '.git'), { recursive: true });
    fs.writeFileSync(path.join(home, 'project', 'hooklaw.yaml'), law);
    const args = ['--project', path.join(home, 'project'), '--max-body', '4096', '--body-timeout', '300ms'];
    const server = await startServe(args, { home, program });
    const answers = [];
    for (const [bytes] of requests) answers.push(await exchange(server.port, bytes));
    const code = await server.stop();
    return { answers, code };
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

const bodyOf = answer => answer.split('\r\n\r\n')[1];

/** `hooklaw serve` answers in the executable what it answers in Node, and ends as well. */
export function serveChecks({ executable, node }) {
  return [
    {
      name: 'serve answers what the Node build answers',
      async run() {
        const [ours, theirs] = [await answersOf(executable), await answersOf(node)];
        if (ours.code !== 0 || theirs.code !== 0) return `ended with ${ours.code}, and ${theirs.code} in Node`;
        const wrong = requests.flatMap(([, says], at) => {
          const answer = ours.answers[at];
          const fine = answer.startsWith('HTTP/1.1 200 OK') && answer.includes(says);
          return fine && bodyOf(answer) === bodyOf(theirs.answers[at])
            ? []
            : [`${says}: ${answer} / ${theirs.answers[at]}`];
        });
        return wrong.length === 0 ? undefined : wrong.join('\n');
      },
    },
  ];
}
