import fs from 'node:fs';
import path from 'node:path';
import { bash, caseFile } from '../calls.mjs';
import { denied, ran } from '../compare.mjs';
import { promptLaw, stopLaw, tierFileLaw } from '../laws.mjs';

export default [
  {
    name: 'the context is frozen: a customer is not upgraded in the middle of a session',
    law: tierFileLaw,
    before: ({ work }) => fs.writeFileSync(path.join(work, 'session.json'), '{"tier":"free"}'),
    turns: [[caseFile], [bash(`echo '{"tier":"premium"}' > ../session.json`)], [caseFile]],
    expect: {
      results: [denied('Free-tier users'), ran(), denied('Free-tier users')],
      audit: [
        { outcome: 'denied', rule: 'no-case-files-on-free' },
        { outcome: 'executed', tool: 'Bash' },
        { outcome: 'denied', rule: 'no-case-files-on-free' },
      ],
      summary: { executed: 1, failed: 0, denied: 2 },
    },
  },
  {
    name: 'a prompt that the law rejects never reaches the model',
    law: promptLaw,
    turns: [],
    expect: {
      final: 'The desk is closed today.',
      requests: 0,
      results: [],
    },
  },
  {
    name: 'a session that must not end yet goes on, once',
    law: stopLaw,
    turns: [],
    expect: {
      requests: 2,
      results: [],
      modelReads: ['Say goodbye to the customer first.'],
      summary: { executed: 0, failed: 0, denied: 0 },
    },
  },
];
