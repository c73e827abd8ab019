import { expect, it } from 'vitest';
import { openLaw, packLaw, rulesFor, unpackLaw } from '../../core/law/open-law.ts';
import { compileSource } from '../compile-source.ts';
import { keepOpen } from './keep-open.ts';

const source = `hooklaw: 1
rules:
  - { id: a, kind: policy, tool: Bash, when: "input.command == 'x'", deny: a }
  - { id: b, kind: policy, deny: b, during: { from: "02:00", to: "04:00", zone: UTC } }
  - { id: c, kind: policy, tool: Write, budget: { spend: 1, limit: 3 }, deny: c }
`;

it('brings out the same rules, first and later', () => {
  const compiled = compileSource(new TextEncoder().encode(source), 'law.yaml').law;
  const stored = unpackLaw(packLaw(compiled));
  if (stored === undefined) throw new Error('it is of another format');
  const kept = keepOpen(stored);
  const opened = openLaw(compiled);
  for (const tool of ['Bash', 'Write', 'Read', 'Bash', 'Write', undefined]) {
    const seen = rulesFor(kept, 'PreToolUse', tool).map(({ full, ...head }) => ({ ...head, full: full() }));
    const wanted = rulesFor(opened, 'PreToolUse', tool).map(head => ({
      ...{ id: head.id, line: head.line, effect: head.effect, during: head.during, quick: head.quick },
      ...{ conditional: head.conditional, facts: head.facts, stateful: head.stateful, full: head.full() },
    }));
    expect(seen).toEqual(wanted);
  }
  expect(kept.placesFor('PreToolUse', 'Bash')).toBe(kept.placesFor('PreToolUse', 'Bash'));
});

it('does not remember tools without end', () => {
  const compiled = compileSource(new TextEncoder().encode(source), 'law.yaml').law;
  const kept = keepOpen(openLaw(compiled));
  const first = kept.placesFor('PreToolUse', 'Bash');
  for (let count = 0; count < 600; count++) kept.placesFor('PreToolUse', `tool-${count}`);
  expect(kept.placesFor('PreToolUse', 'Bash')).not.toBe(first);
  expect(kept.placesFor('PreToolUse', 'Bash')).toEqual(first);
});
