/**
 * A Messages API on loopback that plays a script instead of asking a model.
 *
 * A script is `{ main: turns, agents: { marker: turns } }`. A turn is a list of tool calls `{ name, input }`, made in
 * parallel. A conversation whose first message contains an agent's marker plays that agent's turns, every other
 * conversation plays `main`. `prefix` keeps the calls of several runs apart. In a turn without
 * calls, and when the turns are used up, the model says `finished`.
 */
import { once } from 'node:events';
import http from 'node:http';

/** Starts the API; `requests` fills with the bodies of all message requests that offered tools, and `onTurn` is told before each is answered. */
export async function startScriptedApi(script, onTurn = () => undefined) {
  const conversations = new Map();
  const requests = [];
  const server = http.createServer(async (request, response) => {
    const body = JSON.parse((await readBody(request)) || '{}');
    if (request.url.includes('count_tokens')) return sendJson(response, { input_tokens: 10 });
    if (!request.url.startsWith('/v1/messages')) return sendJson(response, {}, 404);
    const message = nextMessage(body, script, conversations, requests, onTurn);
    return body.stream ? sendStream(response, message) : sendJson(response, message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() };
}

async function readBody(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}

function nextMessage(body, script, conversations, requests, onTurn) {
  // The client's side questions (a title for the session, …) come without tools.
  if (!body.tools?.length) return assistantMessage(body.model, [{ type: 'text', text: 'ok' }]);
  requests.push(body);
  onTurn();
  const name = conversationName(body, script);
  const turn = conversations.get(name) ?? 0;
  conversations.set(name, turn + 1);
  const turns = name === 'main' ? script.main : script.agents[name];
  return assistantMessage(body.model, contentOf(turns[turn], `${script.prefix ?? ''}${name}_${turn}`));
}

function conversationName(body, script) {
  const opening = JSON.stringify(body.messages[0]);
  return Object.keys(script.agents ?? {}).find(marker => opening.includes(marker)) ?? 'main';
}

function contentOf(calls, prefix) {
  if (calls === undefined || calls.length === 0) return [{ type: 'text', text: 'finished' }];
  return calls.map(({ name, input }, index) => ({ type: 'tool_use', id: `toolu_${prefix}_${index}`, name, input }));
}

function assistantMessage(model, content) {
  return {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: content[0].type === 'tool_use' ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

function sendJson(response, value, status = 200) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendStream(response, message) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of streamEvents(message)) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function* streamEvents({ content, stop_reason, stop_sequence, ...message }) {
  yield { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } };
  for (const [index, block] of content.entries()) yield* blockEvents(block, index);
  yield { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens: 5 } };
  yield { type: 'message_stop' };
}

function* blockEvents(block, index) {
  const isText = block.type === 'text';
  const delta = isText
    ? { type: 'text_delta', text: block.text }
    : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
  yield {
    type: 'content_block_start',
    index,
    content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
  };
  yield { type: 'content_block_delta', index, delta };
  yield { type: 'content_block_stop', index };
}
