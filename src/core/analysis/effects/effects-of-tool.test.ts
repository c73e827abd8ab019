import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json-value.ts';
import { compilePlace, touchesAny } from '../path/place.ts';
import type { Surroundings } from '../surroundings.ts';
import { effectsOfTool } from './effects-of-tool.ts';

const surroundings: Surroundings = {
  cwd: '/srv/app/src',
  home: '/home/u',
  project: '/srv/app',
  temporary: ['/tmp'],
  platform: 'posix',
  env: () => undefined,
  observer: { real: path => path, text: () => undefined },
};

/** Whether a call of a tool does something at a place. */
function does(kind: 'read' | 'write' | 'delete', place: string, tool: string, input: JsonObject): boolean {
  const effects = effectsOfTool(tool, input, surroundings);
  return (effects?.files ?? []).some(
    effect => effect.kind === kind && touchesAny(effect, [compilePlace(place, surroundings)]),
  );
}

describe('effectsOfTool', () => {
  it.each([
    ['read', '**/.env', 'Read', { file_path: '/srv/app/.env' }, true],
    ['read', '~/.ssh/**', 'Read', { file_path: '~/.ssh/id_rsa' }, true],
    ['read', '**/.env', 'Read', { file_path: '../.env' }, true],
    ['write', '**/.env', 'Read', { file_path: '/srv/app/.env' }, false],
    ['read', '**/.env', 'Edit', { file_path: '/srv/app/.env' }, true],
    ['write', '**/.env', 'Edit', { file_path: '/srv/app/.env' }, true],
    ['write', '**/.env', 'MultiEdit', { file_path: '/srv/app/.env', edits: [] }, true],
    ['write', '**/.env', 'Write', { file_path: '/srv/app/.env', content: '' }, true],
    ['read', '**/.env', 'Write', { file_path: '/srv/app/.env', content: '' }, false],
    ['write', '**/*.ipynb', 'NotebookEdit', { notebook_path: '/srv/app/a.ipynb' }, true],
    ['read', '**/.env', 'Grep', { pattern: 'KEY', path: '/srv/app/.env' }, true],
    ['read', '**/.env', 'Grep', { pattern: '.env' }, false],
    ['read', '**/.env', 'Grep', { pattern: 'KEY', path: '/srv/app' }, false],
    ['read', '~/.ssh/**', 'Grep', { pattern: 'KEY', path: '/home/u' }, true],
    ['read', '**/.env*', 'Grep', { pattern: 'KEY', glob: '{.env.local,zzz.ts}' }, true],
    ['read', '**/.env', 'Grep', { pattern: 'KEY', glob: '.e*' }, true],
    ['read', '**/.env', 'Grep', { pattern: 'KEY', glob: '**/.env' }, true],
    ['read', '**/.env', 'Grep', { pattern: 'KEY', glob: '*.ts' }, false],
    ['read', '**/.env', 'Grep', { pattern: 'KEY', glob: '!.env' }, false],
    ['read', '**/.env', 'Grep', { pattern: 'KEY', glob: '*.{ts,tsx}' }, false],
    ['read', '**/.env', 'Glob', { pattern: '**/.env' }, false],
    ['read', '**/.env', 'LS', { path: '/srv/app/.env' }, false],
  ] as const)('%s %s by %s of %j: %j', (kind, place, tool, input, expected) => {
    expect(does(kind, place, tool, input)).toBe(expected);
  });

  it('knows whom the client fetches from', () => {
    expect(effectsOfTool('WebFetch', { url: 'https://x.test/a', prompt: 'x' }, surroundings)?.network).toEqual([
      { address: 'https://x.test/a', sends: false, files: [] },
    ]);
  });

  it('says nothing about tools that it does not know', () => {
    expect(effectsOfTool('mcp__files__read', { path: '/srv/app/.env' }, surroundings)).toBeUndefined();
    expect(effectsOfTool('toString', {}, surroundings)).toBeUndefined();
  });

  it('takes odd input for no file', () => {
    expect(effectsOfTool('Read', { file_path: 3 }, surroundings)?.files).toEqual([]);
  });
});
