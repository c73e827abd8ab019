import { eventInfo } from '../../../event/catalogue.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { NamedFile, SelfTestView } from '../../self-test-view.ts';
import { mayBeGate } from '../../settings/hook-intent.ts';
import { commandHooks, failureEffect, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';

/** Every program and script that a hook needs is there. */
export const filesPresent: Check = {
  name: 'files-present',
  codes: ['settings/missing-file'],
  reads: 'settings',
  run: view => commandHooks(view).flatMap(placed => judge(placed, view)),
};

function judge(placed: PlacedHook, view: SelfTestView): Finding[] {
  const { programs, scripts } = placed.facts;
  const sets = placed.facts.reading.shell?.sets ?? new Set();
  const missing = [...programs, ...scripts].find(file => isMissing(file, sets));
  if (missing === undefined) return view.platform === 'win32' ? shellOnWindows(placed) : [];
  const gate = eventInfo(placed.hook.event).role !== 'notice' && mayBeGate(placed);
  return [
    findingOfCommand('settings/missing-file', placed, {
      message: `${describe(missing)}, so this hook cannot do its work${gate ? effectOf(missing, failureEffect(placed, view)) : ''}`,
      help: helpFor(missing),
      mild: !gate,
    }),
  ];
}

/** Only what is needed whenever the hook runs, and whose place is known. */
function isMissing({ state, started, path, named, neededBy }: NamedFile, sets: ReadonlySet<string>): boolean {
  if (state === 'file' || (started !== undefined && !started.certain)) return false;
  if (started === undefined) return neededBy !== undefined;
  const pieces = [...started.word.pieces, ...(started.folder?.pieces ?? [])];
  const open = pieces.some(piece => piece.kind === 'open' || (piece.kind === 'variable' && sets.has(piece.name)));
  return !open && (path !== undefined || named !== '');
}

function describe({ named, path, state, neededBy, started }: NamedFile): string {
  if (state === 'folder') return `\`${named}\` is a folder`;
  if (neededBy !== undefined) return `there is no \`${named}\`, which the first line of \`${neededBy}\` names`;
  if (path === undefined) return `there is no program \`${named}\` in the \`PATH\` that hooks have`;
  return started?.word.value === named ? `there is no file \`${named}\`` : `there is no file \`${path}\``;
}

/** How a shell or an interpreter ends then. */
function effectOf({ started, neededBy }: NamedFile, failed: string): string {
  if (started?.role === 'script' && /^(?:python|perl|sh|dash)$/.test(started.interpreter ?? ''))
    return ': the interpreter ends with code 2, and every call is blocked';
  return neededBy === undefined && started?.role === 'script'
    ? `: it fails, and ${failed}`
    : `: it ends with code 127, and ${failed}`;
}

function helpFor({ path, state, named, neededBy }: NamedFile): string {
  if (state === 'folder') return 'name the script in it';
  if (neededBy !== undefined || path === undefined)
    return `install \`${named}\`, or name it with its whole path; the client may have another \`PATH\` than your shell`;
  return 'put it there, or correct the path';
}

/** A shell that is found nowhere, or only where Windows would not look. */
function shellOnWindows(placed: PlacedHook): Finding[] {
  const shell = placed.facts.programs.find(
    ({ named, path, started }) => started !== undefined && /^(?:ba)?sh$/.test(named) && !/^[A-Za-z]:/.test(path ?? ''),
  );
  if (shell === undefined) return [];
  return [
    findingOfCommand('settings/missing-file', placed, {
      message: `\`${shell.named}\` may not be in the \`PATH\` of Windows: the installer of Git puts only \`Git\\cmd\` there, so this hook does not start`,
      help: 'leave the shell out (the client runs commands by the Bash of Git itself), or put `Git\\bin` into the `PATH`',
      mild: true,
    }),
  ];
}
