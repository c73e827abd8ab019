import type { HookRun } from '../../core/client/hook-run.ts';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { isJsonObject, ownField, ownString } from '../../core/json/json-value.ts';
import type { HookPlace } from './hook-place.ts';
import { hookTimeout } from './hook-timeout.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What is kept of an answer, in bytes. */
const largestBody = 1024 * 1024;

/** Whether a URL leads to this machine, by its name; false as well for what is no URL. */
export function isLoopbackUrl(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Posts an event to an HTTP hook as the client would (2.1.332, observed): redirects are not followed, the URL is taken as
 * written, variables in header values are filled in where `allowedEnvVars` names them and removed where not.
 * @param anywhere whether an address that is not on this machine may be asked
 * @returns undefined when it was not asked, because it is not on this machine
 * @throws the signal's reason when it is aborted
 */
export async function askHttpHook(
  hook: ConfiguredHook,
  event: string,
  place: HookPlace,
  { anywhere, signal }: { readonly anywhere: boolean; readonly signal: AbortSignal },
): Promise<{ readonly run: HookRun; readonly durationMs: number } | undefined> {
  const url = ownString(hook.entry, 'url') ?? '';
  if (!anywhere && !isLoopbackUrl(url)) return undefined;
  const env = { ...place.env, ...place.settingsEnv, ...place.override };
  const seconds = hookTimeout(hook, env);
  const late = AbortSignal.timeout(seconds * 1000);
  const started = performance.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headersOf(hook, env),
      body: event.trimEnd(),
      redirect: 'manual',
      signal: AbortSignal.any([late, signal]),
    });
    const body = await readBody(response);
    return { run: { kind: 'answered', status: response.status, body }, durationMs: performance.now() - started };
  } catch (error) {
    signal.throwIfAborted();
    const cause = late.aborted ? `no answer in ${seconds} seconds` : whyUnanswered(error);
    return { run: { kind: 'unanswered', cause }, durationMs: performance.now() - started };
  }
}

function headersOf({ entry }: ConfiguredHook, env: Env): Headers {
  const headers = new Headers({ accept: 'application/json, text/plain, */*', 'content-type': 'application/json' });
  const named = ownField(entry, 'allowedEnvVars');
  const allowed = new Set(Array.isArray(named) ? named : []);
  const written = ownField(entry, 'headers');
  for (const [name, value] of Object.entries(isJsonObject(written) ? written : {})) {
    if (typeof value === 'string') headers.set(name, fillVariables(value, env, allowed));
  }
  return headers;
}

function fillVariables(value: string, env: Env, allowed: ReadonlySet<unknown>): string {
  const filled = value.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (_whole, braced, plain) => {
    const name = String(braced ?? plain);
    return allowed.has(name) ? (env[name] ?? '') : '';
  });
  return filled.replace(/[\r\n\0]/g, '');
}

/** Reads up to the largest size; the rest is thrown away. */
async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let left = largestBody;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `fetch failed` says nothing; what lies under it does. */
function whyUnanswered(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'no answer';
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'nothing listens there (ECONNREFUSED)';
  return code === undefined ? cause.message : `${cause.message} (${code})`;
}
