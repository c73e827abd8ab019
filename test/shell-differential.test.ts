import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { compare, readAt } from './support/shell-differential/compare.ts';
import { scripts } from './support/shell-differential/generate.ts';
import { canRunBash, createSandbox } from './support/shell-differential/sandbox.ts';

/** How many texts are tried, and from which seed; `node scripts/shell-differential.mjs` sets both. */
const count = Number(process.env['SHELL_DIFFERENTIAL_COUNT'] ?? 200);
const seed = Number(process.env['SHELL_DIFFERENTIAL_SEED'] ?? 20_261_130);

describe.skipIf(!canRunBash())('the analysis of a shell text, beside the real bash', () => {
  const sandbox = createSandbox();
  afterAll(() => sandbox.remove());

  it(
    'sees every call that bash makes, or says that it cannot know',
    async () => {
      const texts = fc.sample(scripts, { seed, numRuns: count });
      const misses: string[] = [];
      let called = 0;
      let unknown = 0;
      const next = texts.values();
      const work = async (): Promise<void> => {
        for (const text of next) {
          const run = await sandbox.run(text);
          const { calls, work: folder, home } = run;
          const found = compare(readAt(text, folder, home), run);
          called += calls.length;
          if (found.saidUnknown) unknown++;
          for (const miss of found.misses)
            misses.push(`${JSON.stringify(miss.words)} in ${miss.cwd.slice(folder.length)} of\n${text}`);
        }
      };
      await Promise.all([work(), work()]);
      if (process.env['SHELL_DIFFERENTIAL_COUNT'] !== undefined)
        console.log(
          `seed ${String(seed)}: ${String(count)} texts, ${String(called)} calls, ${String(unknown)} said to be unknown`,
        );
      expect(misses.slice(0, 20).join('\n---\n')).toBe('');
      // What says nothing but unknown could miss nothing.
      expect(called).toBeGreaterThan(count);
      expect(unknown).toBeLessThan(count / 2);
    },
    30 * 60_000,
  );
});
