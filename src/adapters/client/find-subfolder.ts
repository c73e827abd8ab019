import fs from 'node:fs';
import path from 'node:path';

/** A folder inside a project, to see what a hook does when the session is in it; undefined when there is none. */
export function findSubfolder(projectDir: string): string | undefined {
  try {
    const names = fs.readdirSync(projectDir, { withFileTypes: true }).filter(entry => entry.isDirectory());
    const ordinary = names.find(({ name }) => !name.startsWith('.') && name !== 'node_modules') ?? names[0];
    return ordinary === undefined ? undefined : path.join(projectDir, ordinary.name);
  } catch {
    return undefined;
  }
}
