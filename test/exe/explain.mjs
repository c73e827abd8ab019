import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/shared/hooklaw-program.mjs';
import { readProblemPages } from '../../scripts/shared/problem-pages.mjs';
import { plainEnvironment, runProgram, temporaryFolder } from './run-hook.mjs';

/** The executable has no folder of documents beside it: it must carry every page, as it stands. */
export function explainChecks(executable) {
  const folder = temporaryFolder();
  const run = words => runProgram(executable, words, { cwd: folder, env: plainEnvironment(folder) });
  const pages = Object.entries(readProblemPages(root)).map(([code, page]) => ({
    name: `explains ${code}`,
    run() {
      const { status, stdout, stderr } = run(['explain', code, '--format', 'json']);
      if (status !== 0) return `exit ${status}: ${stderr}`;
      return JSON.parse(stdout).markdown === page ? undefined : 'the page is another than that of docs/problems';
    },
  }));
  const rendered = {
    name: 'lays a page out',
    run() {
      const { status, stdout } = run(['explain', 'law/no-context']);
      return status === 0 && stdout.includes('How to mend it\n') ? undefined : `exit ${status}: ${stdout}`;
    },
  };
  const rule = {
    name: 'explains a rule',
    run() {
      const law = path.join(root, 'examples', 'support', 'hooklaw.yaml');
      fs.copyFileSync(law, path.join(folder, 'hooklaw.yaml'));
      const { status, stdout } = run(['explain', 'refund-limit']);
      return status === 0 && stdout.includes('input.amount > 500') ? undefined : `exit ${status}: ${stdout}`;
    },
  };
  return [...pages, rendered, rule];
}
