/**
 * A Messages API on loopback that plays a script instead of asking a model. Like the real one it answers 400 to a conversation
 * in which a `tool_use` has no `tool_result` in the next message.
 *
 * A script is a list of turns. A turn is what the model says, `{ text, calls: [{ name, input }], stop_reason }`, or a function
 * that gives one for the body of the request. When the turns are used up, the model says `finished`.
 */
import { once } from 'node:events';
import http from 'node:http';

/**
 * Starts it; `requests` fills with the bodies of all requests, `rejected` with what was wrong with those that were refused.
 * @param sideQuestions whether requests without tools are no part of the conversation, as with Claude Code, which asks for a title
 */
export async function startScriptedApi(script, { sideQuestions = false } = {}) {
  const requests = [];
  const rejected = [];
  let turn = 0;
  const server = http.createServer(async (request, response) => {
    const body = JSON.parse((await readBody(request)) || '{}');
    if (request.url.includes('count_tokens')) return sendJson(response, 200, { input_tokens: 10 });
    if (!Array.isArray(body.messages)) return sendJson(response, 404, {});
    if (sideQuestions && !body.tools?.length) return answer(response, body, messageOf({ text: 'ok' }, 0, body.model));
    requests.push(body);
    const wrong = whatIsWrong(body.messages);
    if (wrong !== undefined) {
      rejected.push(wrong);
      return sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: wrong } });
    }
    const next = script[turn];
    turn += 1;
    const message = messageOf(
      typeof next === 'function' ? next(body) : (next ?? { text: 'finished' }),
      turn,
      body.model,
    );
    return answer(response, body, message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    rejected,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  return text;
}

const blocksOf = ({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content);

/** What the real API would refuse in a conversation; undefined when nothing. */
export function whatIsWrong(messages) {
  let open = new Set();
  for (const [at, message] of messages.entries()) {
    const blocks = blocksOf(message);
    if (blocks.length === 0) return `messages.${at}: all messages must have content`;
    if (blocks.some(({ type, text }) => type === 'text' && text === '')) return `messages.${at}: a text block is empty`;
    const results = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id }) => tool_use_id);
    if (results.some(id => !open.has(id)))
      return `messages.${at}: a tool_result without a tool_use in the message before`;
    if (new Set(results).size < results.length) return `messages.${at}: two tool_results for one tool_use`;
    if (blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
      return `messages.${at}: tool_results must stand first`;
    const missing = [...open].filter(id => !results.includes(id));
    if (missing.length > 0)
      return `messages.${at}: tool_use without a tool_result in the next message: ${missing.join(', ')}`;
    open = new Set(
      message.role === 'assistant' ? blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id) : [],
    );
  }
  return open.size === 0 ? undefined : `tool_use without a tool_result: ${[...open].join(', ')}`;
}

function messageOf({ text, calls = [], blocks = [], stop_reason }, turn, model) {
  const content = [
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...blocks,
    ...calls.map(({ name, input }, at) => ({ type: 'tool_use', id: `toolu_${turn}_${at}`, name, input })),
  ];
  return {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stop_reason ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

function answer(response, body, message) {
  return body.stream ? sendStream(response, message) : sendJson(response, 200, message);
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendStream(response, message) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of streamEvents(message)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
}

function* streamEvents({ content, stop_reason, stop_sequence, ...message }) {
  yield { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } };
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    yield {
      type: 'content_block_start',
      index,
      content_block: { ...block, ...(isText ? { text: '' } : { input: {} }) },
    };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    yield { type: 'content_block_delta', index, delta };
    yield { type: 'content_block_stop', index };
  }
  yield { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: { output_tokens: 5 } };
  yield { type: 'message_stop' };
}
