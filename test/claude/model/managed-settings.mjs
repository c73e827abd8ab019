import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const folder = '/etc/claude-code';

/**
 * Puts files into the folder of managed settings, by path within it. An overlay on /etc in this mount namespace keeps
 * the machine as it is; `layers` is where it is kept.
 */
export function mountManagedSettings({ files, layers }) {
  fs.mkdirSync(layers);
  execFileSync('mount', ['-t', 'tmpfs', 'layers', layers]);
  const [upper, work] = ['upper', 'work'].map(name => path.join(layers, name));
  for (const each of [upper, work]) fs.mkdirSync(each);
  execFileSync('mount', ['-t', 'overlay', 'etc', '-o', `lowerdir=/etc,upperdir=${upper},workdir=${work}`, '/etc']);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}
