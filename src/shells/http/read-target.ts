import { readEventName, UsageError } from '../claude-hook/arguments.ts';
import { CallRefused } from './refused.ts';

/** What a request asks to be judged: the URL says which event, so that a body that cannot be read is answered rightly. */
export interface Target {
  /** The project that the URL names; undefined for the one that there is. */
  readonly project: string | undefined;
  /** The event that the URL names; undefined where the body has to say it. */
  readonly event: string | undefined;
  /** Which of the client's hook entries asks: the URL as the settings have it. */
  readonly via: string;
}

const pattern = /^\/(?:projects\/([^/]+)\/)?hook(?:\/([^/]*))?$/;

/**
 * Reads the URL of a request: `/hook/EVENT` or `/projects/NAME/hook/EVENT`, the event being optional.
 * @throws {CallRefused} for any other; a mistyped URL must not let calls run
 */
export function readTarget(method: string, url: string): Target {
  const path = url.split('?')[0] ?? '';
  const named = eventIn(path);
  const found = pattern.exec(path);
  if (found === null) {
    const detail = `there is nothing at \`${path.slice(0, 200)}\`; events are judged at \`/hook/EVENT\``;
    throw new CallRefused({ kind: 'access', detail }, named);
  }
  if (method !== 'POST')
    throw new CallRefused({ kind: 'access', detail: `events are sent by POST, not by ${method}` }, named);
  return { project: found[1], event: named, via: `http ${url}` };
}

/** @throws {CallRefused} for a word that is no event */
function eventIn(path: string): string | undefined {
  const word = /\/hook\/([^/]+)$/.exec(path)?.[1];
  if (word === undefined) return undefined;
  try {
    return readEventName(word);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new CallRefused({ kind: 'usage', detail: error.message }, error.event);
  }
}
