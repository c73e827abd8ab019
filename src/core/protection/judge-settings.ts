import { findWeakening } from './compare-settings.ts';
import { type Refusal, refuseSettings, refuseUnknownResult } from './refusal.ts';
import { noSettings, viewSettings } from './settings-view.ts';

/** How the judgement looks at files; a failure is thrown. */
export interface GuardedFiles {
  /** The text of a regular file; undefined when there is none, or a folder in its place. */
  readonly read: (path: string) => string | undefined;
  /** A path with every link followed. */
  readonly real: (path: string) => string;
  /** A path with the links of its folder followed, its own name kept. */
  readonly realFolder: (path: string) => string;
}

/** A settings file that is about to change. */
export interface SettingsTarget {
  readonly file: string;
  readonly applies: boolean;
}

export interface SettingsJudgement {
  readonly files: GuardedFiles;
  /** Variables from which a law in force takes facts. */
  readonly factVariables: readonly string[];
}

/** What a settings file is going to be: its text, nothing, or something that nobody can tell. */
export type Becoming = { readonly text: string } | 'gone' | 'unknown';

/** Judges a settings file by what it would become. */
export function judgeSettings(
  { file, applies }: SettingsTarget,
  becoming: Becoming,
  { files, factVariables }: SettingsJudgement,
): Refusal | undefined {
  const text = files.read(file);
  if (text === undefined && becoming === 'gone') return undefined;
  const before = text === undefined ? noSettings : viewSettings(text, factVariables);
  if (becoming === 'unknown') return applies || before.hooks.length > 0 ? refuseUnknownResult(file) : undefined;
  const after = becoming === 'gone' ? noSettings : viewSettings(becoming.text, factVariables);
  const harm = findWeakening(before, after, applies);
  return harm === undefined ? undefined : refuseSettings(file, harm);
}
