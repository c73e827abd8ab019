import { isOpen } from '../analysis/pattern.ts';
import { judgeCode } from './judge-code.ts';
import { type FindingJudgement, judgeTouch } from './judge-findings.ts';
import { type Refusal, refuseCommand, refuseUnreadable } from './refusal.ts';
import type { Finding } from './shell/finding.ts';
import { readScript } from './shell/read-script.ts';
import type { ShellSurroundings } from './shell/scope.ts';

/**
 * Judges a command of a shell by what it does to the guard.
 * @param strict whether a command that cannot be read is refused
 */
export function judgeCommand(
  command: string,
  judgement: FindingJudgement,
  env: ShellSurroundings['env'],
  strict: boolean,
): Refusal | undefined {
  const { cwd, home, project } = judgement.places;
  const { findings, fault } = readScript(command, cwd, { home, project, env });
  for (const finding of findings) {
    const refusal = judgeFinding(finding, findings, judgement);
    if (refusal !== undefined) return refusal;
  }
  return strict && fault !== undefined ? refuseUnreadable(fault) : undefined;
}

function judgeFinding(finding: Finding, all: readonly Finding[], judgement: FindingJudgement): Refusal | undefined {
  switch (finding.kind) {
    case 'own-command':
      return refuseCommand(finding.command);
    case 'code':
      return judgeCode(finding, isOpen(finding.cwd) ? judgement.places.cwd : finding.cwd, judgement);
    case 'active':
      return undefined;
    default:
      return judgeTouch(finding, all, judgement);
  }
}
