import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Where Debian and its kin keep the server's programs, the newest version first. */
function versionedFolders() {
  const base = '/usr/lib/postgresql';
  if (!fs.existsSync(base)) return [];
  const versions = fs.readdirSync(base).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return versions.map(version => path.join(base, version, 'bin'));
}

function configuredFolder() {
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return asked.status === 0 ? [asked.stdout.trim()] : [];
}

/** The folder with `initdb` and `postgres`; undefined when this machine has no PostgreSQL server. */
export function findPostgres() {
  const inPath = (process.env.PATH ?? '').split(path.delimiter).filter(folder => folder !== '');
  const folders = [...configuredFolder(), ...versionedFolders(), ...inPath];
  return folders.find(folder => ['initdb', 'postgres'].every(name => fs.existsSync(path.join(folder, name))));
}
