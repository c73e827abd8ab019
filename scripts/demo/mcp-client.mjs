import { spawn } from 'node:child_process';
import readline from 'node:readline';

/** Starts an MCP server over stdio; gives `callTool` and `close`. */
export async function startMcpServer(command, args) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting = new Map();
  readline.createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  });
  child.on('close', code => {
    for (const { reject } of waiting.values()) reject(new Error(`the tool server ended with ${code}`));
  });

  const send = message => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let lastId = 0;
  const request = async (method, params) => {
    lastId += 1;
    const reply = new Promise((resolve, reject) => waiting.set(lastId, { resolve, reject }));
    send({ id: lastId, method, params });
    const { result, error } = await reply;
    if (error) throw new Error(`the tool server refused ${method}: ${error.message}`);
    return result;
  };

  const clientInfo = { name: 'hooklaw-demo', version: '1.0.0' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  return {
    callTool: (name, input) => request('tools/call', { name, arguments: input }),
    close: () => child.stdin.end(),
  };
}
