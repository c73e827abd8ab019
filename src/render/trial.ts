import type { Decision, TraceStep, Verdict } from '../core/decision/decision.ts';
import type { Painter } from './painter.ts';

const words: Readonly<Record<Verdict, string>> = {
  silent: 'RUNS (no rule objects)',
  allow: 'RUNS (allowed, without a prompt)',
  ask: 'ASKS the user first',
  deny: 'DENIED',
  block: 'BLOCKED: the session goes on',
};

function paintVerdict(verdict: Verdict, paint: Painter): string {
  const text = paint.bold(words[verdict]);
  if (verdict === 'deny' || verdict === 'block') return paint.red(text);
  return verdict === 'ask' ? paint.yellow(text) : paint.green(text);
}

function renderStep({ rule, effect, outcome, detail }: TraceStep, paint: Painter): string {
  const mark = { fired: paint.red('●'), passed: paint.green('○'), failed: paint.red('✖'), ignored: paint.dim('–') }[
    outcome
  ];
  return `  ${mark} ${rule.id} ${paint.dim(`(${effect}, ${rule.layer} law, ${rule.file}:${rule.line})`)} ${outcome}: ${detail}`;
}

/** A trial for a person: what would happen, what the model would read, and what each rule said. */
export function renderTrial(what: string, decision: Decision, paint: Painter): string {
  const lines = [`${what}: ${paintVerdict(decision.verdict, paint)}`, ''];
  if (decision.message !== undefined) lines.push('The model reads:', `  ${decision.message}`, '');
  if (decision.warnings.length > 0)
    lines.push('Beside the call the model reads:', ...decision.warnings.map(w => `  ${w}`), '');
  if (decision.rewrittenInput !== undefined)
    lines.push('The tool gets:', `  ${JSON.stringify(decision.rewrittenInput)}`, '');
  lines.push(decision.trace.length === 0 ? 'No rule concerns this call.' : 'Rules, in the order in which they ran:');
  lines.push(...decision.trace.map(step => renderStep(step, paint)));
  return `${lines.join('\n')}\n`;
}

/** A trial for a program. */
export function trialToJson(decision: Decision, exitCode: number): unknown {
  return {
    verdict: decision.verdict,
    exit_code: exitCode,
    rule: decision.rule ?? null,
    message: decision.message ?? null,
    failure: decision.failure ?? null,
    warnings: decision.warnings,
    rewritten_input: decision.rewrittenInput ?? null,
    trace: decision.trace,
  };
}
