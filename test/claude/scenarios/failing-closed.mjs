import fs from 'node:fs';
import path from 'node:path';
import { refund, touchMarker } from '../calls.mjs';
import { denied, failed } from '../compare.mjs';
import { brokenLaw, limitLaw, slowLaw } from '../laws.mjs';

const harmless = [[refund(200)], [touchMarker]];

/** What is left of two harmless calls that could not be judged. */
const nothingRan = cause => ({
  results: [denied(cause), denied(cause)],
  noFiles: ['marker'],
  audit: [
    { outcome: 'denied', tool: refund(200).name, input: refund(200).input },
    { outcome: 'denied', tool: 'Bash' },
  ],
  summary: { executed: 0, failed: 0, denied: 2 },
  errors: cause,
});

export default [
  {
    name: 'a broken law lets nothing run, and says where it is broken',
    law: limitLaw,
    before: ({ lawFile }) => fs.writeFileSync(lawFile, brokenLaw),
    turns: harmless,
    expect: nothingRan(/hooklaw\.yaml:[34]:/),
  },
  {
    name: 'a law that is gone lets nothing run',
    law: limitLaw,
    before: ({ lawFile }) => fs.rmSync(lawFile),
    turns: harmless,
    expect: nothingRan(/hooklaw\.yaml: the law file is missing/),
  },
  {
    name: 'hooklaw itself gone: nothing runs, since the wiring says `onFailure: block`',
    minClaude: '2.1.295',
    law: limitLaw,
    ownCopy: true,
    before: ({ program }) => fs.rmSync(program, { recursive: true }),
    turns: harmless,
    expect: { results: [failed(), failed()], noFiles: ['marker'] },
  },
  {
    name: 'a program that is not whole: nothing runs, and the model reads why',
    programs: ['node'],
    law: limitLaw,
    ownCopy: true,
    before: ({ program }) => fs.rmSync(path.join(program, 'dist'), { recursive: true }),
    turns: harmless,
    expect: {
      results: [denied('hooklaw could not start'), denied('hooklaw could not start')],
      noFiles: ['marker'],
    },
  },
  {
    name: 'a state folder that cannot be made does not switch the law off',
    law: limitLaw,
    before: ({ stateDir }) => {
      fs.rmSync(stateDir, { recursive: true, force: true });
      fs.writeFileSync(stateDir, 'not a folder');
    },
    turns: [[refund(2000)]],
    expect: { results: [denied()] },
  },
  {
    name: 'a judgement that takes too long is a denial, in time',
    law: slowLaw,
    turns: [[refund(200, { items: Array.from({ length: 3000 }, (_, index) => index) })]],
    expect: {
      results: [denied('slow')],
      hookUnderMs: 5000,
      audit: [{ outcome: 'denied', tool: refund(200).name }],
      summary: { executed: 0, failed: 0, denied: 1 },
      errors: 'took longer than 1000 ms',
    },
  },
];
