import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The packs of src/packs by name, as the programs carry them. */
export function readPacks(root) {
  const folder = path.join(root, 'src', 'packs');
  const files = fs.readdirSync(folder).filter(file => file.endsWith('.yaml'));
  return Object.fromEntries(
    files.toSorted().map(file => [path.basename(file, '.yaml'), fs.readFileSync(path.join(folder, file), 'utf8')]),
  );
}

/** What the programs are given of the packs: their texts, and a name for these texts. */
export function definePacks(root) {
  const packs = JSON.stringify(readPacks(root));
  const digest = createHash('sha256').update(packs).digest('hex').slice(0, 12);
  return { HOOKLAW_PACKS: packs, HOOKLAW_PACKS_DIGEST: JSON.stringify(digest) };
}
