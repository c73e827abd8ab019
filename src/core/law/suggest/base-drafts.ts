import { eventInfo } from '../../event/catalogue.ts';
import type { ReadableLaw } from '../readable-law.ts';
import type { RuleDocument } from '../schema.ts';
import { coversTool } from '../tool-pattern.ts';
import { draftOf, type TestDraft } from './draft.ts';
import { exampleFacts, exampleInput, exampleTool } from './examples.ts';
import { afterRequired } from './settings-of-rule.ts';

/** A time at which most people work: a Wednesday at noon. */
const workingTime = '2026-11-25T12:00:00Z';

/** A call made up from what the law declares: its tools' shapes and its facts. */
function inventDraft(tool: string | undefined, { on }: RuleDocument, { compiled }: ReadableLaw): TestDraft {
  const facts = exampleFacts(compiled);
  return {
    event: {
      ...(on === undefined ? {} : { on }),
      ...(tool === undefined ? {} : { tool, input: exampleInput(tool, compiled) }),
    },
    given: { ...(Object.keys(facts).length === 0 ? {} : { context: facts }), now: workingTime },
  };
}

/** The draft after all that the law requires of its call, so that a rule further on in the chain is reached. */
function settle(draft: TestDraft, { document, compiled }: ReadableLaw): TestDraft[] {
  const { tool } = draft.event;
  const required = document.rules.filter(
    rule => rule.requires !== undefined && tool !== undefined && coversTool(toolsOf(rule), tool),
  );
  const settled = required.reduce<TestDraft>((done, { requires }) => {
    if (requires === undefined) return done;
    const { given, event } = afterRequired(requires, compiled, requires.times ?? 1).apply(done) ?? done;
    return { event, given: { ...given, calls: [...(done.given.calls ?? []), ...(given.calls ?? [])] } };
  }, draft);
  return required.length === 0 ? [] : [settled];
}

function toolsOf({ tool }: RuleDocument): string[] | undefined {
  return tool === undefined ? undefined : [tool].flat();
}

/** Calls made up for a rule: one for each of its tools, as it is and after all that is required of it. */
function inventDrafts(rule: RuleDocument, law: ReadableLaw): TestDraft[] {
  const concernsTool = eventInfo(rule.on ?? 'PreToolUse').tool;
  const tools = concernsTool ? (toolsOf(rule) ?? ['Bash']).map(exampleTool) : [undefined];
  const drafts = tools.slice(0, mostInvented).map(tool => inventDraft(tool, rule, law));
  return [...drafts, ...drafts.flatMap(draft => settle(draft, law))];
}

/** The most tests, and the most tools, that one search starts from. */
const mostTests = 12;
const mostInvented = 6;

/**
 * The drafts from which a test of a rule can be made: the law's own tests, first those of a call that the rule concerns,
 * and calls made up.
 */
export function baseDrafts(rule: RuleDocument, law: ReadableLaw): TestDraft[] {
  const own = (law.document.tests ?? []).filter(({ event }) => event.on === rule.on);
  const concerned = own.filter(({ event }) => event.tool === undefined || coversTool(toolsOf(rule), event.tool));
  const others = own.filter(test => !concerned.includes(test));
  return [...[...concerned, ...others].slice(0, mostTests).map(draftOf), ...inventDrafts(rule, law)];
}
