import { eventInfo } from '../core/event/catalogue.ts';
import type { CostClass } from '../core/law/compiled-law.ts';
import type { ExplainedRule, RuleExplanation } from '../core/law/explain-rule.ts';
import type { Softened } from '../core/law/packs/compile-extends.ts';
import type { RulePart } from '../core/law/rule-parts.ts';
import { renderLines } from './excerpt.ts';
import type { Painter } from './painter.ts';
import { plural } from './plural.ts';
import { partToJson } from './rule-part.ts';

const costs: Readonly<Record<CostClass, string>> = {
  field: 'by comparing fields',
  regex: 'by a regular expression',
  parser: 'by what the call would do',
  state: 'by what has happened before',
  command: 'by a command',
};

const approvals = {
  changed: 'as approved; the file has changed since, and both are in force',
  broken: 'as approved; the file is broken',
  missing: 'as approved; the file is gone',
  added: 'approved by nobody: it counts as far as it tightens',
} as const;

const outcomes = { fired: 'fires', silent: 'stays silent', failed: 'could not be checked' } as const;

function describeChain({ event, chain }: RuleExplanation): string {
  if (chain === undefined) return 'in none: the law has switched it off';
  const { place, of, before, after, cost } = chain;
  const beside = [
    ...(before === undefined ? [] : [`after ${before}`]),
    ...(after === undefined ? [] : [`before ${after}`]),
  ];
  const where = beside.length === 0 ? '' : ` (${beside.join(', ')})`;
  return `${place} of ${plural(of, 'rule')} on ${event}${where}, judged ${costs[cost]}`;
}

/** How the law weakens a rule of a pack, for a person. */
export function describeSoftening({ from, to, unless }: Pick<Softened, 'from' | 'to' | 'unless'>): string {
  return unless === undefined ? `${from} → ${to ?? from}` : `${from}, unless ${unless}`;
}

function describeSoftened({ softened }: RuleExplanation): string[] {
  return softened === undefined ? [] : [`${describeSoftening(softened)}, because: ${softened.because}`];
}

function describeReads({ reads }: RuleExplanation): string {
  const paths = Object.values(reads).flat();
  return paths.length === 0 ? 'nothing of the call but its tool' : paths.join(', ');
}

function describeLaw({ layer, file, rule, unapproved, ignored }: ExplainedRule): string[] {
  return [
    `${file}:${rule.line} (${layer} law)`,
    ...(unapproved === undefined ? [] : [approvals[unapproved]]),
    ...(ignored ? ['ignored: the project is not trusted, and its law can only tighten (`hooklaw trust`)'] : []),
  ];
}

function describeTests({ tests }: ExplainedRule): string[] {
  if (tests.length === 0) return ['no test reaches it'];
  return tests.map(
    ({ name, passed, outcome }) => `${outcomes[outcome]} in \`${name}\`${passed ? '' : ', which does not pass'}`,
  );
}

function describeRecent({ recent: { count, last } }: ExplainedRule): string {
  return last === undefined ? 'never, as far as the audit log tells' : `${plural(count, 'call')}, last ${last}`;
}

/** What is written on several lines is shown in the law itself. */
function describePart({ text, span: { start, end } }: RulePart): string {
  return start.line === end.line ? text : `lines ${start.line} to ${end.line}, below`;
}

/** A label with its lines, the second and later ones below the first. */
function row(label: string, lines: readonly string[], paint: Painter): string[] {
  return lines.map((line, at) => `  ${paint.dim((at === 0 ? `${label}:` : '').padEnd(10))} ${line}`);
}

/** A rule for a person: where it stands, what it looks at, what it does, and the part of the law itself. */
export function renderRule(explained: ExplainedRule, paint: Painter): string {
  const { rule, text } = explained;
  const {
    id,
    kind,
    event,
    tools = [eventInfo(event).tool ? 'every tool' : 'none, the event concerns no tool'],
    effect,
  } = rule;
  return [
    `${paint.bold(id)}: ${kind}, ${effect} on ${event}`,
    ...row('law', describeLaw(explained), paint),
    ...row('tools', [tools.join(', ')], paint),
    ...[...rule.conditions, ...rule.effects].flatMap(part => row(part.key, [describePart(part)], paint)),
    ...row('reads', [describeReads(rule)], paint),
    ...row('softened', describeSoftened(rule), paint),
    ...row('chain', [describeChain(rule)], paint),
    ...row('tests', describeTests(explained), paint),
    ...row('decided', [describeRecent(explained)], paint),
    '',
    ...renderLines(text, rule.line, rule.endLine, paint),
    '',
  ].join('\n');
}

/** A rule for a program. */
export function ruleToJson({ rule, layer, file, unapproved, ignored, tests, recent }: ExplainedRule): unknown {
  const { endLine, tools, ...told } = rule;
  return {
    ...told,
    end_line: endLine,
    conditions: told.conditions.map(partToJson),
    effects: told.effects.map(partToJson),
    tools: tools ?? null,
    layer,
    file,
    unapproved: unapproved ?? null,
    ignored,
    tests,
    recent: { count: recent.count, last: recent.last ?? null },
  };
}
