import { foldCase, nameOf, resolvePath } from '../analysis/path-text.ts';
import { type GuardedPlaces, knownSettings, placeOf } from './guarded-places.ts';
import type { FindingJudgement } from './judge-findings.ts';
import { judgeSettings } from './judge-settings.ts';
import { type Refusal, refuseCommand, refuseOwn } from './refusal.ts';

/** Calls by which the usual languages change files or run commands. */
const changes =
  /(?<!(?:stdout|stderr)\.)\bwrite(?:_text|_bytes|lines|File|FileSync|)?\b|\bopen\([^)]*,\s*(?:mode\s*=\s*)?['"][^'"]*[wax+]|\bdump\(|\bunlink|\bremove\(|\brename|\brmtree|\brmdir|\brmSync|\brm\(|\bos\.replace|\bappendFile|\bcopy(?:file|File|tree|2)?\(|\bcopyFileSync|\btruncate|\bchmod|\bsymlink|\blink\(|\bcpSync|\bmove\(|(?<!platform\.)\bsystem\s*[("']|\bpopen|\bsubprocess|child_process|\bspawn|(?<!\.)\bexec\(['"`]|\bqx\b|\bFile\.(?:write|delete|rename|open)|\bfile_put_contents|\bIO\.write|\bcreateWriteStream|\bBun\.write|\bDeno\.(?:write|remove|rename)|\bprint\s*>|(?<![=-])>\s*["']|\btouch\(/;

const runs = /\bsystem\b|\bpopen|\bsubprocess|child_process|\bspawn|\bexec|\bqx\b|`/;

/**
 * Judges a program that is handed to an interpreter as a text. It is not understood: what counts is that it names a
 * guarded place and holds a call that changes files.
 */
export function judgeCode(
  { text, writes = false }: { readonly text: string; readonly writes?: boolean },
  cwd: string,
  judgement: FindingJudgement,
): Refusal | undefined {
  const own = /hooklaw(?:\.js)?['"\s,[\]]+(approve|trust|uninstall)\b/i.exec(text);
  if (own !== null && runs.test(text)) return refuseCommand(`hooklaw ${own[1] ?? ''}`);
  if (!writes && !changes.test(text)) return undefined;
  const { places } = judgement;
  const state = [...places.stateFolders, ...places.program].find(path => names(text, path, places));
  if (state !== undefined) return refuseOwn(state, places.stateFolders.includes(state) ? 'state' : 'program');
  for (const file of namedSettings(text, cwd, places)) {
    const place = placeOf(file, places);
    const refusal = place?.kind === 'settings' ? judgeSettings(place, 'unknown', judgement) : undefined;
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Whether a text names a path, whole or seen from the home folder. */
function names(text: string, path: string, { home }: GuardedPlaces): boolean {
  const plain = foldCase(text);
  const folded = foldCase(path);
  const below = folded.startsWith(`${foldCase(home)}/`) ? folded.slice(home.length + 1) : folded;
  return plain.includes(folded) || plain.includes(below);
}

/** The settings files that a program's texts name, in one text or in pieces. */
function namedSettings(text: string, cwd: string, places: GuardedPlaces): string[] {
  const words = [...text.matchAll(/[^\s'"`(),;]*settings(?:\.local)?\.json/gi)].map(([word]) => word);
  if (words.length === 0) return [];
  const home = words.map(word => word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, places.home));
  const pieces = /\.claude\b/i.test(text)
    ? knownSettings(places).filter(file => words.some(word => nameOf(word) === nameOf(file)))
    : [];
  const whole = home.map(word => resolvePath(cwd, word)).filter(file => placeOf(file, places)?.kind === 'settings');
  return whole.length > 0 ? whole : pieces;
}
