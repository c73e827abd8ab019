// What hooks do when they are run, and what is made of it. No process is started: each case says what the hook does.
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../src/core/json/json-value.ts';
import { isError } from '../src/core/problem/problem.ts';
import type { Finding } from '../src/core/self-test/finding.ts';
import { type Act, always, type Behaviour, onDanger, playHooks, settingsOf } from './support/tried-hooks.ts';

const entry: JsonObject = { type: 'command', command: './hook.sh' };

interface Setup {
  readonly event?: string;
  readonly entry?: JsonObject;
  readonly matcher?: string;
  readonly script?: string;
}

function play(act: Act, { event = 'PreToolUse', entry: own = entry, matcher, script }: Setup = {}): readonly Finding[] {
  return playHooks(settingsOf(event, own, matcher), act, script === undefined ? {} : { script }).findings;
}

/** `code` for an error, `code?` for a warning. */
function codesOf(findings: readonly Finding[]): string[] {
  return findings.map(finding => `${finding.code}${isError(finding) ? '' : '?'}`).sort();
}

function json(value: JsonObject): string {
  return JSON.stringify(value);
}

const denial = {
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
};
const deny = json(denial);
const specific = (fields: JsonObject): string => json({ hookSpecificOutput: fields });

type Row = readonly [name: string, behaviour: Behaviour, codes: readonly string[], setup?: Setup];

/** Guards that are silent with harmless events and do this with dangerous ones. */
const onDangerRows: readonly Row[] = [
  ['exit 2 and a reason', { exit: 2, stderr: 'no' }, []],
  ['a denial in JSON', { stdout: deny }, []],
  ['a denial in JSON, pretty-printed', { stdout: JSON.stringify(denial, null, 2) }, []],
  ['a denial in JSON with a byte order mark', { stdout: `\uFEFF${deny}\n` }, []],
  ['a denial in JSON and exit code 2', { exit: 2, stdout: deny, stderr: 'no' }, []],
  ['a denial in JSON and exit code 2 without stderr', { exit: 2, stdout: deny }, []],
  ['a denial in JSON and exit code 1', { exit: 1, stdout: deny }, []],
  ['a question in JSON', { stdout: deny.replace('"deny"', '"ask"') }, []],
  ['a denial with an extra field', { stdout: json({ ...denial, suppressOutput: true, version: 3 }) }, []],
  ['a reason with quotes, well escaped', { stdout: deny.replace('"no"', '"\\"rm\\" is\\nnot used"') }, []],
  ['context for the model', { stdout: specific({ hookEventName: 'PreToolUse', additionalContext: 'use pnpm' }) }, []],
  ...[1, 3, 64, 100, 126, 127, 130, 137, 255].map(
    (exit): Row => [`exit code ${exit}`, { exit, stderr: 'Blocked: not here' }, ['hook/exit-1']],
  ),
  ['exit code 1 and silence', { exit: 1 }, ['hook/exit-1']],
  ['exit code 1 and a reason on stdout', { exit: 1, stdout: 'blocked: no subagents' }, ['hook/exit-1']],
  ['killed', { run: { kind: 'signaled', signal: 'SIGSEGV', stdout: '', stderr: '' } }, ['hook/killed']],
  ['timed out', { run: { kind: 'timed-out', seconds: 5, stdout: '', stderr: '' } }, ['hook/timed-out']],
  ['not started', { run: { kind: 'not-started', cause: 'there is no program `x`' } }, ['hook/not-started']],
  ['banner before the JSON', { stdout: `Shell ready on arm64\n${deny}` }, ['hook/text-around-json']],
  ['log line before the JSON', { stdout: `[guard] checking {Bash}\n${deny}` }, ['hook/text-around-json']],
  ['text after the JSON', { stdout: `${deny}\ndone` }, ['hook/text-around-json']],
  ['a code fence around the JSON', { stdout: `\`\`\`json\n${deny}\n\`\`\`` }, ['hook/text-around-json']],
  ['two objects', { stdout: `{"continue": true, "suppressOutput": true}\n${deny}` }, ['hook/several-objects']],
  ['two objects in one line', { stdout: `{"suppressOutput":true}${deny}` }, ['hook/several-objects']],
  ['a banner in JSON', { stdout: `{"type":"message","message":"agent"}\n${deny}` }, ['hook/several-objects']],
  ['the same denial twice', { stdout: `${deny}\n${deny}\n` }, ['hook/several-objects']],
  ['an array', { stdout: `[${deny}]` }, ['hook/broken-json']],
  ['a string', { stdout: JSON.stringify(deny) }, ['hook/broken-json']],
  [
    'a Python dictionary',
    { stdout: "{'hookSpecificOutput': {'hookEventName': 'PreToolUse', 'permissionDecision': 'deny'}}" },
    ['hook/broken-json'],
  ],
  ['cut off', { stdout: deny.slice(0, -3) }, ['hook/broken-json']],
  ['cut off at the last brace', { stdout: deny.slice(0, -1) }, ['hook/broken-json']],
  ['cut off in a string', { stdout: deny.slice(0, -6) }, ['hook/broken-json']],
  ['a quote in the reason', { stdout: deny.replace('"no"', '"blocked: "rm" used"') }, ['hook/broken-json']],
  ['a line end in the reason', { stdout: deny.replace('"no"', '"blocked\nrm"') }, ['hook/broken-json']],
  ['a trailing comma', { stdout: deny.replace('}}', '},}') }, ['hook/broken-json']],
  ['keys without quotes', { stdout: '{hookSpecificOutput: {permissionDecision: "deny"}}' }, ['hook/broken-json']],
  ['the denial on stderr', { stderr: deny }, ['hook/json-on-stderr']],
  ['the denial on stderr after a log line', { stderr: `checking\n${deny}` }, ['hook/json-on-stderr']],
  ['no event name', { stdout: specific({ permissionDecision: 'deny' }) }, ['hook/event-name']],
  ['the event name in lower case', { stdout: deny.replace('PreToolUse', 'preToolUse') }, ['hook/event-name']],
  ['the event name with underscores', { stdout: deny.replace('PreToolUse', 'pre_tool_use') }, ['hook/event-name']],
  ['the name of another event', { stdout: deny.replace('PreToolUse', 'PostToolUse') }, ['hook/event-name']],
  ...['"block"', '"DENY"', '"Deny"', '"denied"', '"blocked"', '"reject"'].map(
    (word): Row => [`the word ${word}`, { stdout: deny.replace('"deny"', word) }, ['hook/decision-word']],
  ),
  ['the top-level word deny', { stdout: '{"decision": "deny", "reason": "no"}' }, ['hook/decision-word']],
  ['a reason that is a list', { stdout: deny.replace('"no"', '["no"]') }, ['hook/bad-field']],
  ['a reason that is null', { stdout: deny.replace('"no"', 'null') }, ['hook/bad-field']],
  ['a reason that is an object', { stdout: deny.replace('"no"', '{"en":"no"}') }, ['hook/bad-field']],
  ['continue as a string', { stdout: json({ ...denial, continue: 'no' }) }, ['hook/bad-field']],
  ['approve: false', { stdout: '{"approve": false, "message": "no"}' }, ['hook/unknown-key']],
  ['approved: false', { stdout: '{"approved": false}' }, ['hook/unknown-key']],
  ['allow: false', { stdout: '{"allow": false, "reason": "no"}' }, ['hook/unknown-key']],
  ['blocked: true', { stdout: '{"blocked": true, "message": "Force push is blocked"}' }, ['hook/unknown-key']],
  ['block: true', { stdout: '{"block": true}' }, ['hook/unknown-key']],
  ['action: block', { stdout: '{"action": "block"}' }, ['hook/unknown-key']],
  ['permissionDecision at the top', { stdout: '{"permissionDecision":"deny"}' }, ['hook/unknown-key']],
  [
    'a flat denial',
    { stdout: '{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}' },
    ['hook/unknown-key'],
  ],
  [
    'permission_decision',
    { stdout: specific({ hookEventName: 'PreToolUse', permission_decision: 'deny' }) },
    ['hook/unknown-key'],
  ],
  ['decision inside', { stdout: specific({ hookEventName: 'PreToolUse', decision: 'block' }) }, ['hook/unknown-key']],
  ['a decision far below', { stdout: '{"hooks":{"PreToolUse":{"permissionDecision":"deny"}}}' }, ['hook/unknown-key']],
  [
    'hookSpecificOutput as a list',
    { stdout: json({ hookSpecificOutput: [denial.hookSpecificOutput] }) },
    ['hook/bad-field'],
  ],
  ['a colour before the JSON', { stdout: `\u001b[33m!\u001b[0m ${deny}` }, ['hook/text-around-json']],
  ['the old form', { stdout: '{"decision": "block", "reason": "no"}' }, ['hook/old-decision?']],
  [
    'a key that stands twice',
    {
      stdout:
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecision":"allow"}}',
    },
    ['hook/blanket-allow?', 'hook/repeated-key'],
  ],
  ['continue: false', { stdout: '{"continue": false, "stopReason": "not here"}' }, ['hook/continue-false']],
  ['continue: false beside a denial', { stdout: json({ ...denial, continue: false }) }, []],
  ['async beside a denial', { stdout: json({ async: true, ...denial }) }, ['hook/async-output']],
  ['a reason on stdout, exit 2', { exit: 2, stdout: 'Create an issue first' }, ['hook/lost-reason?']],
  ['exit 2 and silence', { exit: 2 }, ['hook/lost-reason?']],
  [
    'exit 2 and flat JSON',
    { exit: 2, stdout: '{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}' },
    ['hook/lost-reason?', 'hook/mixed-channels?'],
  ],
  [
    'exit 2, flat JSON and a reason',
    { exit: 2, stdout: '{"permissionDecision":"deny"}', stderr: 'no' },
    ['hook/mixed-channels?'],
  ],
  [
    'exit 2 and an allow',
    { exit: 2, stdout: deny.replace('"deny"', '"allow"'), stderr: 'no' },
    ['hook/mixed-channels?'],
  ],
  [
    'exit 2 and no event name',
    { exit: 2, stdout: specific({ permissionDecision: 'deny' }), stderr: 'no' },
    ['hook/event-name?', 'hook/mixed-channels?'],
  ],
  ['exit 2 and harmless JSON', { exit: 2, stdout: '{"suppressOutput": true}', stderr: 'no' }, []],
  ['says blocked on stdout', { stdout: 'BLOCKED: rm is not allowed here' }, ['hook/says-blocked']],
  ['says denied on stderr', { stderr: 'Access denied by policy' }, ['hook/says-blocked']],
  ['says what is blocked', { stdout: 'BLOCKED: no force pushes' }, ['hook/says-blocked']],
  ['says refusing', { stderr: 'refusing to run this' }, ['hook/says-blocked']],
  [
    'says blocked in a message for the user',
    { stdout: '{"systemMessage": "Blocked: a secret in the diff"}' },
    ['hook/says-blocked'],
  ],
  ['only advises', { stderr: 'please use pnpm' }, ['hook/says-blocked?']],
  ['says that nothing is blocked', { stdout: '{"systemMessage": "not blocked"}' }, []],
  ['a very long reason', { exit: 2, stderr: 'x'.repeat(10_001) }, ['hook/long-output?']],
  ['a long reason', { exit: 2, stderr: 'x'.repeat(9_999) }, []],
  ['left processes behind', { exit: 2, stderr: 'no', leftChildren: true }, ['hook/leftover-process?']],
];

describe('a guard that is silent with harmless events', () => {
  for (const [name, behaviour, codes, setup] of onDangerRows) {
    it(name, () => {
      expect(codesOf(play(onDanger(behaviour), setup))).toEqual(codes);
    });
  }
});

/** Hooks that do the same with every event. */
const alwaysRows: readonly Row[] = [
  ['silence', {}, []],
  ['an empty object', { stdout: '{}' }, []],
  ['a line of text', { stdout: 'logged to ~/.claude/log' }, []],
  ['lines on stderr', { stderr: 'guard active\nchecked in 3 ms' }, []],
  ['suppressOutput', { stdout: '{"suppressOutput": true}' }, []],
  ['a message for the user', { stdout: '{"systemMessage": "3 calls so far"}' }, []],
  ['braces in text', { stdout: 'checked {a} and {b}' }, []],
  ['a JSON log line', { stdout: '{"level":"info","msg":"checked"}' }, []],
  ['JSON log lines', { stdout: '{"level":"info"}\n{"level":"info"}' }, []],
  ['exit code 1 and a message', { exit: 1, stdout: 'blocked: no subagents' }, ['hook/exit-1']],
  ['not found', { exit: 127, stderr: '/bin/sh: 1: x: not found' }, ['hook/exit-1']],
  ['not executable', { exit: 126, stderr: 'Permission denied' }, ['hook/exit-1']],
  [
    'exit 1 of a last `grep`, where exit 2 is there too',
    { exit: 1 },
    ['hook/fails?'],
    { script: 'grep -q x && exit 2' },
  ],
  ['exit 2', { exit: 2, stderr: 'no' }, ['hook/blocks-harmless?']],
  ['a denial', { stdout: deny }, ['hook/blocks-harmless?']],
  ['an allow', { stdout: deny.replace('"deny"', '"allow"') }, ['hook/blanket-allow?']],
  ['an old approval', { stdout: '{"decision": "approve"}' }, ['hook/blanket-allow?', 'hook/old-decision?']],
  ['approve: true', { stdout: '{"approve": true}' }, ['hook/unknown-key?']],
  ['an allow without event name', { stdout: specific({ permissionDecision: 'allow' }) }, ['hook/event-name?']],
  ['a banner before an allow', { stdout: `hi\n${deny.replace('"deny"', '"allow"')}` }, ['hook/text-around-json?']],
  [
    'an import error told to the user',
    { stdout: `{"systemMessage": "guard import error: No module named 'core'"}` },
    ['hook/swallowed-error'],
    { script: 'sys.exit(2) if engine.denies(event) else sys.exit(0)' },
  ],
  [
    'an error told to the user, of a hook that may be a guard',
    { stdout: '{"systemMessage": "could not load the rules"}' },
    ['hook/swallowed-error?'],
  ],
  [
    'a traceback and exit 0',
    { stderr: 'Traceback (most recent call last):\n  File "g.py"\nKeyError: \'command\'' },
    ['hook/swallowed-error'],
    { entry: { type: 'command', command: 'python3 guard.py || true' } },
  ],
  [
    'jq not there and exit 0',
    { stderr: './hook.sh: line 2: jq: command not found' },
    ['hook/swallowed-error'],
    { script: 'exit 2' },
  ],
  ['an error in JSON', { stdout: '{"error": "the rules are gone"}' }, ['hook/swallowed-error?']],
  ['says blocked of everything', { stdout: 'dangerous commands are blocked' }, ['hook/says-blocked?']],
  ['three errors', { stdout: '0 errors, 3 warnings' }, []],
  ['slow', { durationMs: 3000 }, ['hook/slow?'], { entry: { ...entry, timeout: 5 } }],
  ['fast enough', { durationMs: 2400 }, [], { entry: { ...entry, timeout: 5 } }],
  [
    'the timeout, and onFailure',
    { run: { kind: 'timed-out', seconds: 5, stdout: '', stderr: '' } },
    ['hook/blocks-harmless?', 'hook/timed-out?'],
    { entry: { ...entry, onFailure: 'block' } },
  ],
  ['exit code 1, and onFailure', { exit: 1 }, ['hook/blocks-harmless?'], { entry: { ...entry, onFailure: 'block' } }],
  ['exit 2 in the background', { exit: 2, stderr: 'no' }, ['hook/async-guard'], { entry: { ...entry, async: true } }],
  ['a denial in the background', { stdout: deny }, ['hook/async-guard'], { entry: { ...entry, async: true } }],
  ['silence in the background', {}, [], { entry: { ...entry, async: true } }],
  ['exit code 1 in the background', { exit: 1 }, [], { entry: { ...entry, async: true } }],
];

describe('a hook that does the same with every event', () => {
  for (const [name, behaviour, codes, setup] of alwaysRows) {
    it(name, () => {
      expect(codesOf(play(always(behaviour), setup))).toEqual(codes);
    });
  }
});

/** Hooks on other events than PreToolUse. */
type OtherRow = readonly [event: string, name: string, act: Act, codes: readonly string[]];

const otherEvents: readonly OtherRow[] = [
  ['PostToolUse', 'a formatter that fails', always({ exit: 1, stderr: 'prettier: no such file' }), []],
  [
    'PostToolUse',
    'a formatter that is not there',
    always({ exit: 127, stderr: 'prettier: not found' }),
    ['hook/fails?'],
  ],
  ['PostToolUse', 'a linter that gives feedback', always({ exit: 2, stderr: '3 problems: unused variable' }), []],
  ['PostToolUse', 'a linter that forbids', always({ exit: 2, stderr: '`any` is not allowed' }), ['hook/too-late?']],
  ['PostToolUse', 'feedback in JSON', always({ stdout: '{"decision":"block","reason":"tests fail"}' }), []],
  ['PostToolUse', 'chatter', always({ stdout: 'src/a.ts 20ms' }), []],
  ['PostToolUse', 'exit 2 to block', onDanger({ exit: 2, stderr: 'BLOCKED: rm is not allowed' }), ['hook/too-late']],
  [
    'PostToolUse',
    'a permission decision',
    onDanger({ stdout: deny.replace('PreToolUse', 'PostToolUse') }),
    ['hook/too-late'],
  ],
  [
    'PostToolUse',
    'a decision to block',
    onDanger({ stdout: '{"decision":"block","reason":"Force push denied"}' }),
    ['hook/too-late'],
  ],
  ['PermissionRequest', 'exit 2', onDanger({ exit: 2, stderr: 'no' }), ['hook/permission-exit-2']],
  [
    'PermissionRequest',
    'a denial',
    onDanger({
      stdout: specific({ hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'no' } }),
    }),
    [],
  ],
  [
    'PermissionRequest',
    'the denial of PreToolUse',
    onDanger({ stdout: specific({ hookEventName: 'PermissionRequest', permissionDecision: 'deny' }) }),
    ['hook/unknown-key'],
  ],
  ['UserPromptSubmit', 'exit 2', onDanger({ exit: 2, stderr: 'a secret in the prompt' }), []],
  ['UserPromptSubmit', 'a decision to block', onDanger({ stdout: '{"decision":"block","reason":"no"}' }), []],
  [
    'UserPromptSubmit',
    'a permission decision',
    onDanger({ stdout: deny.replace('PreToolUse', 'UserPromptSubmit') }),
    ['hook/unknown-key'],
  ],
  [
    'UserPromptSubmit',
    'exit 1 with a secret',
    onDanger({ exit: 1, stderr: 'a secret in the prompt' }),
    ['hook/exit-1'],
  ],
  ['UserPromptSubmit', 'context for the model', always({ stdout: 'Today is Monday.' }), []],
  [
    'UserPromptSubmit',
    'a context hook that is not there',
    always({ exit: 127, stderr: 'x: not found' }),
    ['hook/fails?'],
  ],
  ['UserPromptSubmit', 'too much context', always({ stdout: 'x'.repeat(20_000) }), ['hook/long-output?']],
  ['SessionStart', 'context', always({ stdout: 'Branch: main {"a": 1}' }), []],
  ['SessionStart', 'too much context', always({ stdout: 'x'.repeat(20_000) }), ['hook/long-output?']],
  ['SessionStart', 'a hook that is not there', always({ exit: 127, stderr: 'x: not found' }), ['hook/fails?']],
  ['Notification', 'no sound', always({ exit: 127, stderr: 'osascript: not found' }), ['hook/fails?']],
  ['SessionStart', 'exit 2', always({ exit: 2, stderr: 'no' }), ['hook/fails?']],
  ['Notification', 'exit 2', always({ exit: 2, stderr: 'no' }), ['hook/fails?']],
  ['SessionEnd', 'silence', always({}), []],
  ['Stop', 'always goes on', always({ exit: 2, stderr: 'run the tests' }), ['hook/endless-stop?']],
  [
    'Stop',
    'always goes on, in JSON',
    always({ stdout: '{"decision":"block","reason":"run the tests"}' }),
    ['hook/endless-stop?'],
  ],
  [
    'Stop',
    'goes on once',
    ({ event }) => (event['stop_hook_active'] === true ? {} : { exit: 2, stderr: 'run the tests' }),
    [],
  ],
  ['Stop', 'silence', always({}), []],
  ['SubagentStop', 'always goes on', always({ exit: 2, stderr: 'more' }), ['hook/endless-stop?']],
];

describe('other events', () => {
  it.each<OtherRow>(otherEvents)('%s: %s', (event, _, act, codes) => {
    expect(codesOf(play(act, { event }))).toEqual(codes);
  });
});

const isForm =
  (...forms: string[]) =>
  ({ id }: { id: string }): boolean =>
    forms.some(form => id.startsWith(`${form}:`));
const stop = { exit: 2, stderr: 'no' };

/** A guard that holds in every form and place, but for what is given. */
function guardBut(forms: readonly string[], behaviour: Behaviour): Act {
  return probe => {
    if (isForm(...forms)(probe)) return behaviour;
    return probe.expectation === 'pass' ? {} : stop;
  };
}

describe('a guard with an event in another form', () => {
  it.each<readonly [string, Act, readonly string[]]>([
    ['holds', guardBut([], {}), []],
    ['passes a broken event', guardBut(['cut'], {}), ['hook/fails-open?']],
    ['passes a broken event with an error', guardBut(['cut'], { stderr: 'jq: parse error' }), ['hook/fails-open?']],
    ['crashes with a broken event', guardBut(['cut'], { exit: 1, stderr: 'Traceback' }), ['hook/crashes?']],
    ['passes a large event', guardBut(['large'], {}), ['hook/fails-open?']],
    [
      'crashes with a large event',
      guardBut(['large'], { exit: 126, stderr: 'Argument list too long' }),
      ['hook/crashes?'],
    ],
    ['crashes with lists', guardBut(['list', 'null', 'number'], { exit: 1, stderr: 'TypeError' }), ['hook/crashes?']],
    ['passes null and numbers, in which nothing stands', guardBut(['null', 'number', 'empty'], {}), []],
    [
      'is not found from a subfolder',
      guardBut(['subfolder'], { exit: 127, stderr: 'not found' }),
      ['hook/depends-on-folder?'],
    ],
    ['passes everything in a subfolder', guardBut(['subfolder'], {}), ['hook/depends-on-folder?']],
    [
      'is not found without the variable',
      guardBut(['no-project-dir'], { exit: 127, stderr: 'not found' }),
      ['hook/needs-project-dir?'],
    ],
  ])('%s', (_, act, codes) => {
    expect(codesOf(play(act, { matcher: 'Bash' }))).toEqual(codes);
  });

  it('crashes with a tool without the expected field', () => {
    const act: Act = probe => {
      if (probe.event['tool_name'] !== 'Bash') return { exit: 1, stderr: "KeyError: 'command'" };
      return probe.expectation === 'pass' ? {} : stop;
    };
    expect(codesOf(play(act))).toEqual(expect.arrayContaining(['hook/fails?']));
    expect(play(act).filter(isError)).toEqual([]);
  });
});

describe('a hook that does not read the event', () => {
  const unread: Act = ({ id }) => (id.startsWith('large:') ? { stdinUnread: true } : {});
  it.each<readonly [string, Setup, readonly string[]]>([
    [
      'that is to block',
      { script: 'echo "$INPUT" | grep -q "git push" && exit 2' },
      ['hook/ignores-input?', 'hook/never-blocks?'],
    ],
    ['that is a log', { script: 'date >> log' }, ['hook/ignores-input?']],
    ['after the call', { event: 'PostToolUse', script: 'date >> log' }, []],
    ['when the turn ends', { event: 'Stop', script: 'afplay done.wav' }, []],
  ])('%s', (_, setup, codes) => {
    expect(codesOf(play(unread, setup))).toEqual(codes);
  });
});

describe('events that have to be denied', () => {
  const denyEvents = [
    { label: 'a refund of $600', event: { tool_name: 'mcp__shop__refund', tool_input: { amount: 600 } } },
  ];
  const two = {
    hooks: { PreToolUse: [{ hooks: [entry, { type: 'command', command: './other.sh' }] }] },
  };

  it('are told of when no hook denies them', () => {
    const { findings } = playHooks(two, always({}), { denyEvents });
    expect(codesOf(findings)).toEqual(['hook/lets-through']);
    expect(findings[0]?.message).toContain('a refund of $600');
  });

  it('are stopped when one hook of several does', () => {
    const act: Act = ({ event }, hook) =>
      event['tool_name'] === 'mcp__shop__refund' && hook.entry['command'] === './other.sh' ? stop : {};
    expect(codesOf(playHooks(two, act, { denyEvents }).findings)).toEqual([]);
  });

  it('are not given to a hook of another tool', () => {
    const settings = settingsOf('PreToolUse', entry, 'Bash');
    expect(codesOf(playHooks(settings, always({}), { denyEvents }).findings)).toEqual([]);
  });
});

describe('a hook that rewrites the input', () => {
  const rewrite = specific({ hookEventName: 'PreToolUse', updatedInput: { command: 'rtk git status' } });
  const rewriter: Act = (_, hook) => (hook.entry['command'] === './rewrite.sh' ? { stdout: rewrite } : {});
  const beside = (...commands: string[]): JsonObject => ({
    hooks: { PreToolUse: [{ matcher: 'Bash', hooks: commands.map(command => ({ type: 'command', command })) }] },
  });

  it('stands beside a guard', () => {
    expect(codesOf(playHooks(beside('./rewrite.sh', './guard.sh'), rewriter).findings)).toEqual([
      'hook/rewrites-beside-guard?',
    ]);
  });

  it('stands alone', () => {
    expect(codesOf(playHooks(beside('./rewrite.sh'), rewriter).findings)).toEqual([]);
  });
});

describe('a hook that only repeats the event', () => {
  const denyEvents = [{ event: { tool_name: 'Bash', tool_input: { command: 'echo "blocked" && exit 1' } } }];
  it.each(['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'PermissionRequest'])('%s', event => {
    for (const before of ['', 'logged: ']) {
      const act: Act = probe => ({ stdout: `${before}${JSON.stringify(probe.event)}\n` });
      const { findings } = playHooks(settingsOf(event, entry), act, { denyEvents });
      expect(codesOf(findings).filter(code => code !== 'hook/lets-through')).toEqual([]);
    }
  });
});

test('a finding tells what was given, what came of it, and where the command stands', () => {
  const [finding] = play(onDanger({ exit: 3, stderr: 'Blocked' }), { matcher: 'Bash' });
  expect(finding?.message).toMatch(
    /^with Bash `rm -rf \/` and \d+ more this hook ends with exit code 3, and the call runs$/,
  );
  expect(finding?.help).toContain('exit 2');
  expect(finding?.evidence?.slice(0, 3)).toEqual([
    'given Bash `rm -rf /`',
    'ended with exit code 3',
    'stderr: Blocked',
  ]);
  expect(finding?.span?.start.line).toBe(9);
});
