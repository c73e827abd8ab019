import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { canonicalPath } from '../../adapters/law-files.ts';
import { createRegexVerdicts } from '../../adapters/regex-verdicts.ts';
import { approveChange, findPendingChanges, type PendingChange } from '../../commands/approve-laws.ts';
import { checkLaw } from '../../commands/check-law.ts';
import { exitCode } from '../../core/exit-code.ts';
import type { LawChange } from '../../core/law/compare-laws.ts';
import type { Problem } from '../../core/problem/problem.ts';
import { createPainter, type Painter } from '../../render/painter.ts';
import { problemsToJson, renderProblems } from '../../render/problems.ts';
import { colourDiff, renderDiff } from '../../render/settings-diff.ts';
import type { CliIo } from './io.ts';
import { choosePlace } from './law-files.ts';
import { refuseAgents } from './refuse-agents.ts';

interface ApproveOptions {
  readonly stateDir?: string;
  readonly yes?: boolean;
  readonly format: 'text' | 'json';
}

/** Adds `approve` to the program. */
export function registerApprove(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('approve')
    .description(
      'Approve the law as it stands now. Until then the law approved before stays in force beside the change.',
    )
    .argument('[files...]', 'law files (default: all with a change that waits)')
    .option('--state-dir <dir>', 'where the approved law is kept (default: the state folder of the project)')
    .option('-y, --yes', 'do not ask')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action(async (files: readonly string[], options: ApproveOptions) => finish(await runApprove(files, options, io)));
}

function accountName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return 'unknown';
  }
}

const marks: Readonly<Record<LawChange['kind'], string>> = { removed: '-', added: '+', changed: '~', moved: '~' };

function renderChange({ kind, what }: LawChange, paint: Painter): string {
  const line = `  ${marks[kind]} ${kind} ${what}`;
  return kind === 'removed' ? paint.red(line) : kind === 'added' ? paint.green(line) : paint.yellow(line);
}

/** What there is to say about the law as it would count from here on. */
async function findWarnings({ after, file, folder }: PendingChange): Promise<readonly Problem[]> {
  if (after === undefined) return [];
  return (await checkLaw(after.bytes, file, createRegexVerdicts(folder.regexVerdicts))).warnings;
}

function describeApproval({ approval, before, after }: PendingChange): string {
  if (approval === undefined) return 'new, approved by nobody';
  const known = before === undefined ? '; what it was then is not known any more' : '';
  const gone = after === undefined ? '; the file is gone, and approving ends the law' : '';
  return `approved ${approval.approved_at}, ${approval.approved_by}${known}${gone}`;
}

function renderPending(change: PendingChange, paint: Painter, colour: boolean): string {
  const { file, before = '', after, changes } = change;
  const diff = renderDiff({ file, before, after: after?.text ?? '' });
  return [
    `${paint.bold(file)} (${describeApproval(change)})`,
    ...(changes.length === 0 ? ['  nothing that the law says has changed'] : changes.map(c => renderChange(c, paint))),
    '',
    colour ? colourDiff(diff) : diff,
  ].join('\n');
}

function approvedLine({ file, after }: PendingChange): string {
  return after === undefined ? `${file}: the law is ended` : `${file}: approved, it counts as it stands now`;
}

async function runApprove(files: readonly string[], options: ApproveOptions, io: CliIo): Promise<number> {
  refuseAgents(io, 'a law is approved');
  const place = choosePlace(options.stateDir === undefined ? {} : { stateDir: options.stateDir }, io);
  const { changes, damaged } = findPendingChanges(
    { ...place, env: io.env, platform: process.platform },
    files.map(file => canonicalPath(path.resolve(io.cwd, file))),
  );
  const paint = createPainter(io.colour);
  const json = options.format === 'json';
  const warnings = await Promise.all(changes.map(findWarnings));
  const summary = changes.map(({ file, approval, changes: what }, at) => ({
    file,
    approved_at: approval?.approved_at ?? null,
    changes: what,
    warnings: problemsToJson(warnings[at] ?? []),
  }));
  if (changes.length === 0 && damaged.length === 0) {
    io.stdout(
      json
        ? `${JSON.stringify({ status: 'nothing-waits', pending: [] }, null, 2)}\n`
        : 'no change waits for approval\n',
    );
    return exitCode.fine;
  }
  if (!json) {
    for (const record of damaged) {
      io.stdout(
        `${record}: the record of an approval is damaged; approving takes it away, and the law found next counts\n`,
      );
    }
    for (const [at, change] of changes.entries()) {
      io.stdout(`${renderPending(change, paint, io.colour)}\n`);
      const report = renderProblems(warnings[at] ?? [], () => change.after?.text, paint);
      if (report !== '') io.stdout(`${report}\n`);
    }
  }
  const answer = options.yes === true ? 'y' : json ? undefined : await io.ask('Approve this? [y/N] ');
  const agreed = answer !== undefined && /^y(?:es)?$/i.test(answer.trim());
  if (agreed) {
    for (const record of damaged) fs.rmSync(record, { force: true });
    for (const change of changes) approveChange(change, accountName());
  }
  const status = agreed ? 'approved' : answer === undefined ? 'nobody-to-ask' : 'declined';
  if (json) io.stdout(`${JSON.stringify({ status, pending: summary, damaged }, null, 2)}\n`);
  else if (agreed)
    io.stdout(`${[...changes.map(approvedLine), ...damaged.map(record => `${record}: taken away`)].join('\n')}\n`);
  else {
    const nobody = 'nothing was approved: there is no terminal to ask on; pass --yes to agree\n';
    io.stderr(answer === undefined ? nobody : 'nothing was approved\n');
  }
  return agreed ? exitCode.fine : exitCode.problems;
}
