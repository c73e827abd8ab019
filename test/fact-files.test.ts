import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FactSandbox } from './support/facts.ts';
import { Sandbox } from './support/hook-process.ts';

let sandbox: Sandbox;
let facts: FactSandbox;
beforeEach(() => {
  sandbox = new Sandbox();
  facts = new FactSandbox(sandbox);
});
afterEach(() => sandbox.remove());

const at = (name: string): string => path.join(sandbox.dir, name);
const inProject = expect.stringContaining('lies in the project');
const posix = it.skipIf(process.platform === 'win32');
const asRoot = it.skipIf(process.getuid?.() !== 0);

describe('a fact from a file', () => {
  it('is read from JSON or YAML, by its ending', async () => {
    facts.write('law/facts.json', '\uFEFF{"user":{"tier":"free","roles":["a","b"],"a/b":1}}');
    facts.write('law/facts.yaml', '# of the session\nuser:\n  tier: premium\n  roles: [x]\n  since: 2026-01-02\n');
    expect(
      await facts.resolve({
        json: '{ file: facts.json, pointer: /user/tier }',
        role: '{ file: ./facts.json, pointer: /user/roles/1 }',
        slash: '{ file: facts.json, pointer: /user/a~1b, type: number }',
        yaml: '{ file: facts.yaml, pointer: /user/tier, one_of: [free, premium] }',
        list: '{ file: facts.yaml, pointer: /user/roles, type: list }',
        date: '{ file: facts.yaml, pointer: /user/since, type: string }',
        whole: '{ file: facts.json, type: object }',
      }),
    ).toEqual({
      json: { value: 'free' },
      role: { value: 'b' },
      slash: { value: 1 },
      yaml: { value: 'premium' },
      list: { value: ['x'] },
      date: { value: '2026-01-02' },
      whole: { value: { user: { tier: 'free', roles: ['a', 'b'], 'a/b': 1 } } },
    });
  });

  it('is null where nothing is and nothing need be, and a failure otherwise', async () => {
    facts.write('law/facts.json', '{"tier":"gold"}');
    expect(
      await facts.resolve({
        optional: '{ file: facts.json, pointer: /user, required: false }',
        needed: '{ file: facts.json, pointer: /user }',
        inherited: '{ file: facts.json, pointer: /constructor }',
        other: '{ file: facts.json, pointer: /tier, one_of: [free] }',
        typed: '{ file: facts.json, pointer: /tier, type: number }',
      }),
    ).toEqual({
      optional: { value: null },
      needed: { failure: 'the source has no value' },
      inherited: { failure: 'the source has no value' },
      other: { failure: 'the value is none of "free"' },
      typed: { failure: 'the value is not a number' },
    });
  });

  it('says what is wrong with a file that cannot be used', async () => {
    facts.write('law/broken.json', '{"tier":');
    facts.write('law/broken.yaml', 'a: [');
    facts.write('law/twice.yaml', 'tier: free\ntier: premium\n');
    facts.write('law/infinite.yaml', 'limit: .inf\n');
    facts.write('law/large.yaml', `x: ${'a'.repeat(300_000)}\n`);
    facts.write('law/bombs.yaml', `a: &a [x, x]\nb: &b [${'*a, '.repeat(60)}]\nc: [${'*b, '.repeat(60)}]\n`);
    fs.writeFileSync(facts.write('law/latin.json', ''), Buffer.from([0x22, 0xe9, 0x22]));
    fs.mkdirSync(at('law/folder.json'), { mode: 0o755 });
    const resolved = await facts.resolve({
      missing: '{ file: missing.json, required: false }',
      json: '{ file: broken.json }',
      yaml: '{ file: broken.yaml }',
      twice: '{ file: twice.yaml, pointer: /tier }',
      infinite: '{ file: infinite.yaml, pointer: /limit }',
      large: '{ file: large.yaml, pointer: /x }',
      bombs: '{ file: bombs.yaml }',
      latin: '{ file: latin.json }',
      folder: '{ file: folder.json }',
    });
    expect(resolved).toEqual({
      missing: { failure: 'its source `missing.json` cannot be read (ENOENT)' },
      json: { failure: '`broken.json` is not JSON' },
      yaml: { failure: expect.stringContaining('`broken.yaml` is not YAML') },
      twice: { failure: expect.stringContaining('`twice.yaml` is not YAML') },
      infinite: { failure: expect.stringContaining('`infinite.yaml` is not YAML') },
      large: { failure: expect.stringContaining('larger than') },
      bombs: { failure: expect.stringContaining('`bombs.yaml` is not YAML') },
      latin: { failure: '`latin.json` is not UTF-8' },
      folder: { failure: 'its source `folder.json` is a folder' },
    });
  });
});

describe('a file that the agent could write', () => {
  it('is refused when it lies in the project, unless the law says why that is all right', async () => {
    const file = facts.write('proj/sub/facts.json', '"free"');
    const why = await facts.one(`{ file: ${file} }`);
    expect(why).toEqual(inProject);
    expect(why).toContain('move it out of the project');
    expect(why).toContain('`untrusted_ok: <reason>`');
    expect(await facts.one('{ file: ../proj/sub/facts.json }')).toEqual(inProject);
    expect(await facts.one(`{ file: ${file}, untrusted_ok: only our own agents run here }`)).toBe('free');
  });

  it('is accepted beside the project, also where the name only starts alike', async () => {
    expect(await facts.one(`{ file: ${facts.write('project/facts.json', '"free"')} }`)).toBe('free');
    expect(await facts.one(`{ file: ${facts.write('proj-facts.json', '"free"')} }`)).toBe('free');
  });

  it("is refused beside a law that was found in a project, though the agent's own is another", async () => {
    facts.write('above/facts.json', '"free"');
    facts.write('above/.claude/x.json', '{}');
    const beside = { layer: 'project', lawFolder: 'above' } as const;
    expect(await facts.one('{ file: facts.json }', beside)).toEqual(inProject);
    expect(await facts.one('{ file: ../facts.json }', { ...beside, lawFolder: 'above/.claude' })).toEqual(inProject);
    expect(await facts.one('{ file: facts.json }', { ...beside, layer: 'user' })).toBe('free');
  });

  posix('is refused when a link leads into the project, out of it, or by way of it', async () => {
    const [inside, outside] = [facts.write('proj/facts.json', '"free"'), facts.write('own/facts.json', '"free"')];
    fs.symlinkSync(inside, at('own/to-project.json'));
    fs.symlinkSync(outside, at('proj/from-project.json'));
    fs.symlinkSync(at('proj/from-project.json'), at('own/through-project.json'));
    fs.symlinkSync('../own', at('proj/folder'));
    fs.symlinkSync(outside, at('own/harmless.json'));
    for (const name of ['own/to-project.json', 'proj/from-project.json', 'own/through-project.json']) {
      expect([name, await facts.one(`{ file: ${at(name)} }`)]).toEqual([name, inProject]);
    }
    expect(await facts.one(`{ file: ${at('proj/folder/facts.json')} }`)).toEqual(inProject);
    expect(await facts.one(`{ file: ${at('own/harmless.json')} }`)).toBe('free');
  });

  posix('is no endless chain of links', async () => {
    facts.write('own/x', '');
    fs.symlinkSync('b.json', at('own/a.json'));
    fs.symlinkSync('a.json', at('own/b.json'));
    expect(await facts.one(`{ file: ${at('own/a.json')} }`)).toContain('ELOOP');
  });

  posix('is refused when its group or everybody can write it', async () => {
    for (const mode of [0o664, 0o646, 0o666]) {
      const file = facts.write('own/facts.json', '"free"', mode);
      const why = await facts.one(`{ file: ${file} }`);
      expect(why).toContain(`others can write \`${fs.realpathSync(file)}\` (mode ${mode.toString(8)})`);
      expect(why).toContain('chmod go-w');
    }
    const file = facts.write('own/facts.json', '"free"', 0o666);
    expect(await facts.one(`{ file: ${file}, untrusted_ok: the group is our own }`)).toBe('free');
  });

  posix('is refused when others can put another in its place, at any level', async () => {
    const file = facts.write('own/deep/facts.json', '"free"');
    for (const folder of ['own/deep', 'own']) {
      fs.chmodSync(at(folder), 0o775);
      const why = await facts.one(`{ file: ${file} }`);
      expect(why).toContain(`others can write in the folder \`${fs.realpathSync(at(folder))}\` (mode 775)`);
      fs.chmodSync(at(folder), 0o755);
    }
    expect(await facts.one(`{ file: ${file} }`)).toBe('free');
  });

  posix('is refused when the folder of a link on the way is open to others', async () => {
    facts.write('open/x', '');
    fs.symlinkSync(facts.write('own/facts.json', '"free"'), at('open/link.json'));
    fs.symlinkSync(at('open/link.json'), at('own/link.json'));
    expect(await facts.one(`{ file: ${at('own/link.json')} }`)).toBe('free');
    fs.chmodSync(at('open'), 0o777);
    expect(await facts.one(`{ file: ${at('own/link.json')} }`)).toContain('others can write in the folder');
  });

  posix('is accepted in a folder such as /tmp, where only its owner can replace it', async () => {
    const file = facts.write('shared/facts.json', '"free"');
    fs.chmodSync(at('shared'), 0o1777);
    expect(await facts.one(`{ file: ${file} }`)).toBe('free');
  });

  asRoot('is refused there when it belongs to another user, who was merely the first', async () => {
    const file = facts.write('shared/facts.json', '"free"');
    fs.chmodSync(at('shared'), 0o1777);
    fs.chownSync(file, 54_321, 54_321);
    expect(await facts.one(`{ file: ${file} }`)).toContain('belongs to another user');
  });

  posix('is no pipe that holds everything up', async () => {
    facts.write('own/x', '');
    execFileSync('mkfifo', ['-m', '600', at('own/pipe.json')]);
    expect(await facts.one(`{ file: ${at('own/pipe.json')} }`)).toContain('is not a regular file');
  });
});
