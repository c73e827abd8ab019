import { readLastLines } from '../adapters/read-tail.ts';
import type { Layer } from '../core/decision/decision.ts';
import { tighteningEffects } from '../core/law/effects.ts';
import { type ExplainedRule, explainRule, type RecentDecisions, type TestOfRule } from '../core/law/explain-rule.ts';
import { citePack, idInLaw } from '../core/law/packs/pack.ts';
import { findRule } from '../core/law/readable-law.ts';
import type { LawTestResult } from '../core/law/test-report.ts';
import type { AuditEntry } from '../core/record/audit-entry.ts';
import type { ReadableLawInForce } from './readable-laws.ts';
import { runLawTests } from './run-law-tests.ts';

/** How much of the audit log is looked at, in bytes. */
const tailOfLog = 4 * 2 ** 20;

function testsOf(id: string, results: readonly LawTestResult[]): TestOfRule[] {
  return results.flatMap(({ name, passed, ...seen }) => {
    const outcome = (['fired', 'failed', 'silent'] as const).find(word => seen[word].includes(id));
    return outcome === undefined ? [] : [{ name, passed, outcome }];
  });
}

function parseEntry(line: string): Partial<AuditEntry> {
  try {
    return (JSON.parse(line) as Partial<AuditEntry> | null) ?? {};
  } catch {
    return {};
  }
}

function countDecisions(id: string, layer: Layer, lines: readonly string[]): RecentDecisions {
  const rows = lines
    // Most rows are of other rules, and need not be parsed for that.
    .filter(line => line.includes(`"rule":${JSON.stringify(id)}`))
    .map(parseEntry)
    .filter(({ rule, rule_layer }) => rule === id && rule_layer === layer);
  const last = rows.at(-1)?.time;
  return { count: rows.length, ...(last === undefined ? {} : { last }) };
}

/**
 * Everything about the rules of this id in the laws in force: several laws may have one, and so may a law as approved and
 * as changed since.
 * @param auditLog the file of the audit log, which need not exist
 */
export async function explainRules(
  id: string,
  laws: readonly ReadableLawInForce[],
  auditLog: string,
): Promise<ExplainedRule[]> {
  const lines = readLastLines(auditLog, tailOfLog);
  const explained: ExplainedRule[] = [];
  for (const law of laws) {
    const rule = explainRule(id, law);
    if (rule === undefined) continue;
    const { inForce, document, source } = law;
    const { layer, file, trusted, unapproved } = inForce;
    const found = findRule(id, law);
    explained.push({
      rule,
      layer,
      file: found?.cited ?? file,
      text: (found?.source ?? source).text,
      ...(unapproved === undefined ? {} : { unapproved }),
      ignored: !trusted && !tighteningEffects.has(rule.effect),
      tests: testsOf(id, await runLawTests({ ...inForce, layer: 'named', trusted: true }, document.tests ?? [])),
      recent: countDecisions(id, layer, lines),
    });
  }
  return explained;
}

/** The rules of the laws in force, in the order of the laws and of their files. */
export function listRules(laws: readonly ReadableLawInForce[]): { id: string; layer: Layer; file: string }[] {
  return laws.flatMap(({ inForce: { layer, file }, document, packs }) => [
    ...document.rules.map(({ id }) => ({ id, layer, file })),
    ...packs.flatMap(({ name, document: { rules } }) =>
      rules.map(({ id }) => ({ id: idInLaw(name, id), layer, file: citePack(name) })),
    ),
  ]);
}
