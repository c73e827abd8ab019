import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { approveAtFirstUse, readApproval } from './approvals.ts';
import { createStateFolder } from './state-folder.ts';

it('a law found at first use never takes the place of an approval that another process has kept', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-approvals-'));
  try {
    const folder = createStateFolder(dir);
    approveAtFirstUse(folder, 'user', '/law.yaml', undefined, Buffer.from('first'));
    const first = readApproval(folder, 'user', '/law.yaml');
    approveAtFirstUse(folder, 'user', '/law.yaml', undefined, Buffer.from('second'));
    expect(first).toBeDefined();
    expect(readApproval(folder, 'user', '/law.yaml')).toEqual(first);
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
});
