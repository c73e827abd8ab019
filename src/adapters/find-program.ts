import fs from 'node:fs';
import path from 'node:path';

/**
 * The path of a program: as it is named by a path, or looked up as a shell would, in the folders of `PATH` that are
 * absolute; undefined when it is not there.
 * @param folder what a relative path is relative to
 */
export function findProgram(
  named: string,
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (/[\\/]/.test(named)) return path.resolve(folder, named);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const place of (env['PATH'] ?? env['Path'] ?? '').split(path.delimiter)) {
    if (!path.isAbsolute(place)) continue;
    const found = endings.map(ending => path.join(place, `${named}${ending}`)).find(isProgram);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
