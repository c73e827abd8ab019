import type { Unknown } from '../unknown.ts';

/** What to say where a shell text as a whole could not be read. */
export function unreadableMessage({ detail }: Unknown): string {
  return `the command could not be read: ${detail}`;
}
