import { createRandom } from './random.mjs';

/** What the law of the fuzzer forbids in a Bash command. */
export const canary = 'hooklaw-canary-7f3a';

const toolNames = ['Bash', 'Read', 'Write', 'mcp__support__refund_customer', 'Tool_of_tomorrow', ''];
const eventNames = [
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'SessionStart',
  'UserPromptSubmit',
  'EventOfTomorrow',
  'preToolUse',
];
const oddTexts = [
  '',
  '\0',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\ufeff',
  '${HOME}',
  '{{ context.user }}',
  '__proto__',
  'a\nb',
  '\u001b[31m',
  canary,
];
const fields = [
  'session_id',
  'transcript_path',
  'cwd',
  'permission_mode',
  'hook_event_name',
  'tool_name',
  'tool_input',
  'tool_use_id',
];

function plainEvent(random) {
  return {
    session_id: `fuzz-${random.below(5)}`,
    transcript_path: '/home/user/t.jsonl',
    cwd: '/home/user/project',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: random.chance(0.6) ? `echo ${canary}` : 'ls -la', description: 'look' },
    tool_use_id: 'toolu_1',
  };
}

function nested(random, depth) {
  let value = random.pick([1, 'x', null]);
  for (let level = 0; level < depth; level += 1) value = random.chance(0.5) ? [value] : { a: value };
  return value;
}

function randomValue(random, depth = 0) {
  const simple = [
    () => null,
    () => random.chance(0.5),
    () => random.pick([0, -1, 1e308, 5e-324, 2 ** 53, -0, 1.5, random.below(1e9)]),
    () => random.pick(oddTexts),
    () => 'x'.repeat(random.below(2_000)),
  ];
  const compound = [
    () => Array.from({ length: random.below(6) }, () => randomValue(random, depth + 1)),
    () =>
      Object.fromEntries(
        Array.from({ length: random.below(6) }, () => [randomKey(random), randomValue(random, depth + 1)]),
      ),
  ];
  return random.pick(depth < 4 ? [...simple, ...compound] : simple)();
}

function randomKey(random) {
  return random.pick([...fields, ...oddTexts, 'command', 'constructor', 'toString', 'hasOwnProperty', 'length', 'a']);
}

/** Changes of the event as an object. */
const objectMutations = {
  'as it is': () => {},
  'a field of another type': (event, random) => {
    event[random.pick(fields)] = randomValue(random);
  },
  'a field missing': (event, random) => {
    delete event[random.pick(fields)];
  },
  'a command of another type': (event, random) => {
    event.tool_input.command = randomValue(random);
  },
  'another tool': (event, random) => {
    event.tool_name = random.pick(toolNames);
  },
  'another event': (event, random) => {
    event.hook_event_name = random.pick(eventNames);
  },
  'more fields': (event, random) => {
    for (let count = random.below(8); count >= 0; count -= 1) event[`new_${randomKey(random)}`] = randomValue(random);
  },
  'more input': (event, random) => {
    event.tool_input[randomKey(random)] = randomValue(random);
  },
  'odd text around the command': (event, random) => {
    event.tool_input.command = random.pick(oddTexts) + event.tool_input.command + random.pick(oddTexts);
  },
  'a long command': (event, random) => {
    event.tool_input.command = `${'y'.repeat(random.below(300_000))} ${event.tool_input.command}`;
  },
  'deep nesting': (event, random) => {
    event.tool_input.more = nested(random, random.pick([5, 60, 120, 130, 500, 3_000]));
  },
  'many keys': (event, random) => {
    for (let index = random.below(5_000); index >= 0; index -= 1) event.tool_input[`k${index}`] = index;
  },
};

/** Changes of the event's text. */
const textMutations = {
  'a key twice': (text, random) =>
    text.replace('{', `{${JSON.stringify(random.pick(fields))}:${JSON.stringify(random.pick(oddTexts))},`),
  'the command twice': text => text.replace('"tool_input":{', '"tool_input":{"command":"ls",'),
  __proto__: (text, random) => text.replace('{', `{"__proto__":${JSON.stringify(randomValue(random))},`),
  '__proto__ in the input': text => text.replace('"tool_input":{', '"tool_input":{"__proto__":{"command":"ls"},'),
  'white space': (text, random) =>
    `${random.pick([' ', '\n', '\t', '\r\n', '\f'])}${text}${random.pick(['\n', ' ', '\v'])}`,
  'text after it': (text, random) => text + random.pick(['x', '}', '{}', '\0', text]),
  'a huge number': text => text.replace('"description":"look"', `"description":1e${'9'.repeat(400)}`),
  escapes: text => text.replace(/[a-z]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'single quotes': text => text.replaceAll('"', "'"),
  'a comma too many': text => text.replace(/}$/, ',}'),
};

const byteMutations = {
  'bytes flipped': (bytes, random) => {
    const copy = Buffer.from(bytes);
    for (let count = 1 + random.below(8); count > 0; count -= 1)
      copy[random.below(copy.length)] ^= 1 << random.below(8);
    return copy;
  },
  'cut short': (bytes, random) => bytes.subarray(0, random.below(bytes.length)),
  'a part left out': (bytes, random) => {
    const from = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(20))]);
  },
  'a part twice': (bytes, random) => {
    const from = random.below(bytes.length);
    const to = from + random.below(bytes.length - from);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  'bytes put in': (bytes, random) => {
    const at = random.below(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(12)), bytes.subarray(at)]);
  },
  'invalid UTF-8': (bytes, random) => {
    const at = bytes.indexOf('look') + random.below(4);
    const odd = random.pick([[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80]]);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(odd), bytes.subarray(at)]);
  },
  'a byte order mark': bytes => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  'UTF-16': (bytes, random) => {
    const text = Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le');
    return random.chance(0.5) ? text : text.swap16();
  },
};

const withoutEvent = {
  nothing: () => Buffer.alloc(0),
  'random bytes': random => random.bytes(random.below(4_000)),
  'random JSON': random => Buffer.from(JSON.stringify(randomValue(random))),
  'a tower of brackets': random =>
    Buffer.from(random.pick(['[', '{"a":', '"', '[[],']).repeat(1 + random.below(20_000))),
};

const mutate = (table, random) => table[random.pick(Object.keys(table))];

function mutatedEvent(random) {
  const event = plainEvent(random);
  mutate(objectMutations, random)(event, random);
  let text = JSON.stringify(event);
  if (random.chance(0.3)) text = mutate(textMutations, random)(text, random);
  const bytes = Buffer.from(text);
  return random.chance(0.25) ? mutate(byteMutations, random)(bytes, random) : bytes;
}

/** The input number `index` of the run with this seed; the same for ever. */
export function makeInput(seed, index) {
  const random = createRandom(seed * 1_000_003 + index);
  return random.chance(0.1) ? mutate(withoutEvent, random)(random) : mutatedEvent(random);
}
