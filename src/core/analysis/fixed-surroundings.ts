import { folderOf, isRooted, normalizePath, resolvePath } from './path-text.ts';
import type { Surroundings } from './surroundings.ts';

/** What is given of the machine that a law's test plays on; all else is the same everywhere. */
export interface GivenMachine {
  readonly platform?: 'posix' | 'windows' | undefined;
  readonly cwd?: string | undefined;
  readonly home?: string | undefined;
  readonly project?: string | undefined;
  /** Files by their path: their text, or `-> path` for a link. */
  readonly files?: Readonly<Record<string, string>> | undefined;
}

/** The most links that are followed from one path. */
const mostLinks = 40;

const standard = {
  posix: { project: '/srv/app', home: '/home/u', temporary: ['/tmp', '/var/tmp'] },
  windows: {
    project: 'C:/srv/app',
    home: 'C:/Users/u',
    temporary: ['C:/Users/u/AppData/Local/Temp', 'C:/Windows/Temp'],
  },
} as const;

/** Files that are told of and not looked for. */
class GivenFiles {
  readonly #links = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  constructor(files: Readonly<Record<string, string>>, project: string) {
    for (const [name, content] of Object.entries(files)) {
      const file = resolvePath(project, name);
      const target = /^->\s*(.*\S)\s*$/.exec(content)?.[1];
      if (target === undefined) this.#texts.set(file, content);
      else this.#links.set(file, resolvePath(folderOf(file), target));
    }
  }

  readonly real = (path: string): string => {
    let found = normalizePath(path);
    for (let left = mostLinks; left > 0; left--) {
      const next = this.#followFirst(found);
      if (next === undefined) break;
      found = next;
    }
    return found;
  };

  /** A path with the first link on its way followed; undefined where there is none. */
  #followFirst(path: string): string | undefined {
    for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
      const start = end === -1 ? path : path.slice(0, end);
      const target = this.#links.get(start);
      if (target !== undefined) return normalizePath(target + path.slice(start.length));
      if (end === -1) return undefined;
    }
  }

  readonly text = (path: string): string | undefined => this.#texts.get(this.real(path));
}

/** Surroundings that are the same on every machine. */
export function createFixedSurroundings(given: GivenMachine = {}): Surroundings {
  const platform = given.platform ?? 'posix';
  const usual = standard[platform];
  const rooted = (path: string | undefined, fallback: string): string =>
    path !== undefined && isRooted(path) ? normalizePath(path.replaceAll('\\', '/')) : fallback;
  const project = rooted(given.project, usual.project);
  const home = rooted(given.home, usual.home);
  const cwd = rooted(given.cwd, project);
  const { real, text } = new GivenFiles(given.files ?? {}, project);
  const variables = new Map([
    ['HOME', home],
    ['PWD', cwd],
    ['USER', 'u'],
    ['TMPDIR', usual.temporary[0]],
  ]);
  return {
    cwd,
    home,
    project,
    temporary: usual.temporary,
    platform,
    env: name => variables.get(name),
    observer: { real, text },
  };
}
