interface Hasher {
  readonly update: (data: string | Uint8Array) => Hasher;
  readonly digest: (encoding: 'hex') => string;
}

interface BunLike {
  readonly CryptoHasher: new (algorithm: 'sha256') => Hasher;
}

/** In the executable the runtime's own hasher starts in a tenth of the time that `node:crypto` takes to load. */
function createSha256(): Hasher {
  const bun = (globalThis as { readonly Bun?: BunLike }).Bun;
  return bun === undefined
    ? process.getBuiltinModule('node:crypto').createHash('sha256')
    : new bun.CryptoHasher('sha256');
}

/** Hexadecimal SHA-256. */
export function sha256(data: string | Uint8Array): string {
  return createSha256().update(data).digest('hex');
}

const known = new WeakMap<Uint8Array, string>();

/** The same for bytes that nobody changes, worked out once. */
export function sha256Once(bytes: Uint8Array): string {
  let hash = known.get(bytes);
  if (hash === undefined) {
    hash = sha256(bytes);
    known.set(bytes, hash);
  }
  return hash;
}
