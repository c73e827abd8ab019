import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HookHistory, readHookHistory } from '../../src/adapters/client/hook-history.ts';
import { createStateFolder } from '../../src/adapters/state-folder.ts';

let dir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-')));
  fs.mkdirSync(at('my.project', 'sub'), { recursive: true });
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const at = (...parts: string[]): string => path.join(dir, ...parts);
const stateFolder = () => createStateFolder(at('state'));

function write(file: string, lines: readonly unknown[]): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
}

let nextCall = 0;

/** A transcript of a session with calls, as the client writes it. */
function transcript(
  sessionId: string,
  day: string,
  { cwd = at('my.project'), file = `${sessionId}.jsonl`, calls = 1 } = {},
) {
  const folder = at('home/.claude/projects', cwd.replace(/[^A-Za-z0-9]/g, '-'));
  const ids = Array.from({ length: calls }, () => {
    nextCall += 1;
    return `toolu_${nextCall}`;
  });
  const common = { sessionId, cwd, timestamp: `${day}T10:00:00.000Z` };
  const content = ids.map(id => ({ type: 'tool_use', id, name: 'Bash', input: {} }));
  write(path.join(folder, file), [
    { type: 'queue-operation', sessionId, timestamp: common.timestamp },
    { ...common, type: 'user', message: { role: 'user', content: 'go' } },
    { ...common, type: 'assistant', message: { role: 'assistant', content } },
    '{"torn":',
  ]);
}

const read = (): Promise<HookHistory> =>
  readHookHistory({ projectDir: at('my.project'), env: {}, home: at('home'), stateFolder: stateFolder() });

describe('the history of a project', () => {
  it('shows the days and the sessions without a call of the hook', async () => {
    transcript('guarded', '2026-11-28', { calls: 2 });
    transcript('guarded', '2026-11-28', { file: 'guarded/subagents/agent-1.jsonl' });
    transcript('silent', '2026-11-29', { calls: 3 });
    transcript('below', '2026-11-30', { cwd: at('my.project', 'sub') });
    write(stateFolder().auditLog, [
      { id: '1', time: '2026-11-28T11:00:00+01:00', session_id: 'guarded', tool_use_id: 'a', outcome: 'executed' },
      'torn',
      { id: '2', time: '2026-11-28T11:00:01+01:00', session_id: 'guarded', tool_use_id: 'b', outcome: 'denied' },
    ]);
    expect(await read()).toEqual({
      days: [
        { day: '2026-11-28', sessions: 1, toolCalls: 3, hookCalls: 2 },
        { day: '2026-11-29', sessions: 1, toolCalls: 3, hookCalls: 0 },
        { day: '2026-11-30', sessions: 1, toolCalls: 1, hookCalls: 0 },
      ],
      silent: [
        { sessionId: 'silent', first: '2026-11-29T10:00:00.000Z', last: '2026-11-29T10:00:00.000Z', toolCalls: 3 },
        { sessionId: 'below', first: '2026-11-30T10:00:00.000Z', last: '2026-11-30T10:00:00.000Z', toolCalls: 1 },
      ],
      since: '2026-11-28T10:00:00.000Z',
      complete: true,
    });
  });

  it('knows from the installation when a hook should have been called that never was', async () => {
    transcript('silent', '2026-11-29');
    expect((await read()).silent).toEqual([]);
    const installed = path.join(stateFolder().root, 'install.json');
    write(installed, [{}]);
    fs.utimesSync(installed, new Date('2026-11-28T00:00:00Z'), new Date('2026-11-28T00:00:00Z'));
    expect((await read()).silent).toMatchObject([{ sessionId: 'silent' }]);
  });

  it('is not that of another project whose folder is written the same way', async () => {
    transcript('other', '2026-11-29', { cwd: at('my-project') });
    transcript('sibling', '2026-11-29', { cwd: at('my.project-2') });
    expect((await read()).days).toEqual([]);
    fs.writeFileSync(at('home/.claude/projects', at('my-project').replace(/[^A-Za-z0-9]/g, '-'), 'other.jsonl'), '\n');
    expect((await read()).days).toEqual([]);
  });

  it('is made of the newest sessions where there are many', async () => {
    for (let index = 0; index < 201; index++) transcript(`s${index}`, '2026-11-29');
    const name = at('my.project').replace(/[^A-Za-z0-9]/g, '-');
    fs.utimesSync(at('home/.claude/projects', name, 's7.jsonl'), new Date(0), new Date(0));
    transcript('newer', '2026-11-30', { cwd: at('my.project', 'sub') });
    expect(await read()).toMatchObject({ days: [{ sessions: 199 }, { sessions: 1 }], complete: false });
  });

  it('is empty where there is nothing', async () => {
    expect(await read()).toEqual({ days: [], silent: [], since: undefined, complete: true });
  });
});
