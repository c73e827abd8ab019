import { describe, expect, it } from 'vitest';
import { defaultEventLimits, EventError, type EventFault, readEvent } from './read-event.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } };
const read = (text: string | Uint8Array, expected?: string) =>
  readEvent(typeof text === 'string' ? bytes(text) : text, expected, defaultEventLimits);

function faultOf(text: string | Uint8Array, expected?: string): { fault: EventFault; event: string | undefined } {
  try {
    read(text, expected);
  } catch (error) {
    if (error instanceof EventError) return { fault: error.fault, event: error.eventName };
    throw error;
  }
  throw new Error('the event was accepted');
}

describe('readEvent', () => {
  it.each<[EventFault, string | Uint8Array]>([
    ['empty', ''],
    ['empty', ' \r\n'],
    ['not-json', '{"hook_event_name":"PreToolUse","tool_na'],
    ['not-json', `${JSON.stringify(call)}\u0000`],
    ['not-an-object', '[]'],
    ['not-an-object', 'null'],
    ['encoding', Uint8Array.from([0xff, 0xfe, 0x7b, 0x00])],
    ['encoding', Uint8Array.from([...bytes('{"a":"'), 0x82, ...bytes('"}')])],
    ['too-deep', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`],
    ['too-many-values', `{"a":[${'0,'.repeat(1_000_001)}0]}`],
    ['event-name', '{"tool_name":"Bash"}'],
    ['event-name', '{"hook_event_name":7}'],
    [
      'duplicate-key',
      '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /","command":"ls"}}',
    ],
    ['proto-key', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"__proto__":{"approved":true}}}'],
    ['huge-number', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"amount":-1e309}}'],
    ['tool-name', '{"hook_event_name":"PreToolUse","tool_input":{}}'],
    ['tool-name', '{"hook_event_name":"PreToolUse","tool_name":["Bash"],"tool_input":{}}'],
    ['tool-input', '{"hook_event_name":"PreToolUse","tool_name":"Bash"}'],
    ['tool-input', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"rm -rf /"}'],
    ['tool-input', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":["rm"]}'],
  ])('refuses with %s', (fault, input) => {
    expect(faultOf(input).fault).toBe(fault);
  });

  it('refuses what is too large before it looks inside', () => {
    const small = { ...defaultEventLimits, maxBytes: 10 };
    expect(() => readEvent(bytes('{"a":"0123456789"}'), 'PreToolUse', small)).toThrow(/larger than 10 bytes/);
  });

  it.each([
    ['a byte order mark', Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes(JSON.stringify(call))])],
    ['CRLF line ends', bytes(JSON.stringify(call, null, 2).replaceAll('\n', '\r\n'))],
    ['fields of a newer client', bytes(JSON.stringify({ ...call, brand_new: { a: 1 } }))],
    ['a lone surrogate', bytes(JSON.stringify(call).replace('ls', '\\ud800'))],
    ['an escaped NUL', bytes(JSON.stringify(call).replace('ls', '\\u0000'))],
  ])('judges an event with %s', (_what, input) => {
    const event = read(input, 'PreToolUse');
    expect(event.name).toBe('PreToolUse');
    expect(event.tool?.name).toBe('Bash');
    expect(typeof event.tool?.input['command']).toBe('string');
  });

  it('takes the name of the command line where the event has none', () => {
    expect(read('{"tool_name":"Bash","tool_input":{}}', 'PreToolUse').name).toBe('PreToolUse');
  });

  it.each([
    ['PreToolUse', 'PostToolUse', 'PreToolUse'],
    ['PostToolUse', 'PreToolUse', 'PreToolUse'],
    ['PreToolUse', 'PreToolUsX', 'PreToolUse'],
  ])('started for %s but handed %s: refuses as %s', (expected, stated, refusedAs) => {
    expect(faultOf(JSON.stringify({ ...call, hook_event_name: stated }), expected)).toEqual({
      fault: 'event-mismatch',
      event: refusedAs,
    });
  });

  it('knows the event of a damaged input from the command line', () => {
    expect(faultOf('{"hook', 'UserPromptSubmit').event).toBe('UserPromptSubmit');
  });

  it('accepts an event that only a newer client knows', () => {
    expect(read('{"hook_event_name":"SomethingNew","x":1}').name).toBe('SomethingNew');
  });

  it('records what a tool answered even where an answer is ambiguous', () => {
    const event = read(
      '{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{},"tool_response":{"a":1,"a":2}}',
    );
    expect(event.fields['tool_response']).toEqual({ a: 2 });
  });

  it('splits the name of an MCP tool', () => {
    const event = read('{"hook_event_name":"PreToolUse","tool_name":"mcp__my_db__run__query","tool_input":{}}');
    expect(event.tool).toMatchObject({ server: 'my_db', short: 'run__query' });
  });
});
