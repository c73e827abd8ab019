import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject, ownField, ownString } from '../../core/json/json-value.ts';

/** A call of a tool that the scripted model makes. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** A model that says what it is told to. */
export interface ScriptedApi {
  /** For `ANTHROPIC_BASE_URL`. Its path is a secret, so that no other program of this machine can talk to it. */
  readonly url: string;
  /** How often the conversation was gone on with. */
  readonly turns: () => number;
  readonly close: () => void;
}

/**
 * Starts a Messages API on loopback that makes the calls one after the other in the conversation that a prompt begins, and
 * then says `finished`. Which call is next is read off the conversation, so that a repeated request gets the same answer.
 * Whatever else the client asks (a title for the session, a hook's prompt) is answered with `finished` as well.
 */
export async function startScriptedApi(prompt: string, calls: readonly ScriptedCall[]): Promise<ScriptedApi> {
  const secret = `/${randomUUID()}`;
  let turns = 0;
  const server = http.createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (!path.startsWith(`${secret}/v1/messages`)) return sendJson(response, {}, 404);
    const body = await readBody(request);
    if (path.includes('count_tokens')) return sendJson(response, { input_tokens: 10 });
    const isOurs = isConversation(body, prompt);
    if (isOurs) turns += 1;
    const message = assistantMessage(body, isOurs ? nextCall(body, calls) : undefined);
    return ownField(body, 'stream') === true ? sendStream(response, message) : sendJson(response, message);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${secret}`,
    turns: () => turns,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readBody(request: http.IncomingMessage): Promise<JsonObject> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  const value: unknown = JSON.parse(text === '' ? '{}' : text);
  return isJsonObject(value) ? value : {};
}

/** The client's side questions come without tools. */
function isConversation(body: JsonObject, prompt: string): boolean {
  const tools = ownField(body, 'tools');
  const opening = JSON.stringify(ownField(body, 'messages') ?? []);
  return Array.isArray(tools) && tools.length > 0 && opening.includes(JSON.stringify(prompt).slice(1, -1));
}

function nextCall(body: JsonObject, calls: readonly ScriptedCall[]): ScriptedCall | undefined {
  const answered = JSON.stringify(ownField(body, 'messages') ?? []);
  return calls.find(({ id }) => !answered.includes(`"tool_use_id":"${id}"`));
}

function assistantMessage(body: JsonObject, call: ScriptedCall | undefined): JsonObject {
  return {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: ownString(body, 'model') ?? 'scripted',
    content: [
      call === undefined
        ? { type: 'text', text: 'finished' }
        : { type: 'tool_use', id: call.id, name: call.name, input: call.input },
    ],
    stop_reason: call === undefined ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

function sendJson(response: http.ServerResponse, value: JsonObject, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendStream(response: http.ServerResponse, message: JsonObject): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of streamEvents(message)) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

/** The events in which the API gives a message. Source: its page on streaming. */
function streamEvents(message: JsonObject): (JsonObject & { readonly type: string })[] {
  const { content, stop_reason, stop_sequence, ...rest } = message;
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return [
    { type: 'message_start', message: { ...rest, content: [], stop_reason: null, stop_sequence: null } },
    ...blocks.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason: stop_reason ?? null, stop_sequence: stop_sequence ?? null },
      usage: { output_tokens: 5 },
    },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: JsonObject, index: number): (JsonObject & { readonly type: string })[] {
  const text = ownString(block, 'text');
  const [empty, delta]: [JsonObject, JsonObject] =
    text === undefined
      ? [{ input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(ownField(block, 'input') ?? {}) }]
      : [{ text: '' }, { type: 'text_delta', text }];
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}
