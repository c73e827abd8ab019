import fs from 'node:fs';
import path from 'node:path';
import { hostileEnvironments, layHostileEnvironment } from '../../scripts/exe/hostile-environments.mjs';
import { deniedCall } from './denial.mjs';
import { hookWords, plainEnvironment, refusalProblem, runProgram, temporaryFolder } from './run-hook.mjs';

function denyIn(program, hostile) {
  const folder = temporaryFolder();
  const added = layHostileEnvironment(hostile, folder);
  const result = runProgram(program, hookWords(deniedCall.event, deniedCall.law, path.join(folder, 'state')), {
    input: deniedCall.input,
    cwd: folder,
    env: { ...plainEnvironment(folder), ...added },
  });
  const left = hostile.leaves !== undefined && fs.existsSync(path.join(folder, hostile.leaves));
  return { ...result, left: left ? hostile.leaves : undefined };
}

/** In every hostile environment the executable must deny, with the very same words, and leave nothing behind. */
export function hostileChecks({ executable, unhardened }) {
  const plain = JSON.stringify(denyIn(executable, {}));
  const withstands = hostile => ({
    name: `denies in spite of ${hostile.name}`,
    run() {
      const result = denyIn(executable, hostile);
      if (JSON.stringify(result) === plain) return undefined;
      return refusalProblem(result) ?? `denies, but differently: ${JSON.stringify(result).slice(0, 400)}`;
    },
  });
  const matters = hostile => ({
    name: `an unhardened executable does not withstand ${hostile.name}`,
    run: () =>
      JSON.stringify(denyIn(unhardened, hostile)) === plain ? 'it does: the check above proves nothing' : undefined,
  });
  return hostileEnvironments.flatMap(hostile => [withstands(hostile), ...(hostile.proven ? [matters(hostile)] : [])]);
}
