import { sha256 } from './digest.ts';
import { readPackFiles } from './pack-files.ts';

declare const HOOKLAW_PACKS_DIGEST: string | undefined;

/**
 * A name for the packs as they are in this program: a compiled law holds their rules, and is built again where they are others.
 * Put in by the build by itself, so that the hook need not load the packs.
 */
export const packsDigest: string =
  typeof HOOKLAW_PACKS_DIGEST === 'string'
    ? HOOKLAW_PACKS_DIGEST
    : sha256(JSON.stringify(readPackFiles())).slice(0, 12);
