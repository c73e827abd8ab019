import type { ConfiguredHook } from '../client/hook-source.ts';
import { eventInfo } from '../event/catalogue.ts';

/** Where a command begins: a text such as the pattern of a guard is none. */
const start = String.raw`(?:^|[;&|(\x60]|\b(?:then|do|else|exec|npx|bunx|sudo)\s)[ \t]*`;

/** Commands that reach beyond the hook: into the repository, over whole folders, to other machines, to the person. */
const reaching: readonly RegExp[] = [
  String.raw`git(?:\s+-\S+)*\s+(?:add|commit|push|tag|reset|stash|checkout|merge|rebase)\b`,
  String.raw`(?:curl|wget|ssh|scp|rsync|sendmail|mail|gh|claude|aws|gcloud|kubectl|notify-send|osascript|terminal-notifier|say)(?=\s)`,
  String.raw`(?:prettier|biome|eslint|black|ruff|gofmt|rustfmt|isort|dprint|clang-format)\b[^|;&\n]*\s(?:\.\/?|\.\/\.\.\.|src\/?|\*\S*)(?=[\s"']|$)`,
].map(command => new RegExp(start + command, 'm'));

/**
 * What a hook would do to the outside when it is tried, as far as its text shows. Only of hooks that nothing waits for: whether
 * a guard blocks can only be seen by running it, and a guard decides before anything happens.
 */
export function outwardEffect({ event }: ConfiguredHook, text: string): string | undefined {
  if (eventInfo(event).role !== 'notice') return undefined;
  const found = reaching.flatMap(command => command.exec(text)?.[0] ?? [])[0];
  return found?.replace(/^[;&|(`\s]+/, '').trim();
}
