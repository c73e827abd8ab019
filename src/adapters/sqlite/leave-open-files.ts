import fs from 'node:fs';

/** The numbers among which the files are looked for; a hook has few files open. */
const mostNumbers = 100;

function isOneOf(number: number, wanted: readonly fs.Stats[]): boolean {
  try {
    const { dev, ino } = fs.fstatSync(number);
    return wanted.some(stats => stats.dev === dev && stats.ino === ino);
  } catch {
    return false;
  }
}

/** The numbers of this process's open files that are one of the given files. */
function numbersOf(files: readonly string[]): number[] {
  const wanted = files.flatMap(file => {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? [] : [stats];
  });
  const numbers: number[] = [];
  for (let number = 3; number < mostNumbers && numbers.length < wanted.length; number++) {
    if (isOneOf(number, wanted)) numbers.push(number);
  }
  return numbers;
}

/** The most numbers that are filled up before the wanted one comes. */
const mostFillers = 1_000;

/** Has a number taken by the null device. The lowest free number is given out first, so lower ones are filled up, too. */
function occupy(number: number): void {
  for (let filler = 0; filler < mostFillers; filler++) if (fs.openSync('/dev/null', 'r') >= number) return;
}

/**
 * Leaves a database as a process that is killed leaves it: committed and on the disk in its log, but not folded in. Bun closes
 * every database when the process ends, and the last one that closes a database folds the log in, with as many waits for
 * the disk as four commits; a hook that ends in a few milliseconds does not do that at every call. The next to open the
 * database reads the log, as SQLite does after any crash, and folds it in when it has grown to some pages.
 *
 * The files are closed, and their numbers are taken by the null device at once, so that nothing that SQLite still writes can go anywhere.
 * To be called when nothing more is asked of the database; does nothing where the open files cannot be told.
 */
export function leaveOpenFiles(database: string): void {
  let numbers: number[];
  try {
    numbers = numbersOf([database, `${database}-wal`]);
  } catch {
    return;
  }
  for (const number of numbers) {
    fs.closeSync(number);
    occupy(number);
  }
}
