import * as z from 'zod';
import { sha256 } from '../digest.ts';
import { readServeFile, ServeFileError } from './private-file.ts';

/** Who asks, as the server's own configuration knows them. Nothing of it comes from the event. */
export interface Principal {
  /** By this name sessions of different tokens are kept apart; undefined where one token is all there is. */
  readonly name: string | undefined;
  /** The projects that may be asked for; undefined for all. */
  readonly projects: readonly string[] | undefined;
  /** Variables for facts, on top of the server's own environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** The principals by the SHA-256 of their token. */
export type Tokens = ReadonlyMap<string, Principal>;

/** Where nobody has to show a token. */
export const anybody: Principal = { name: undefined, projects: undefined, env: {} };

/** Names stand before session ids, so they have no dot. */
export const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

const tokensSchema = z.strictObject({
  tokens: z
    .array(
      z.strictObject({
        name: z.string().regex(namePattern, 'must be letters, digits, `-` and `_`'),
        sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the token, as 64 hexadecimal digits'),
        projects: z.array(z.string()).min(1).optional(),
        env: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).optional(),
      }),
    )
    .min(1),
});

/** Shorter ones could be guessed. */
const shortestToken = 16;

/**
 * Reads a file that holds one token and nothing else.
 * @throws {ServeFileError}
 */
export function readTokenFile(file: string): Tokens {
  const token = readServeFile(file, 'the token file', true).replace(/\r?\n$/, '');
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ServeFileError(`the token file \`${file}\` must hold one token and nothing else`);
  if (token.length < shortestToken) {
    throw new ServeFileError(
      `the token in \`${file}\` is shorter than ${shortestToken} characters; \`openssl rand -hex 32\` makes a good one`,
    );
  }
  return new Map([[sha256(token), anybody]]);
}

/**
 * Reads the list of tokens, in which a token stands as its hash.
 * @throws {ServeFileError}
 */
export function readTokenList(file: string): Tokens {
  const { tokens } = parseServeFile(readServeFile(file, 'the list of tokens', true), file, tokensSchema);
  const found = new Map<string, Principal>();
  for (const { name, sha256: hash, projects, env } of tokens) {
    if (found.has(hash)) throw new ServeFileError(`\`${file}\`: a token stands there twice`);
    if ([...found.values()].some(other => other.name === name))
      throw new ServeFileError(`\`${file}\`: the name \`${name}\` stands there twice`);
    found.set(hash, { name, projects, env: env ?? {} });
  }
  return found;
}

/**
 * Parses a JSON file of the configuration.
 * @throws {ServeFileError} that says where it is wrong
 */
export function parseServeFile<T>(text: string, file: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServeFileError(`\`${file}\` is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `\`${issue.path.join('.')}\`: `;
  throw new ServeFileError(`\`${file}\`: ${where}${issue?.message ?? 'it has a wrong shape'}`);
}

/** The principal of a token; undefined for one that nobody has. Looked up by its hash, so no timing tells of the token. */
export function findPrincipal(tokens: Tokens, token: string): Principal | undefined {
  return tokens.get(sha256(token));
}
