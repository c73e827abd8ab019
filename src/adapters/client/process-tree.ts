import fs from 'node:fs';
import { endGroup } from '../started-programs.ts';

/** Whether any process of a group still runs. */
export function isGroupAlive(leader: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-leader, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A program's process group, and on Linux also its descendants that have left the group. */
export interface ProcessTree {
  readonly signal: (signal: NodeJS.Signals) => void;
}

/** @param leader the process number of a program that leads a group of its own and is our child */
export function processTree(leader: number): ProcessTree {
  // A descendant whose parent has ended is no longer found, so those found once are kept in mind.
  const known = new Set<number>();
  return {
    signal: name => {
      for (const pid of descendantsOf(leader)) known.add(pid);
      endGroup(leader, name);
      for (const pid of known) endOne(pid, name);
    },
  };
}

function endOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
}

function descendantsOf(root: number): number[] {
  const processes = listProcesses();
  const found = new Set([root]);
  // Parents mostly stand before their children; where they do not, another round finds them.
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

function listProcesses(): { readonly pid: number; readonly parent: number }[] {
  if (process.platform !== 'linux') return [];
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      const parent = parentOf(name);
      return parent === undefined ? [] : [{ pid: Number(name), parent }];
    });
}

/** The program's name stands in brackets before the state and may hold any character. */
function parentOf(pid: string): number | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
