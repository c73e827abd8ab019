import type { ConfiguredHook } from '../client/hook-source.ts';
import { eventInfo } from '../event/catalogue.ts';

/** Commands that reach beyond the hook: into the repository, to other machines, to the person. */
const reaching =
  /\bgit(?:\s+-\S+)*\s+(?:add|commit|push|tag|reset|stash|checkout|merge|rebase)\b|(?:^|[\s;&|(`])(?:curl|wget|ssh|scp|rsync|sendmail|mail|gh|claude|aws|gcloud|kubectl|notify-send|osascript|terminal-notifier|say)(?=\s)/m;

/**
 * What a hook would do to the outside when it is tried, as far as its text shows. Only of hooks that nothing waits for: whether
 * a guard blocks can only be seen by running it, and a guard decides before anything happens.
 */
export function outwardEffect({ event }: ConfiguredHook, text: string): string | undefined {
  if (eventInfo(event).role !== 'notice') return undefined;
  return reaching
    .exec(text)?.[0]
    .trim()
    .replace(/^[;&|(`]\s*/, '');
}
