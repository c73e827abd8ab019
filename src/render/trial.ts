import type { Decision, TraceStep, Verdict } from '../core/decision/decision.ts';
import type { LocatedStep } from '../core/decision/located-step.ts';
import { renderValues, stepToJson } from './located-step.ts';
import type { Painter } from './painter.ts';
import { renderParts } from './rule-part.ts';

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

function renderPlaces({ parts, source }: LocatedStep, paint: Painter): string[] {
  return source === undefined ? [] : renderParts(parts, source, paint);
}

/** A step with the part of the law that it hung on, and what that read. */
function renderWholeStep(located: LocatedStep, paint: Painter): string[] {
  const below = [...renderPlaces(located, paint), ...renderValues(located, paint)].map(line => `  ${line}`);
  return [renderStep(located.step, paint), ...below];
}

/** What a trial came to. */
export interface RenderedTrial {
  readonly what: string;
  readonly decision: Decision;
  readonly steps: readonly LocatedStep[];
  /** Whether every rule is shown with its part of the law, or only the one that decided. */
  readonly all: boolean;
}

/** The part of the law that decided, under the name of its file. */
function renderDecider({ steps, all }: RenderedTrial, paint: Painter): string[] {
  const decider = steps.find(({ decided }) => decided);
  if (decider === undefined || all) return [];
  const places = renderPlaces(decider, paint);
  const { file, line } = decider.step.rule;
  return places.length === 0 ? [] : [`The law says, in ${file}:${line}:`, ...places, ''];
}

/** A trial for a person: what would happen, what the model would read, which part of the law decided, and what each rule said. */
export function renderTrial(trial: RenderedTrial, paint: Painter): string {
  const { what, decision, steps, all } = trial;
  const lines = [`${what}: ${paintVerdict(decision.verdict, paint)}`, ''];
  if (decision.message !== undefined) lines.push('The model reads:', `  ${decision.message}`, '');
  if (decision.warnings.length > 0)
    lines.push('Beside the call the model reads:', ...decision.warnings.map(w => `  ${w}`), '');
  if (decision.rewrittenInput !== undefined)
    lines.push('The tool gets:', `  ${JSON.stringify(decision.rewrittenInput)}`, '');
  lines.push(...renderDecider(trial, paint));
  lines.push(steps.length === 0 ? 'No rule concerns this call.' : 'Rules, in the order in which they ran:');
  lines.push(...steps.flatMap(step => (all ? renderWholeStep(step, paint) : [renderStep(step.step, paint)])));
  return `${lines.join('\n')}\n`;
}

/** A trial for a program. */
export function trialToJson(decision: Decision, steps: readonly LocatedStep[], exitCode: number): unknown {
  return {
    verdict: decision.verdict,
    exit_code: exitCode,
    rule: decision.rule ?? null,
    message: decision.message ?? null,
    failure: decision.failure ?? null,
    warnings: decision.warnings,
    rewritten_input: decision.rewrittenInput ?? null,
    trace: steps.map(stepToJson),
  };
}
