import fs from 'node:fs';

/** How many processes upwards are looked at. */
const mostAncestors = 64;

/**
 * Whether one of the processes above this one is a coding agent, or was started by one. Unlike this process's own
 * environment, that of its ancestors cannot be changed by the command that started it. Only Linux shows it, and only of
 * processes of the same user; elsewhere the answer is no. docs/self-protection.md says how far that goes.
 */
export function hasAgentAbove(from: number = process.ppid): boolean {
  let pid = from;
  for (let count = 0; count < mostAncestors && pid > 1; count++) {
    if (isAgent(pid)) return true;
    const parent = parentOf(pid);
    if (parent === undefined) return false;
    pid = parent;
  }
  return false;
}

function isAgent(pid: number): boolean {
  if (readQuietly(`/proc/${pid}/comm`)?.trim() === 'claude') return true;
  return (
    readQuietly(`/proc/${pid}/environ`)
      ?.split('\0')
      .some(entry => entry.startsWith('CLAUDECODE=')) === true
  );
}

/** The program's name stands in brackets before it and may hold any character. */
function parentOf(pid: number): number | undefined {
  const stat = readQuietly(`/proc/${pid}/stat`);
  const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return Number.isInteger(parent) ? parent : undefined;
}

function readQuietly(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
