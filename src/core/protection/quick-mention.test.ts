import { expect, it } from 'vitest';
import { mayConcernGuard, maySet, namesGuard, telltaleNames } from './quick-mention.ts';

const names = telltaleNames(['/home/u/.local/state/hooklaw/shop-1a2b3c4d5e6f', '/home/u/.local/state/hooklaw']);
const concerns = (command: string): boolean => mayConcernGuard(command, { names });

it.each([
  'ls -la',
  'git status',
  'git diff HEAD~1 -- src/index.ts',
  'git add -A && git commit -m "Fix the build"',
  'npm test 2>&1 | tail -20',
  'npx vitest run test/a.test.ts >/dev/null',
  'cat package.json | head -5',
  'grep -rn "TODO" src',
  'node scripts/build.mjs',
  'python3 -m pytest -q',
  'cd src && ls',
  'echo done',
])('`%s` costs nothing more than this look', command => {
  expect([concerns(command), maySet(command)]).toEqual([false, false]);
});

it.each([
  'cat ~/.claude/settings.json',
  'HOOKLAW approve',
  'hook"law" approve',
  'hook\\\nlaw approve',
  'rm -rf ~/.l*',
  'rm $x',
  "$'\\x72m' y",
  '$(printf rm) x',
  'ls; "$x" y',
  'echo x > "$y"',
  'rm -rf data-shop-1a2b3c4d5e6f',
])('`%s` is looked at', command => {
  expect(concerns(command)).toBe(true);
});

it.each(['rm data', 'cp a b', 'echo x > a', 'git checkout -- a', 'sed -i s/a/b/ c', 'find . -delete'])(
  'the words of `%s` are followed on the disk',
  command => {
    expect(maySet(command)).toBe(true);
  },
);

// Before this look nothing is judged and no deadline can cut in: a client that runs out of patience lets the call run.
it.each(['git ', '>', '1>', '> ', '\n', '; ', 'then ', 'hooklaw', 'hooklaw ', '$', 'sudo\n', '"', '\\'])(
  'a long command of %j takes no time that grows faster than it',
  piece => {
    const command = piece.repeat(100_000);
    const start = performance.now();
    concerns(command);
    maySet(command);
    namesGuard(command);
    expect(performance.now() - start).toBeLessThan(2_000);
  },
);

it.each(['git -C a checkout -- b', 'ls; git stash', 'echo x>>$a', 'echo x >& $y', 'true ||\n  $x y', 'x=1;\t$y z'])(
  '`%s` is still seen',
  command => {
    expect(concerns(command) || maySet(command)).toBe(true);
  },
);
