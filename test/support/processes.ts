import fs from 'node:fs';

const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 20));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended and that nobody has asked about yet still has a number.
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The process numbers that programs have written into a file, a line each, once there are as many. */
export async function readPids(file: string, count: number): Promise<number[]> {
  for (;;) {
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    const lines = text.split('\n').slice(0, -1);
    if (lines.length >= count) return lines.map(Number);
    await pause();
  }
}

/** Waits until none of the processes runs any more; a test that waits in vain fails by its own time limit. */
export async function untilEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await pause();
}
