// Checks the single executable: that it says what the Node build says, and that nothing around it can switch it off.
// usage: node scripts/test-exe.mjs [NAME_PATTERN]

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { explainChecks } from '../test/exe/explain.mjs';
import { hostileChecks } from '../test/exe/hostile.mjs';
import { sameAsNodeChecks } from '../test/exe/same-as-node.mjs';
import { serveChecks } from '../test/exe/serve.mjs';
import { sharedStateChecks } from '../test/exe/shared-state.mjs';
import { streamChecks } from '../test/exe/streams.mjs';
import { compileExecutable } from './exe/build-executable.mjs';
import { isSupported, platformName } from './exe/bun-package.mjs';
import { executableProgram, nodeProgram, root } from './shared/hooklaw-program.mjs';
import { cacheFolder } from './shared/npm-package.mjs';

async function problemOf(check) {
  try {
    return await check.run();
  } catch (error) {
    return error.message;
  }
}

async function runChecks(checks) {
  let failed = 0;
  for (const check of checks) {
    const problem = await problemOf(check);
    if (problem === undefined) continue;
    failed += 1;
    console.log(`FAILED ${check.name}: ${problem}`);
  }
  return { passed: checks.length - failed, failed };
}

/** Every decision fixture through the executable's hook and server. */
function parityCheck({ command }) {
  return {
    name: 'parity: every decision fixture, hook and server (test/parity.test.ts)',
    run() {
      const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/parity.test.ts'], {
        cwd: root,
        env: { ...process.env, HOOKLAW_EXECUTABLE: command },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      return status === 0 ? undefined : `ended with exit code ${status}`;
    },
  };
}

function allChecks() {
  const unhardenedFile = path.join(cacheFolder, 'unhardened', 'hooklaw');
  compileExecutable(unhardenedFile, { hardened: false });
  const executable = executableProgram();
  const node = nodeProgram();
  const unhardened = executableProgram(unhardenedFile);
  return [
    ...sameAsNodeChecks({ executable, node }),
    ...hostileChecks({ executable, unhardened }),
    ...sharedStateChecks({ executable, node }),
    ...serveChecks({ executable, node }),
    parityCheck(executable),
    ...explainChecks(executable),
    ...streamChecks([executable, node]),
  ];
}

if (isSupported()) {
  const wanted = new RegExp(process.argv[2] ?? '');
  const { passed, failed } = await runChecks(allChecks().filter(({ name }) => wanted.test(name)));
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
} else {
  console.log(`test-exe: skipped, there is no executable for ${platformName()}`);
  console.log('0 passed, 0 failed, 1 skipped');
}
