import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findClientVersion } from '../../src/adapters/client/find-client-version.ts';

let dir: string;
beforeEach(() => {
  dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-test-')));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const versionOf = async (body: string): Promise<string | undefined> => {
  fs.writeFileSync(path.join(dir, 'claude'), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return (await findClientVersion({ PATH: `${dir}:/usr/bin:/bin` }))?.version;
};

it.skipIf(process.platform === 'win32')('is what the installed client says', async () => {
  expect(await findClientVersion({ PATH: '/nowhere' })).toBeUndefined();
  expect(await findClientVersion({})).toBeUndefined();
  expect(await versionOf('[ "$*" = --version ] && echo "2.1.332 (Claude Code)"')).toBe('2.1.332');
  expect(await versionOf('echo "3.0.0-beta.1"')).toBe('3.0.0-beta.1');
  expect(await versionOf('echo "error: 1.2.3 is broken"')).toBeUndefined();
  fs.writeFileSync(path.join(dir, 'claude'), '#!/no/such/interpreter\n');
  expect(await findClientVersion({ PATH: dir })).toBeUndefined();
});
