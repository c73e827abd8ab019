import { resolvePath } from '../analysis/path-text.ts';
import { star } from '../analysis/pattern.ts';
import { type FindingJudgement, judgeTouch } from './judge-findings.ts';
import type { Refusal } from './refusal.ts';

const removing =
  /(?:^|[\s;|&({])(?:Remove-Item|Move-Item|Rename-Item|ri|rm|rmdir|rd|del|erase|mi|mv|move|rni|ren)\b|::(?:Delete|Move)\b/i;
const writing =
  /(?:^|[\s;|&({])(?:Set-Content|Add-Content|Clear-Content|Out-File|New-Item|Set-Item|Set-Acl|Tee-Object|Export-\w+|sc|ac|clc|ni|tee)\b|::(?:Write|Append)\w+\b|>/i;
const copying = /(?:^|[\s;|&({])(?:Copy-Item|cpi|cp|copy)\b|::Copy\b/i;

/**
 * Judges a PowerShell command. It is not parsed: each statement's words are taken for paths, and what changes files in it
 * counts for all of them, of a copy for the last one.
 */
export function judgePowerShell(command: string, judgement: FindingJudgement): Refusal | undefined {
  for (const statement of command.split(/[;\n]|&&|\|\|/)) {
    const removes = removing.test(statement);
    const writes = writing.test(statement);
    if (!removes && !writes && !copying.test(statement)) continue;
    const paths = pathsIn(statement, judgement);
    for (const target of removes || writes ? paths : paths.slice(-1)) {
      const touch = removes
        ? ({ kind: 'remove', target } as const)
        : ({ kind: 'write', target, result: { kind: 'unknown' } } as const);
      const refusal = judgeTouch(touch, [touch], judgement);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

function pathsIn(statement: string, { places }: FindingJudgement): string[] {
  return statement
    .replace(/\$(?:HOME|env:(?:USERPROFILE|HOME))|(?<=^|[\s'"(=])~(?=[\\/])/gi, places.home)
    .split(/["',()>|]|\s+/)
    .filter(word => /[\\/.]/.test(word) && !word.startsWith('-'))
    .map(word => resolvePath(places.cwd, word.replaceAll('\\', '/').replace(/[*?]/g, star)));
}
