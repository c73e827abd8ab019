import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from './folders.ts';

/** How long a process that compiles a law is trusted to be at it, in milliseconds. */
const longestTurnMs = 3_000;

/** How often it is looked whether it is done, in milliseconds. */
const lookEveryMs = 25;

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

function take(turn: string): boolean {
  // Where no file can be made nobody can take a turn, and everybody compiles.
  try {
    makeFolder(path.dirname(turn));
  } catch {
    return true;
  }
  try {
    fs.closeSync(fs.openSync(turn, 'wx', 0o600));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

function giveBack(turn: string): void {
  try {
    fs.rmSync(turn, { force: true });
  } catch {
    // A turn that cannot be given back ends by itself.
  }
}

/**
 * Lets one of several processes that need the same thing make it, while the others wait for it: the first calls of a
 * session come many at a time, and all of them compiling the law at once would take each of them beyond its deadline.
 * @param turn a file that stands for the turn
 * @param find what was made, once it is there
 * @param make makes it; also when whoever had the turn has not come to an end
 */
export async function inTurn<T>(turn: string, find: () => T | undefined, make: () => Promise<T>): Promise<T> {
  if (take(turn)) {
    try {
      return await make();
    } finally {
      giveBack(turn);
    }
  }
  for (let waited = 0; waited < longestTurnMs; waited += lookEveryMs) {
    await pause(lookEveryMs);
    const found = find();
    if (found !== undefined) return found;
    if (!fs.existsSync(turn)) break;
  }
  const found = find();
  if (found !== undefined) return found;
  try {
    return await make();
  } finally {
    giveBack(turn);
  }
}
