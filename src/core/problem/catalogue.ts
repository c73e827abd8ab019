import { guardProblems } from './guard-problems.ts';
import { hookProblems } from './hook-problems.ts';
import type { ProblemInfo } from './problem-info.ts';
import { settingsProblems } from './settings-problems.ts';

/** What can be wrong with a law. */
export const lawProblems = {
  'law/unreadable': { severity: 'error', title: 'the law file cannot be read' },
  'law/approval-damaged': { severity: 'error', title: 'the record of the approved law is damaged' },
  'law/encoding': { severity: 'error', title: 'the law file is not UTF-8' },
  'law/syntax': { severity: 'error', title: 'the law file does not parse' },
  'law/duplicate-key': { severity: 'error', title: 'a key occurs twice in one mapping' },
  'law/unknown-key': { severity: 'error', title: 'a key that the law format does not know' },
  'law/missing-key': { severity: 'error', title: 'a key that must be there is missing' },
  'law/wrong-type': { severity: 'error', title: 'a value of the wrong type or out of range' },
  'law/format-version': { severity: 'error', title: 'a law format that this program does not know' },
  'law/empty': { severity: 'error', title: 'a law without rules' },
  'law/duplicate-id': { severity: 'error', title: 'two rules with one id' },
  'law/unknown-event': { severity: 'error', title: 'a rule on an event that does not exist' },
  'law/effect-count': { severity: 'error', title: 'a rule without an effect, or with several' },
  'law/effect-on-event': { severity: 'error', title: 'an effect that the event cannot carry' },
  'law/kind-on-event': { severity: 'error', title: 'a kind of rule on an event where it has no power' },
  'law/state-on-event': { severity: 'error', title: 'a budget on an event that comes too late for it' },
  'law/state-layer': { severity: 'error', title: 'a project that says where the state is kept' },
  'law/expression-syntax': { severity: 'error', title: 'an expression that does not parse' },
  'law/expression-type': { severity: 'error', title: 'an expression whose types do not fit' },
  'law/unknown-name': { severity: 'error', title: 'an expression names something that does not exist' },
  'law/unknown-field': { severity: 'error', title: 'an expression reads a field that the tool does not have' },
  'law/undeclared-field': { severity: 'warning', title: 'an expression reads a field that `tools` does not declare' },
  'law/optional-field': { severity: 'warning', title: 'an expression reads a field that is not always there' },
  'law/tool-on-event': { severity: 'error', title: 'a rule names a tool on an event without one' },
  'law/template': { severity: 'error', title: 'a template that is not closed' },
  'law/unknown-fact': { severity: 'error', title: 'an expression reads a fact that `context` does not declare' },
  'law/bad-regex': { severity: 'error', title: 'a regular expression that does not compile' },
  'law/slow-regex': { severity: 'error', title: 'a regular expression that can take super-linear time' },
  'law/dynamic-regex': { severity: 'error', title: 'a regular expression that is put together at run time' },
  'law/no-command': { severity: 'error', title: 'a rule asks for the command of a tool that takes none' },
  'law/fact-argument': { severity: 'error', title: 'a command, a place or a host as none can be' },
  'law/window': { severity: 'error', title: 'a time window that cannot be' },
  'law/not-available': { severity: 'error', title: 'a part of the language that this version does not have yet' },
  'law/unknown-pack': { severity: 'error', title: 'a pack that does not exist, or that is extended twice' },
  'law/softening': { severity: 'warning', title: "a softening of a pack's rule that changes nothing" },
  'law/tool-pattern': { severity: 'error', title: 'a name that no tool can have' },
  'law/unknown-rule': { severity: 'warning', title: 'a test waits for a rule that does not exist' },
  'law/unknown-tool': { severity: 'warning', title: 'a tool name that looks misspelt' },
  'law/fact-in-project': { severity: 'warning', title: 'a fact from a file that the agent could write' },
  'law/no-context': { severity: 'warning', title: 'an authorization rule that reads no trusted fact' },
  'law/capability-in-hook': { severity: 'warning', title: 'a capability check that belongs in the tool' },
  'law/managed-only': { severity: 'error', title: 'a key that only a managed law can have' },
  'law/never-fires': { severity: 'warning', title: 'a rule whose condition can never be true' },
  'law/shadowed-rule': { severity: 'warning', title: 'a rule that an earlier one leaves nothing to deny' },
  'law/constant-condition': { severity: 'warning', title: 'a part of a condition that always comes out the same' },
  'law/budget-limit': { severity: 'warning', title: 'a limit that no call can keep, or that none can reach' },
  'law/permission-rule': {
    severity: 'warning',
    title: 'a tool that is always denied, which a permission rule does better',
  },
  'law/rewrite-after-deny': { severity: 'warning', title: 'a rewritten value that no rule judges' },
  'law/text-match': { severity: 'warning', title: 'a comparison of texts where another spelling gets through' },
  'law/regex-as-literal': { severity: 'warning', title: 'a regular expression that is compared as it is written' },
  'law/empty-reason': { severity: 'warning', title: 'a refusal that gives no reason' },
  'law/no-instead': { severity: 'warning', title: 'a denial that does not tell what to do instead' },
  'law/no-tests': { severity: 'warning', title: 'a law without tests' },
  'law/untested-rule': { severity: 'warning', title: 'a rule that no test makes fire' },
} as const satisfies Record<string, ProblemInfo>;

/** Every problem code that hooklaw reports. Each has a page `docs/problems/<code with - for />.md` and a fixture. */
export const problemCatalogue = {
  ...lawProblems,
  ...settingsProblems,
  ...hookProblems,
  ...guardProblems,
} as const satisfies Record<string, ProblemInfo>;

export type ProblemCode = keyof typeof problemCatalogue;
