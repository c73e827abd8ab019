import { runChecks } from './checks/runs/index.ts';
import { settingsChecks } from './checks/settings/index.ts';
import type { Finding } from './finding.ts';
import type { SelfTestView } from './self-test-view.ts';

/** All findings, in the order of the checks; each once. */
export function findFaults(view: SelfTestView): Finding[] {
  const findings = [...settingsChecks, ...runChecks].flatMap(check => [...check.run(view)]);
  const seen = new Set<string>();
  return findings.filter(({ code, file, span, message }) => {
    const key = JSON.stringify([code, file, span?.start.offset, message]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
