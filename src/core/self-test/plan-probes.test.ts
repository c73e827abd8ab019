import { describe, expect, it } from 'vitest';
import { clientFeatures, observedVersion } from '../client/client-version.ts';
import type { ConfiguredHook } from '../client/hook-source.ts';
import { matches, readMatcher } from '../client/matcher.ts';
import { eventNames } from '../event/catalogue.ts';
import { ownString } from '../json/json-value.ts';
import { planAllProbes, planProbes } from './plan-probes.ts';
import type { ProbeGround } from './probes/probe-ground.ts';

const start = { line: 1, column: 1, offset: 0 };
const features = clientFeatures(observedVersion);
const ground: ProbeGround = { features, projectDir: '/p', mcpServers: ['db', 'shop'], denyEvents: [] };

function hook(
  event: string,
  matcher?: string,
  entry: ConfiguredHook['entry'] = { command: './hook.sh' },
): ConfiguredHook {
  const source = { scope: 'project', file: '/p/.claude/settings.json', text: '{}' } as const;
  return { source, event, path: [], span: { start, end: start }, matcher, type: 'command', entry };
}

function toolsTried(matcher: string | undefined): string[] {
  const probes = planProbes(hook('PreToolUse', matcher), ground);
  return [...new Set(probes.map(({ event }) => ownString(event, 'tool_name') ?? ''))].sort();
}

describe('the first round', () => {
  it.each(eventNames)('%s: has a harmless event, whole, and is bounded', event => {
    const probes = planProbes(hook(event), ground);
    expect(probes[0]?.expectation).toBe('pass');
    expect(probes.length).toBeLessThanOrEqual(30);
    for (const probe of probes) {
      expect(probe.event).toMatchObject({
        hook_event_name: event,
        cwd: '/p',
        session_id: expect.stringContaining('self-test'),
      });
    }
    expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length);
  });

  it.each<readonly [string | undefined, readonly string[]]>([
    ['Bash', ['Bash']],
    ['Edit|Write', ['Edit', 'Write']],
    ['Edit, Write', ['Edit', 'Write']],
    ['mcp__db__query', ['mcp__db__query']],
    ['mcp__payments__.*', ['mcp__payments__query']],
    ['^mcp__(mail|chat)__send', ['mcp__mail__send']],
    ['bash', []],
    ['Bash(rm *)', []],
    ['(', []],
  ])('%s: gives calls of the tools that the matcher takes', (matcher, tools) => {
    expect(toolsTried(matcher)).toEqual(tools);
  });

  it('gives a hook for everything the telling tools and one of each server', () => {
    expect(toolsTried(undefined)).toEqual(['Bash', 'Edit', 'Read', 'Write', 'mcp__db__query', 'mcp__shop__query']);
    for (const tool of toolsTried('.*')) expect(matches(readMatcher('.*', features), tool)).toBe(true);
  });

  it('tries what the hook looks for before what others look for', () => {
    const probes = planProbes(hook('PreToolUse', 'Bash', { command: "grep -q 'make deploy' && exit 2" }), ground);
    const suspicious = probes.filter(({ expectation }) => expectation === 'suspicious');
    expect(suspicious[0]?.event['tool_input']).toMatchObject({ command: 'make deploy' });
  });

  it('tries amounts around the limit that the hook compares with', () => {
    const command = '[ "$(jq .tool_input.amount)" -gt 500 ] && exit 2';
    const probes = planProbes(hook('PreToolUse', 'mcp__shop__refund', { command }), ground);
    const amounts = probes.map(({ event }) => (event['tool_input'] as { amount?: unknown }).amount);
    expect(amounts).toEqual(expect.arrayContaining([501, 499]));
  });

  // A command with a variable is none that the client can compare, so it runs the hook.
  it('gives a hook with a condition only calls that fulfil it', () => {
    const probes = planProbes(hook('PreToolUse', 'Bash', { command: 'x', if: 'Bash(git push *)' }), ground);
    expect(probes.length).toBeGreaterThan(0);
    for (const { event, expectation } of probes) {
      expect((event['tool_input'] as { command: string }).command).toMatch(/^git push |\$/);
      expect(expectation).toBe('suspicious');
    }
  });

  it('takes events that have to be denied, and fills in what every event has', () => {
    const denyEvents = [
      { label: 'a refund', event: { tool_name: 'mcp__shop__refund', tool_input: { amount: 600 } } },
      { label: 'a prompt', event: { hook_event_name: 'UserPromptSubmit', prompt: 'x' } },
      { event: { tool_name: 'Bash', tool_input: { command: 'make deploy' } } },
    ];
    const denied = planProbes(hook('PreToolUse'), { ...ground, denyEvents }).filter(p => p.expectation === 'deny');
    expect(denied.map(({ label }) => label)).toEqual(['a refund', 'Bash `make deploy`']);
    expect(denied[0]?.event).toMatchObject({ tool_use_id: expect.any(String), mcp_server: { name: 'shop' } });
  });

  it('leaves none of many out', () => {
    const denyEvents = Array.from({ length: 60 }, (_, index) => ({
      event: { tool_name: 'Bash', tool_input: { command: `make deploy-${index}` } },
    }));
    const denied = planProbes(hook('PreToolUse'), { ...ground, denyEvents }).filter(p => p.expectation === 'deny');
    expect(denied).toHaveLength(60);
  });

  it('gives a hook that comes after the call no file that could be there', () => {
    for (const { event } of planProbes(hook('PostToolUse', 'Write'), ground)) {
      expect((event['tool_input'] as { file_path: string }).file_path).toMatch(/hooklaw-self-test|^\/(etc|home)\//);
    }
  });

  it('starts a session as the matcher wants it', () => {
    const [probe] = planProbes(hook('SessionStart', 'compact'), ground);
    expect(probe?.event['source']).toBe('compact');
  });
});

it('tries each event once for entries with one command', () => {
  const [bash, all] = [hook('PreToolUse', 'Bash'), hook('PreToolUse')];
  const planned = planAllProbes([bash, all], () => ground);
  const keys = [...planned.values()].flat().map(({ event }) => JSON.stringify(event));
  expect(new Set(keys).size).toBe(keys.length);
  expect(planned.get(all)?.length).toBeGreaterThan(0);
});
