import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompiledLaw, CompiledRule } from './compiled-law.ts';
import { type OpenLaw, openLaw, packLaw, rulesFor, unpackLaw } from './open-law.ts';
import { coversTool } from './tool-pattern.ts';

const tools = fc.option(
  fc.array(fc.constantFrom('Bash', 'Write', 'mcp__s__*', 'mcp__*__x'), { minLength: 1, maxLength: 2 }),
  { nil: undefined },
);
const chain = fc.array(tools, { maxLength: 12 }).map(list =>
  list.map(
    (patterns, at): CompiledRule => ({
      id: `r${at}`,
      kind: 'policy',
      ...(patterns === undefined ? {} : { tools: patterns }),
      effect: { name: 'deny', text: ['line\nbreak'] },
      cost: 'field',
      line: at,
    }),
  ),
);
const law = fc
  .record({ PreToolUse: chain, PostToolUse: chain })
  .map((chains): CompiledLaw => ({ format: 4, audit: 'best-effort', context: {}, shapes: {}, chains }));

function reopen(law: CompiledLaw): OpenLaw {
  const opened = unpackLaw(packLaw(law));
  if (opened === undefined) throw new Error('of another format');
  return opened;
}

describe('an opened law', () => {
  it('gives the rules of a tool in the order of the chain, stored or not', () => {
    fc.assert(
      fc.property(
        law,
        fc.constantFrom('PreToolUse', 'PostToolUse', 'Stop'),
        fc.constantFrom('Bash', 'mcp__s__x', 'Other'),
        (given, event, tool) => {
          const wanted = (given.chains[event] ?? []).filter(rule => coversTool(rule.tools, tool));
          expect(rulesFor(openLaw(given), event, tool).map(rule => rule.full())).toEqual(wanted);
          expect(rulesFor(reopen(given), event, tool).map(rule => rule.full())).toEqual(wanted);
        },
      ),
    );
  });

  it('gives an event without a tool only rules that name none', () => {
    fc.assert(
      fc.property(law, given => {
        const wanted = (given.chains['PreToolUse'] ?? []).filter(rule => rule.tools === undefined);
        expect(rulesFor(reopen(given), 'PreToolUse', undefined).map(rule => rule.full())).toEqual(wanted);
      }),
    );
  });

  it('is not opened in another format', () => {
    expect(unpackLaw('{"format":0,"groups":[]}')).toBeUndefined();
  });
});
