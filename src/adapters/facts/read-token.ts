import type { JSONWebKeySet } from 'jose';
import type { TokenSource } from '../../core/context/fact.ts';
import { isJsonObject, type JsonValue } from '../../core/json/json-value.ts';
import { isKeySetUrl } from '../../core/law/key-set.ts';
import { FactFailure } from './fact-failure.ts';
import { protectedFile, type SourcePlace } from './fact-place.ts';
import { fetchKeySet, largestKeySet } from './fetch-key-set.ts';
import { parseJson, readFactText, unreadable } from './read-fact-file.ts';

/** Longer than any token that fits into a request's headers, in bytes. */
const longestToken = 64 * 1024;

function readProtected(named: string, most: number, source: TokenSource, place: SourcePlace): string {
  try {
    return readFactText(protectedFile(named, source.untrustedOk, place), named, most);
  } catch (error) {
    throw unreadable(named, error);
  }
}

/** The token; undefined when there is none. */
function findToken(source: TokenSource, place: SourcePlace): string | undefined {
  const { token } = source;
  const text = 'env' in token ? (place.env[token.env] ?? '') : readProtected(token.file, longestToken, source, place);
  if (text.length > longestToken) throw new FactFailure(`the token is longer than ${longestToken} bytes`);
  return text.trim() === '' ? undefined : text.trim();
}

async function readKeySet(named: string, source: TokenSource, place: SourcePlace): Promise<string> {
  if (!isKeySetUrl(named)) return readProtected(named, largestKeySet, source, place);
  if (!place.fact.trusted)
    throw new FactFailure(
      `the keys at ${named} are only fetched for a law that is trusted; \`hooklaw trust\` or \`hooklaw approve\` makes it so`,
    );
  return fetchKeySet(named, place.signal);
}

async function loadKeys(named: string, source: TokenSource, place: SourcePlace): Promise<JSONWebKeySet['keys']> {
  const set = parseJson(await readKeySet(named, source, place), named);
  const keys = isJsonObject(set) ? set['keys'] : undefined;
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) throw new FactFailure(`\`${named}\` is no key set`);
  return keys as JSONWebKeySet['keys'];
}

const claimFaults: Readonly<Record<string, string>> = {
  iss: 'the token is not from the issuer that the law names',
  aud: 'the token is for another audience',
  exp: 'the token says nowhere when it expires (`exp`)',
  nbf: 'the token does not hold yet (`nbf`)',
};

const faults: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'the token has expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: "the token's signature is wrong",
  ERR_JWKS_NO_MATCHING_KEY: 'the token is signed by a key that is not among those of the issuer',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'the token does not say which of the keys it is signed by (`kid`)',
  ERR_JOSE_ALG_NOT_ALLOWED: 'the token is signed in a way that the law does not allow',
};

/** Why a token does not hold; never a word of the token itself. */
function explain(error: unknown): string {
  const { code, claim } = error as { readonly code?: string; readonly claim?: string };
  if (code === 'ERR_JWT_CLAIM_VALIDATION_FAILED') {
    const known = claim === undefined ? undefined : claimFaults[claim];
    return known ?? `the token's claim \`${claim}\` is wrong`;
  }
  const known = code === undefined ? undefined : faults[code];
  return known ?? `the token is not valid${code === undefined ? '' : ` (${code})`}`;
}

/**
 * Checks a signed token, and gives its claims.
 * @returns undefined when there is no token
 * @throws {FactFailure} when it does not hold
 */
export async function readToken(source: TokenSource, place: SourcePlace): Promise<JsonValue | undefined> {
  const token = findToken(source, place);
  if (token === undefined) return undefined;
  const [{ createLocalJWKSet, jwtVerify }, ...loaded] = await Promise.all([
    import('jose'),
    ...source.jwks.map(named => loadKeys(named, source, place).catch((error: unknown) => error)),
  ]);
  const keys = loaded.flatMap(set => (Array.isArray(set) ? (set as JSONWebKeySet['keys']) : []));
  const missing = loaded.find(set => !Array.isArray(set));
  if (keys.length === 0) throw missing ?? new FactFailure('the key sets hold no key');
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys }), {
      issuer: source.issuer,
      audience: [...source.audience],
      algorithms: [...source.algorithms],
      clockTolerance: source.clockToleranceS,
      requiredClaims: ['exp'],
    });
    return payload as JsonValue;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    // The key may stand in the set that could not be had; that is what a person has to know.
    if (code === 'ERR_JWKS_NO_MATCHING_KEY' && missing !== undefined) throw missing;
    throw new FactFailure(explain(error));
  }
}
