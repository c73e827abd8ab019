import path from 'node:path';
import { findProgram } from '../find-program.ts';
import { runProgram } from './run-program.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What git makes of a file. A file that is not tracked is missing in other worktrees and clones. */
export type GitState = 'tracked' | 'ignored' | 'untracked';

/** What git says of a folder. */
export interface GitView {
  /** The root of the working tree in which the folder lies. */
  readonly root: string;
  /** Whether that is a linked worktree. */
  readonly linkedWorktree: boolean;
  /** The root of the main checkout, of a linked worktree that has one. */
  readonly mainCheckout: string | undefined;
  /** By path, as asked; without those of which git cannot tell. */
  readonly files: ReadonlyMap<string, GitState>;
}

/** How long git may take, in milliseconds. */
const patience = 5_000;

type Git = (...args: readonly string[]) => Promise<string | undefined>;

/**
 * Asks git about a folder and some files in it; undefined without git, or outside of a repository. Never throws.
 * @param files absolute paths; they need not exist
 */
export async function viewGit(folder: string, files: readonly string[], env: Env): Promise<GitView | undefined> {
  const program = findProgram('git', folder, env);
  if (program === undefined) return undefined;
  const git = createGit(program, folder, env);
  const lines = (
    await git('rev-parse', '--path-format=absolute', '--show-toplevel', '--git-dir', '--git-common-dir')
  )?.split('\n');
  const [root, own, common] = lines ?? [];
  if (root === undefined || own === undefined || common === undefined) return undefined;
  const linkedWorktree = path.resolve(own) !== path.resolve(common);
  const hasMain = linkedWorktree && path.basename(common) === '.git';
  const states = await Promise.all(files.map(async file => [file, await stateOf(file, git)] as const));
  return {
    root: path.resolve(root),
    linkedWorktree,
    mainCheckout: hasMain ? path.dirname(path.resolve(common)) : undefined,
    files: new Map(states.filter((entry): entry is [string, GitState] => entry[1] !== undefined)),
  };
}

async function stateOf(file: string, git: Git): Promise<GitState | undefined> {
  const tracked = await git('--literal-pathspecs', 'ls-files', '--cached', '--', file);
  if (tracked === undefined) return undefined;
  if (tracked !== '') return 'tracked';
  return (await git('check-ignore', '--quiet', '--', file)) === undefined ? 'untracked' : 'ignored';
}

/** Runs git without a shell, and without what a repository's settings or the environment could make it run. */
function createGit(file: string, cwd: string, env: Env): Git {
  const plain = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('GIT_'),
  );
  const safe = { ...Object.fromEntries(plain), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
  return async (...args) => {
    const signal = new AbortController().signal;
    const limits = { timeout: patience, most: 1024 * 1024, signal };
    try {
      const run = await runProgram({
        file,
        args: ['-c', 'core.fsmonitor=false', ...args],
        cwd,
        env: safe,
        stdin: '',
        ...limits,
      });
      return run.end.kind === 'exited' && run.end.exitCode === 0 ? run.stdout.trimEnd() : undefined;
    } catch {
      return undefined;
    }
  };
}
