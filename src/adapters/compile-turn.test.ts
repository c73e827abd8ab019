import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTurn } from './compile-turn.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-turn-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('what several need at once', () => {
  it('is made by one of them, and all others get it from there', async () => {
    const turn = path.join(folder, 'a', 'law.turn');
    let made = 0;
    let kept: string | undefined;
    const need = (): Promise<string> =>
      inTurn<string>(
        turn,
        () => kept,
        async () => {
          made += 1;
          await new Promise(resolve => setTimeout(resolve, 100));
          kept = 'the law';
          return 'the law';
        },
      );
    expect(await Promise.all([need(), need(), need()])).toEqual(['the law', 'the law', 'the law']);
    expect(made).toBe(1);
    expect(fs.existsSync(turn)).toBe(false);
  });

  it('is made by the others, too, when the one that had the turn has failed', async () => {
    const turn = path.join(folder, 'law.turn');
    let tries = 0;
    const need = (): Promise<string> =>
      inTurn<string>(
        turn,
        () => undefined,
        () => {
          tries += 1;
          return tries === 1 ? Promise.reject(new Error('broken')) : Promise.resolve('made');
        },
      );
    const both = await Promise.allSettled([need(), need()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('is made at once where no turn can be taken', async () => {
    const file = path.join(folder, 'no-folder');
    fs.writeFileSync(file, '');
    const made = await inTurn(
      path.join(file, 'law.turn'),
      () => undefined,
      () => Promise.resolve('made'),
    );
    expect(made).toBe('made');
  });
});
