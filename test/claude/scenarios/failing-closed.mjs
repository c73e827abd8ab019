import fs from 'node:fs';
import { refund, touchMarker } from '../calls.mjs';
import { denied, failed } from '../compare.mjs';
import { brokenLaw, slowLaw, supportLaw } from '../laws.mjs';

const notJudged = {
  turns: [[refund(200)], [touchMarker]],
  noFiles: ['marker'],
};

export default [
  {
    name: 'a broken law lets nothing run, and says where it is broken',
    law: supportLaw,
    before: ({ lawFile }) => fs.writeFileSync(lawFile, brokenLaw),
    turns: notJudged.turns,
    expect: {
      results: [denied(/hooklaw\.yaml:[34]\b/), denied(/hooklaw\.yaml:[34]\b/)],
      noFiles: notJudged.noFiles,
      audit: [{ outcome: 'denied' }, { outcome: 'denied', tool: 'Bash' }],
      summary: { executed: 0, failed: 0, denied: 2 },
    },
  },
  {
    name: 'a law that is gone lets nothing run',
    law: supportLaw,
    before: ({ lawFile }) => fs.rmSync(lawFile),
    turns: notJudged.turns,
    expect: {
      results: [denied('hooklaw.yaml'), denied('hooklaw.yaml')],
      noFiles: notJudged.noFiles,
      audit: [{ outcome: 'denied' }, { outcome: 'denied', tool: 'Bash' }],
      summary: { executed: 0, failed: 0, denied: 2 },
    },
  },
  {
    name: 'hooklaw itself gone: nothing runs, since the wiring says `onFailure: block`',
    minClaude: '2.1.295',
    law: supportLaw,
    ownCopy: true,
    before: ({ program }) => fs.rmSync(program, { recursive: true }),
    turns: notJudged.turns,
    expect: { results: [failed(), failed()], noFiles: notJudged.noFiles },
  },
  {
    name: 'a judgement that takes too long is a denial, in time',
    law: slowLaw,
    turns: [[refund(200, { items: Array.from({ length: 3000 }, (_, index) => index) })]],
    expect: {
      results: [denied('slow')],
      hookUnderMs: 5000,
      audit: [{ outcome: 'denied' }],
      summary: { executed: 0, failed: 0, denied: 1 },
    },
  },
];
