import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ConfiguredHook } from '../../core/client/hook-source.ts';
import { type JsonObject, ownField, ownString } from '../../core/json/json-value.ts';
import { defaultStateDir, stateHome } from '../state-dir.ts';
import { createStateFolder, type StateFolder } from '../state-folder.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A copy of what hooklaw keeps, in which its own hook can be tried without a trace in records or budgets. */
export interface OwnHookSandbox {
  /** Variables that lead the hook into the sandbox. */
  readonly env: Env;
  /** The copy of the state folder that a hook uses. */
  readonly folderOf: (hook: ConfiguredHook) => StateFolder;
  /** The hook with its `--state-dir` led into the sandbox; everything else of its command is as installed. */
  readonly isolate: (hook: ConfiguredHook) => ConfiguredHook;
  /** Takes away what was spent and remembered, so that what comes next starts as the first did. */
  readonly forget: () => void;
  readonly remove: () => void;
}

/** What of a state folder the hook judges by; records and budgets stay behind. */
const judgedBy = ['approved', 'law', 'settings.json', 'install.json', 'trust.json', 'roots'];

/**
 * Makes a sandbox.
 * @param projectDir the project whose state is copied
 */
export function createOwnHookSandbox(projectDir: string, env: Env): OwnHookSandbox {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hooklaw-self-test-')));
  const home = stateHome(env);
  const copies = new Map<string, string>();
  const copyOf = (original: string): string => {
    const known = copies.get(original);
    if (known !== undefined) return known;
    const inside = path.relative(home, original);
    const copy = inside.startsWith('..') ? `state-${copies.size}` : path.join('home', 'hooklaw', inside);
    copies.set(original, path.join(root, copy));
    copyJudgedBy(original, path.join(root, copy));
    return path.join(root, copy);
  };
  copyOf(home);
  const named = env['HOOKLAW_STATE_DIR'];
  const inUse =
    named === undefined || named === '' ? defaultStateDir(projectDir, env) : path.resolve(projectDir, named);
  const unnamed = copyOf(inUse);
  return {
    env: { XDG_STATE_HOME: path.join(root, 'home'), ...(named ? { HOOKLAW_STATE_DIR: unnamed } : {}) },
    folderOf: ({ entry }) => createStateFolder(copyOf(wiredStateDir(entry) ?? inUse)),
    isolate: hook => ({ ...hook, entry: redirect(hook.entry, copyOf) }),
    forget: () => {
      for (const copy of copies.values()) forgetState(copy);
    },
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

function copyJudgedBy(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of judgedBy) {
    const source = path.join(from, name);
    if (fs.existsSync(source)) fs.cpSync(source, path.join(to, name), { recursive: true });
  }
}

function forgetState(folder: string): void {
  const { database } = createStateFolder(folder);
  for (const ending of ['', '-wal', '-shm']) fs.rmSync(database + ending, { force: true });
}

const shellOption = /(--state-dir[ =])("[^"]*"|'[^']*'|\S+)/;

function wiredStateDir(entry: JsonObject): string | undefined {
  const args = ownField(entry, 'args');
  if (!Array.isArray(args)) {
    return shellOption.exec(ownString(entry, 'command') ?? '')?.[2]?.replace(/^["']|["']$/g, '');
  }
  const value: unknown = args[args.indexOf('--state-dir') + 1];
  return args.includes('--state-dir') && typeof value === 'string' ? value : undefined;
}

function redirect(entry: JsonObject, copyOf: (original: string) => string): JsonObject {
  const wired = wiredStateDir(entry);
  if (wired === undefined) return entry;
  const copy = copyOf(wired);
  const args = ownField(entry, 'args');
  if (Array.isArray(args)) {
    const at = args.indexOf('--state-dir') + 1;
    return { ...entry, args: args.map((arg, index) => (index === at ? copy : arg)) };
  }
  const command = ownString(entry, 'command') ?? '';
  return { ...entry, command: command.replace(shellOption, (_, option: string) => `${option}'${copy}'`) };
}
