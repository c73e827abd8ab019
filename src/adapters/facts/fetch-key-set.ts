import type { IncomingMessage, RequestOptions } from 'node:http';
import { FactFailure } from './fact-failure.ts';

/** The largest key set, in bytes. */
export const largestKeySet = 256 * 1024;

const mostRedirects = 3;

/**
 * One GET, on a connection of its own, so that no proxy of the environment has a say in it. Nor has
 * NODE_TLS_REJECT_UNAUTHORIZED, which a project's settings can set: without it the runtime has no warning to give, either,
 * which would stand before a denial.
 */
async function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const options: RequestOptions & { readonly rejectUnauthorized: true } = {
    agent: false,
    headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    signal,
    rejectUnauthorized: true,
  };
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end();
  });
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestKeySet) throw new FactFailure(`the answer is larger than ${largestKeySet} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Where a redirect leads; only the host that the law names may be asked. */
function redirectOf(response: IncomingMessage, url: URL): URL | undefined {
  const { location } = response.headers;
  const status = response.statusCode ?? 0;
  if (status < 300 || status > 399 || location === undefined) return undefined;
  const next = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  if (next?.origin !== url.origin) throw new FactFailure('the answer leads to another host');
  return next;
}

async function follow(from: URL, signal: AbortSignal): Promise<string> {
  let url = from;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await get(url, signal);
    try {
      const next = redirectOf(response, url);
      if (next === undefined && response.statusCode === 200) return await readBody(response);
      if (next === undefined) throw new FactFailure(`the answer is ${response.statusCode}`);
      url = next;
    } finally {
      response.destroy();
    }
  }
  throw new FactFailure('the answer leads on and on');
}

/**
 * Fetches a key set.
 * @throws {FactFailure}
 */
export async function fetchKeySet(url: string, signal: AbortSignal): Promise<string> {
  try {
    return await follow(new URL(url), signal);
  } catch (error) {
    if (error instanceof FactFailure) throw new FactFailure(`the keys at ${url} cannot be had: ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    throw new FactFailure(`the keys at ${url} cannot be had${code === undefined ? '' : ` (${code})`}`);
  }
}
