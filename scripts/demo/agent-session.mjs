import { randomUUID } from 'node:crypto';
import { runInstalledHooks } from './installed-hooks.mjs';

const serverPrefix = 'mcp__support__';

/** One session of a scripted agent: every tool call goes past the installed hooks, as in Claude Code. */
export function openSession({ settingsFile, project, env, server }) {
  const common = {
    session_id: randomUUID(),
    transcript_path: `${project}/transcript.jsonl`,
    cwd: project,
    permission_mode: 'default',
  };
  let calls = 0;
  const tell = (hook_event_name, more = {}) =>
    runInstalledHooks(settingsFile, { ...common, hook_event_name, ...more }, { cwd: project, env });

  async function call(tool_name, tool_input) {
    calls += 1;
    const about = {
      tool_name,
      tool_input,
      tool_use_id: `toolu_demo_${calls}`,
      mcp_server: { name: 'support', source: 'local' },
    };
    const verdict = await tell('PreToolUse', about);
    if (verdict.denied) return { verdict };
    const input = verdict.updatedInput ?? tool_input;
    const { content, isError } = await server.callTool(tool_name.replace(serverPrefix, ''), input);
    const text = content.map(part => part.text).join('\n');
    if (isError) await tell('PostToolUseFailure', { ...about, tool_input: input, error: text });
    else await tell('PostToolUse', { ...about, tool_input: input, tool_response: content });
    return { verdict, result: { text, isError } };
  }

  return {
    id: common.session_id,
    start: () => tell('SessionStart', { source: 'startup' }),
    call,
    end: async () => {
      await tell('Stop', { stop_hook_active: false, last_assistant_message: 'Is there anything else I can do?' });
      await tell('SessionEnd', { reason: 'other' });
    },
  };
}
