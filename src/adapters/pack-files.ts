import fs from 'node:fs';
import path from 'node:path';

/** The packs as they stand in the sources, by name. */
export function readPackFiles(): Record<string, string> {
  const folder = path.join(import.meta.dirname, '..', 'packs');
  const files = fs.readdirSync(folder).filter(file => file.endsWith('.yaml'));
  return Object.fromEntries(
    files.sort().map(file => [path.basename(file, '.yaml'), fs.readFileSync(path.join(folder, file), 'utf8')]),
  );
}
