import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { ProcessResult, Sandbox } from './hook-process.ts';

/** A command as it is typed, what it printed, and how it ended; the sandbox's folder is written as `$DIR`. */
export function renderTranscript(
  args: readonly string[],
  { exit, stdout, stderr }: Pick<ProcessResult, 'exit' | 'stdout' | 'stderr'>,
  { dir }: Pick<Sandbox, 'dir'>,
): string {
  const section = (name: string, text: string): string =>
    text === '' ? '' : `--- ${name}\n${text}${text.endsWith('\n') ? '' : '\n'}`;
  const shown = args.map(arg => (/^[\w./:=-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ');
  const text = `$ hooklaw ${shown}\n${section('stdout', stdout)}${section('stderr', stderr)}--- exit ${exit}\n`;
  return text.replaceAll(fs.realpathSync(dir), '$DIR').replaceAll(dir, '$DIR');
}

/** Compares a transcript with its file; with UPDATE=1 it writes the file first. */
export function expectTranscript(folder: string, id: string, transcript: string): void {
  const file = path.join(folder, `${id}.txt`);
  if (process.env['UPDATE'] !== undefined) fs.writeFileSync(file, transcript);
  expect(transcript).toBe(fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : `there is no ${id}.txt`);
}
