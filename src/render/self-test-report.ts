import type { OffCause } from '../core/client/hooks-in-force.ts';
import { commandText } from '../core/client/judge-run.ts';
import { isError } from '../core/problem/problem.ts';
import type { Finding } from '../core/self-test/finding.ts';
import type { GuardReport, ReportedHook, SelfTestReport } from '../core/self-test/report.ts';
import type { Painter } from './painter.ts';
import { plural } from './plural.ts';
import { printable, problemsToJson, renderProblems } from './problems.ts';

const whyOff: Readonly<Record<OffCause, string>> = {
  dropped: 'dropped: the client does not take its file as it stands',
  disabled: 'switched off by `disableAllHooks`',
  'managed-only': 'switched off: managed settings allow managed hooks only',
  bare: 'switched off by CLAUDE_CODE_SIMPLE',
  replaced: 'not run: another entry with this command line takes its place',
};

/** How files are named: relative to where the person is. */
export type ShowFile = (file: string) => string;

function shorten(text: string, width = 100): string {
  const line = printable(text).replace(/\s*\n\s*/g, ' ');
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** One hook in two lines: when it fires and where it stands, and what it runs. */
export function renderHook({ hook, off, tally, spared }: ReportedHook, show: ShowFile, paint: Painter): string {
  const { event, matcher, type, entry, source, span } = hook;
  const mark = off === undefined ? paint.green('●') : paint.red('○');
  const when = matcher === undefined || matcher === '' ? event : `${event} ${shorten(matcher, 40)}`;
  const place = `${show(source.file)}:${span.start.line}:${span.start.column}`;
  const owner = source.owner === undefined ? source.scope : `${source.scope} ${source.owner}`;
  const state =
    spared !== undefined
      ? `   ${paint.dim(spared)}\n`
      : off === undefined
        ? tallyText(tally)
        : `   ${paint.red(whyOff[off])}\n`;
  const what = type === 'command' ? commandText(entry) : `${type}: ${commandText(entry) || JSON.stringify(entry)}`;
  return `${mark} ${paint.bold(when)}  ${paint.dim(`${place} (${owner})`)}\n   ${shorten(what)}\n${state}`;
}

function tallyText(tally: ReportedHook['tally']): string {
  if (tally === undefined) return '';
  return `   tried with ${plural(tally.tried, 'event')}: ${tally.blocked} blocked, ${tally.passed} passed\n`;
}

/** The hooks that would run here, for the person who is asked whether they may be tried. */
export function renderHookList(hooks: readonly ReportedHook[], show: ShowFile, paint: Painter): string {
  if (hooks.length === 0) return 'no hooks were found here\n';
  return hooks.map(hook => renderHook(hook, show, paint)).join('');
}

function renderGuard({ proven, unproven, heartbeat }: GuardReport): string[] {
  const all = proven.length + unproven.length;
  const lines = all === 0 ? [] : [`${proven.length} of ${plural(all, 'deny rule')} denied through the installed hook`];
  lines.push(...unproven.map(({ rule, why }) => `  not shown for ${rule}: ${why}`));
  return heartbeat === undefined ? lines : [...lines, heartbeat];
}

function renderFinding(finding: Finding, show: ShowFile, sourceOf: SourceOf, paint: Painter): string {
  const shown = finding.file === undefined ? finding : { ...finding, file: show(finding.file) };
  const [head = '', ...rest] = renderProblems([shown], () => sourceOf(finding.file), paint)
    .trimEnd()
    .split('\n');
  const evidence = (finding.evidence ?? []).map(line => `  ${paint.dim('│')} ${shorten(line, 160)}`);
  const fix = finding.fix === undefined ? [] : [`  ${paint.cyan('--fix')}: ${finding.fix.title}`];
  return `${[head, ...rest, ...evidence, ...fix].join('\n')}\n`;
}

/** The text of a file that a finding is about; undefined when it cannot be shown. */
type SourceOf = (file: string | undefined) => string | undefined;

/** A whole report for a person. */
export function renderSelfTest(report: SelfTestReport, show: ShowFile, sourceOf: SourceOf, paint: Painter): string {
  const { client, installed, hooks, guard, findings, ran, live } = report;
  const errors = findings.filter(isError).length;
  const head = installed ? `Claude Code ${client} is installed here.` : `Judged as Claude Code ${client} does.`;
  const verdict = errors > 0 ? paint.red(plural(errors, 'error')) : paint.green('no errors');
  const tried = ran ? '' : '; no hook was run';
  return [
    `${head}\n`,
    renderHookList(hooks, show, paint),
    ...findings.map(finding => renderFinding(finding, show, sourceOf, paint)),
    ...(guard === undefined
      ? []
      : [
          renderGuard(guard)
            .map(line => `${line}\n`)
            .join(''),
        ]),
    ...(live === undefined ? [] : [live.map(line => `${line}\n`).join('')]),
    `${plural(hooks.length, 'hook')}: ${verdict}, ${plural(findings.length - errors, 'warning')}${tried}\n`,
  ]
    .filter(part => part !== '')
    .join('\n');
}

/** A whole report for a program. */
export function selfTestToJson({ findings, hooks, guard, ...rest }: SelfTestReport): unknown {
  const errors = findings.filter(isError).length;
  const problems = problemsToJson(findings) as Record<string, unknown>[];
  return {
    client: rest.client,
    client_installed: rest.installed,
    project: rest.projectDir,
    hooks_run: rest.ran,
    errors,
    warnings: findings.length - errors,
    hooks: hooks.map(({ hook, off, tally }) => ({
      event: hook.event,
      matcher: hook.matcher ?? null,
      type: hook.type,
      command: commandText(hook.entry),
      scope: hook.source.scope,
      owner: hook.source.owner ?? null,
      file: hook.source.file,
      line: hook.span.start.line,
      in_force: off === undefined,
      off: off ?? null,
      tried: tally ?? null,
    })),
    guard: guard ?? null,
    live: rest.live ?? null,
    findings: problems.map((problem, index) => ({
      ...problem,
      evidence: findings[index]?.evidence ?? [],
      fix: findings[index]?.fix?.title ?? null,
    })),
  };
}
