import fs from 'node:fs';
import path from 'node:path';

/** How this very program is started by absolute paths, for a settings file. */
export interface OwnCommand {
  readonly command: string;
  readonly prefixArgs: readonly string[];
}

interface Runtime {
  readonly execPath: string;
  /** The folder of the running module. */
  readonly moduleFolder: string;
  /** `Bun.main`; undefined under Node. */
  readonly bunMain: string | undefined;
}

/**
 * Under Node: the running Node and bin/hooklaw.js; the executable: itself. The script's path is made real, since npm's
 * link to it may go with another version; the program's path stays as the runtime gives it, so that the name by which
 * an executable was started (a link that an upgrade moves along) is not turned into one version's folder.
 */
export function findOwnCommand(runtime: Runtime = currentRuntime()): OwnCommand {
  if (runtime.bunMain !== undefined && isEmbedded(runtime.bunMain))
    return { command: runtime.execPath, prefixArgs: [] };
  const script = path.join(packageFolder(runtime.moduleFolder), 'bin', 'hooklaw.js');
  return { command: runtime.execPath, prefixArgs: [fs.existsSync(script) ? fs.realpathSync(script) : script] };
}

/** Bun's embedded file system has a root of its own. */
function isEmbedded(main: string): boolean {
  return main.startsWith('/$bunfs/') || /^[A-Za-z]:[\\/]~BUN/.test(main);
}

function currentRuntime(): Runtime {
  const bun: unknown = Reflect.get(globalThis, 'Bun');
  const main: unknown =
    process.versions['bun'] !== undefined && typeof bun === 'object' && bun !== null
      ? Reflect.get(bun, 'main')
      : undefined;
  return {
    execPath: path.resolve(process.execPath),
    moduleFolder: import.meta.dirname,
    bunMain: typeof main === 'string' ? main : undefined,
  };
}

function packageFolder(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
    if (path.dirname(folder) === folder) throw new Error(`cannot find hooklaw's own package above \`${from}\``);
  }
}
