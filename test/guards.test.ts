// Guards written wrong in the ways that are seen most, in three languages, each with its corrected twin, really run.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isError, type Problem } from '../src/core/problem/problem.ts';
import { tryFixture } from './support/self-test-fixture.ts';

const guards = path.join(import.meta.dirname, 'fixtures', 'guards');

/** The interpreter itself: what is called by its name may be a slow launcher. */
function findPython(): string {
  const found = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : 'python3';
}

const programs: Readonly<Record<string, string>> = { bash: 'bash', python: findPython(), node: 'node' };

/** The code that each fault has to be found as. */
const codes: Readonly<Record<string, string>> = {
  'exit-1': 'hook/exit-1',
  'print-and-exit-0': 'hook/says-blocked',
  'no-event-name': 'hook/event-name',
  'catches-own-error': 'hook/swallowed-error',
};

/** Self-tests a project whose only guard is the given file. */
async function tryGuard(program: string, file: string): Promise<{ errors: readonly Problem[]; blocked: number }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-guard-'));
  try {
    const claude = path.join(folder, 'project', '.claude');
    fs.mkdirSync(claude, { recursive: true });
    const name = `guard${path.extname(file)}`;
    fs.copyFileSync(file, path.join(claude, name));
    const entry = { type: 'command', command: `${program} "$CLAUDE_PROJECT_DIR"/.claude/${name}`, timeout: 30 };
    const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] } };
    fs.writeFileSync(path.join(claude, 'settings.json'), JSON.stringify(settings, null, 2));
    let seen: { errors: readonly Problem[]; blocked: number } = { errors: [], blocked: 0 };
    await tryFixture(folder, ({ report }) => {
      seen = { errors: report.findings.filter(isError), blocked: report.hooks[0]?.tally?.blocked ?? 0 };
    });
    return seen;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

for (const language of Object.keys(programs)) {
  const program = programs[language] ?? language;
  const missing = spawnSync(program, ['--version']).error !== undefined;
  describe.skipIf(missing)(`a guard in ${language}${missing ? ` (skipped: there is no ${program} here)` : ''}`, () => {
    it.each(Object.entries(codes))('%s', { timeout: 120_000 }, async (fault, code) => {
      const fileOf = (name: string): string => {
        const folder = path.join(guards, language, fault);
        return path.join(folder, fs.readdirSync(folder).find(file => file.startsWith(`${name}.`)) ?? name);
      };
      const wrong = await tryGuard(program, fileOf('wrong'));
      const found = wrong.errors.map(problem => problem.code).filter(name => name.startsWith('hook/'));
      expect(found).toEqual([code]);
      expect(wrong.blocked).toBe(0);
      const right = await tryGuard(program, fileOf('right'));
      expect(right.errors).toEqual([]);
      expect(right.blocked).toBeGreaterThan(0);
    });
  });
}
