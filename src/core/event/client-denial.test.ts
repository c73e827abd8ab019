import { describe, expect, it } from 'vitest';
import { isClientDenial } from './client-denial.ts';

const tool = 'mcp__support__ok';

describe('a call that the client says was denied', () => {
  // As recorded from Claude Code 2.1.332.
  it.each([
    [tool, `PreToolUse:${tool} hook error: [echo SECOND >&2; exit 2]: SECOND\n`],
    [tool, `PreToolUse:${tool} hook error: JSONDENY`],
    [tool, `<tool_use_error>PreToolUse:${tool} hook error: [/bin/bash -c echo N >&2; exit 2]: N\n</tool_use_error>`],
    [tool, `PreToolUse:${tool} hook error: N\n\nThis tool's input schema was not in your prompt when you called it.`],
    ['Bash', 'PreToolUse hook for Bash returned updatedInput that failed schema validation: Bash failed due to …'],
    ['Bash', 'Permission to use Bash with command touch marker has been denied.'],
    ['Bash', 'Permission to use Bash with command touch a\ntouch b has been denied.'],
    [tool, `Permission to use ${tool} has been denied because Claude Code is running in don't ask mode. IMPORTANT: …`],
    [tool, `Claude requested permissions to use ${tool}, but you haven't granted it yet.`],
    ['Write', "Claude requested permissions to write to /etc/marker-x, but you haven't granted it yet."],
    [
      'Bash',
      "touch in '/p/marker' needs approval. The path is inside the working directories for this session ('/p'), and Claude Code asks before a shell command creates, changes or removes files there.",
    ],
    [
      tool,
      `Auto mode is unavailable: its safety check does not run for this session, so ${tool} was not run. Other actions …`,
    ],
    [tool, 'Permission for this action was denied by the Claude Code auto mode classifier. Reason: …'],
    [tool, 'NEEDS APPROVAL: More than usual. 150 of 100 is spent in the last day. [rule ask-above]'],
  ])('%s: %s', (name, response) => {
    expect(isClientDenial(name, response)).toBe(true);
  });
});

describe('no denial, as far as can be told', () => {
  it.each([
    ['what the tool answered', tool, [{ type: 'text', text: '{"ok":true}' }]],
    ["an MCP tool's answer that imitates one", tool, [{ type: 'text', text: `PreToolUse:${tool} hook error: N` }]],
    ['a structured answer', tool, '{"a":1}'],
    ['no answer', tool, undefined],
    ['an error of the tool', tool, 'refused by the bank'],
    ["an error of the tool about somebody's permission", tool, 'Permission to use this account has been denied.'],
    ['a lost call', tool, 'Connection closed'],
    ['a denial of another tool', tool, 'PreToolUse:mcp__support__other hook error: N'],
    ['a denial of a tool whose name begins so', tool, 'PreToolUse:mcp__support__ok2 hook error: N'],
    ['a denial in the middle of an output', 'Bash', 'log:\nPreToolUse:Bash hook error: N'],
    ['words of a person', tool, 'person says no'],
    ['a name with signs of a regex in it', 'mcp__a.b__c', 'Permission to use mcp__aXb__c has been denied.'],
  ])('%s', (_what, name, response) => {
    expect(isClientDenial(name, response)).toBe(false);
  });
});

it('does not take the answer of an MCP tool with structuredContent for a denial', () => {
  const text = 'x needs approval. The path is inside the working directories for this session ';
  expect(isClientDenial('mcp__a__b', text)).toBe(true);
  expect(isClientDenial('mcp__a__b', JSON.stringify({ text }))).toBe(false);
});
