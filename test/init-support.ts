import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCli } from '../src/shells/cli/main.ts';

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home folder and a project in a temporary folder, and a way to run command lines there. */
export interface Desk {
  readonly home: string;
  readonly project: string;
  /** `.claude/settings.local.json` of the project. */
  readonly settings: string;
  readonly law: string;
  readonly run: (args: readonly string[], more?: RunOptions) => Promise<Run>;
  /** Every file and link below the temporary folder with its bytes, for comparison. */
  readonly snapshot: () => Record<string, string>;
  readonly cleanUp: () => void;
}

interface RunOptions {
  /** What the terminal answers; without it there is no terminal. */
  readonly answer?: string | (() => string);
  readonly colour?: boolean;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function createDesk(): Desk {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-init-')));
  const home = path.join(root, 'home');
  const project = path.join(root, 'shop');
  fs.mkdirSync(home);
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  const run = async (args: readonly string[], more: RunOptions = {}): Promise<Run> => {
    const out = { stdout: '', stderr: '' };
    const code = await runCli(args, {
      stdout: text => {
        out.stdout += text;
      },
      stderr: text => {
        out.stderr += text;
      },
      ask: async () => (typeof more.answer === 'function' ? more.answer() : more.answer),
      cwd: more.cwd ?? project,
      env: { HOME: home, ...more.env },
      colour: more.colour ?? false,
    });
    return { code, ...out };
  };
  return {
    home,
    project,
    settings: path.join(project, '.claude', 'settings.local.json'),
    law: path.join(project, 'hooklaw.yaml'),
    run,
    snapshot: () => snapshotOf(root),
    cleanUp: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

/** Writes a file with its folders. */
export function put(file: string, content: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
}

function snapshotOf(root: string): Record<string, string> {
  const entries = fs.readdirSync(root, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map(entry => {
      const file = path.join(entry.parentPath, entry.name);
      const content = entry.isFile()
        ? fs.readFileSync(file, 'latin1')
        : entry.isSymbolicLink()
          ? `-> ${fs.readlinkSync(file)}`
          : 'folder';
      return [path.relative(root, file), content];
    }),
  );
}
