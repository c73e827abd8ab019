import { type CompiledLaw, compiledLawFormat } from '../core/law/compiled-law.ts';
import { type OpenLaw, openLaw, packLaw, unpackLaw } from '../core/law/open-law.ts';
import { version } from '../version.ts';
import { readTextIfExists, writeFileAtomic } from './atomic-file.ts';
import { inTurn } from './compile-turn.ts';
import { sha256, sha256Once } from './digest.ts';
import { packsDigest } from './packs-digest.ts';
import type { StateFolder } from './state-folder.ts';

/** Compiles a law's source; loaded on need, since it brings the schema, the parsers and the type checker. */
export type Compile = (bytes: Uint8Array, file: string) => Promise<CompiledLaw>;

/** The stored form: one line with the hash of the rest, then the law as JSON. */
function pack(law: CompiledLaw): string {
  const body = packLaw(law);
  return `${sha256(body)}\n${body}`;
}

/** Reads the stored form; undefined when it is damaged or of another format, so that it is built again. */
function unpack(text: string): OpenLaw | undefined {
  const newline = text.indexOf('\n');
  const body = text.slice(newline + 1);
  if (newline === -1 || sha256(body) !== text.slice(0, newline)) return undefined;
  return unpackLaw(body);
}

/** What a runtime accepts as a pattern or a zone may differ, so that each keeps laws of its own. */
const runtime = `${'bun' in process.versions ? 'bun' : 'node'}${process.versions.node.split('.')[0] ?? ''}-${process.versions['tz'] ?? ''}`;

/**
 * The name under which a law's compiled form is kept: whatever changes the result is in it. A newer program brings newer packs
 * and builds the law again from the very source that was approved: what was approved is the law, which names the packs.
 */
function keyOf(bytes: Uint8Array, file: string): string {
  const syntax = /\.(jsonc?)$/.exec(file)?.[1] ?? 'yaml';
  return `${sha256Once(bytes).slice(0, 40)}-${syntax}-${compiledLawFormat}-${version}-${packsDigest}-${runtime}`;
}

/**
 * Gives a law in its compiled form: the stored one, or, where that is missing or damaged, a new one, which is stored.
 * A state folder that cannot be written costs time at every call, but never the judgement.
 * @param onStoreFailure told when the compiled form could not be stored
 * @throws {LawError} when the source cannot be compiled
 */
export async function loadCompiledLaw(
  bytes: Uint8Array,
  file: string,
  folder: StateFolder,
  compile: Compile,
  onStoreFailure: (error: unknown) => void,
): Promise<OpenLaw> {
  const place = folder.compiledLaw(keyOf(bytes, file));
  const known = readStored(place);
  if (known !== undefined) return known;
  return inTurn(
    `${place}.turn`,
    () => readStored(place),
    async () => {
      const law = await compile(bytes, file);
      try {
        storeCompiledLaw(bytes, file, folder, law);
      } catch (error) {
        onStoreFailure(error);
      }
      return openLaw(law);
    },
  );
}

/**
 * Stores a compiled law, so that the hook need not compile it.
 * @throws the file system's error
 */
export function storeCompiledLaw(bytes: Uint8Array, file: string, folder: StateFolder, law: CompiledLaw): void {
  writeFileAtomic(folder.compiledLaw(keyOf(bytes, file)), pack(law));
}

function readStored(file: string): OpenLaw | undefined {
  try {
    const text = readTextIfExists(file);
    return text === undefined ? undefined : unpack(text);
  } catch {
    return undefined;
  }
}
