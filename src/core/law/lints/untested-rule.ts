import type { Finding, LawLint, LintedLaw } from '../linted-law.ts';

const expectation = {
  deny: (id: string) => `{ deny: ${id} }`,
  ask: (id: string) => `{ ask: ${id} }`,
  block: (id: string) => `{ block: ${id} }`,
  warn: (id: string) => `{ warn: ${id} }`,
  rewrite: () => '{ rewrite: … }',
  allow: () => 'allow',
  notify: () => 'silent',
} as const;

function find({ document, rules, tested }: LintedLaw): Finding[] {
  if (tested === undefined || (document.tests ?? []).length === 0) return [];
  return rules
    .filter(({ id }) => !tested.has(id))
    .map(({ id, path, effect }) => ({
      path: [...path, 'id'],
      message: `no test makes the rule \`${id}\` fire`,
      help: `add a test with \`expect: ${expectation[effect](id)}\``,
    }));
}

/** Rules that no test of the law fires; of a law without tests nothing is said here. */
export const untestedRule: LawLint = { code: 'law/untested-rule', find };
