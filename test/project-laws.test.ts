import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileSource } from '../src/adapters/compile-source.ts';
import type { LawFile } from '../src/adapters/law-files.ts';
import { loadFoundLaws } from '../src/adapters/laws-in-force.ts';
import { createStateFolder } from '../src/adapters/state-folder.ts';
import type { LawInForce } from '../src/core/decision/decide.ts';
import type { Layer } from '../src/core/decision/decision.ts';
import { openLaw } from '../src/core/law/open-law.ts';
import { Sandbox } from './support/hook-process.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-layers-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const rule = 'rules: [{ id: a, kind: policy, tool: Bash, deny: no }]\n';

function put(layer: Layer, more = ''): LawFile {
  const file = path.join(dir, `${layer}.yaml`);
  fs.writeFileSync(file, `hooklaw: 1\n${more}${rule}`);
  return { layer, file };
}

function load(files: readonly LawFile[]): Promise<LawInForce[]> {
  const folder = createStateFolder(path.join(dir, 'state'));
  return loadFoundLaws(
    files,
    { named: undefined, project: dir, env: { HOME: dir }, platform: 'linux', folder, userFolder: folder },
    {
      compile: (bytes, file) => Promise.resolve(openLaw(compileSource(bytes, file).law)),
      approveAtFirstUse: true,
      onFault: () => undefined,
    },
  );
}

const forbid = 'project_laws: forbidden\n';

it('a managed law that forbids them leaves the laws of projects and named ones unread, and says which', async () => {
  const files = [put('managed', forbid), put('user'), put('named'), put('project')];
  const laws = await load(files);
  expect(laws.map(({ layer }) => layer)).toEqual(['managed', 'user']);
  expect(laws[0]?.shutOut).toEqual([path.join(dir, 'named.yaml'), path.join(dir, 'project.yaml')]);
});

it('a broken law of a project does no harm where it is not read', async () => {
  const files = [put('managed', forbid), put('project', 'nonsense: 1\n')];
  expect((await load(files)).map(({ layer }) => layer)).toEqual(['managed']);
});

it('an approved law of a project, gone since, does not come back', async () => {
  const project = put('project');
  expect(await load([put('managed'), project])).toHaveLength(2);
  fs.rmSync(project.file);
  expect(await load([put('managed')])).toHaveLength(2);
  expect(await load([put('managed', forbid)])).toHaveLength(1);
});

it('all laws count where nothing is forbidden', async () => {
  const files = [put('managed', 'project_laws: allowed\n'), put('user'), put('project', 'project_laws: allowed\n')];
  expect(await load(files)).toHaveLength(3);
});

it.each(['user', 'named', 'project'] as const)('a %s law cannot forbid them', async layer => {
  await expect(load([put(layer, forbid)])).rejects.toThrow('only a managed law can forbid project laws');
});

it('the hook denies by such a law, and validate says why', async () => {
  const sandbox = new Sandbox();
  try {
    const file = sandbox.write('law.yaml', `hooklaw: 1\n${forbid}${rule}`);
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: '/x' } };
    const { exit, stderr } = await sandbox.hook(['PreToolUse', '--law', file], event);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('only a managed law')]);
    const validated = await sandbox.run(['validate', file, '--state-dir', sandbox.state]);
    expect(validated.stdout).toContain('[law/managed-only]');
    expect(validated.exit).not.toBe(0);
  } finally {
    sandbox.remove();
  }
});
