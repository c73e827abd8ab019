const windows = process.platform === 'win32';
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const running = new Set<number>();

/** Ends a program together with what it has started; it has to lead a process group of its own. */
export function endGroup(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(windows ? pid : -pid, signal);
  } catch {
    return;
  }
}

function endRunning(): void {
  for (const pid of running) endGroup(pid);
}

function endWithUs(signal: NodeJS.Signals): void {
  endRunning();
  for (const name of signals) process.off(name, endWithUs);
  process.kill(process.pid, signal);
}

let watchers = 0;

/** What is known of programs that must not outlive this process. */
export interface StartedPrograms {
  readonly add: (pid: number | undefined) => void;
  readonly release: () => void;
}

/**
 * Sees to it that programs do not outlive this process, however it ends. It has to be called before a program is started: a
 * signal in between would end us and leave the program.
 */
export function watchStartedPrograms(): StartedPrograms {
  const own = new Set<number>();
  watchers += 1;
  if (watchers === 1) {
    process.on('exit', endRunning);
    for (const name of signals) process.on(name, endWithUs);
  }
  return {
    add: pid => {
      if (pid === undefined) return;
      own.add(pid);
      running.add(pid);
    },
    release: () => {
      for (const pid of own) running.delete(pid);
      watchers -= 1;
      if (watchers > 0) return;
      process.off('exit', endRunning);
      for (const name of signals) process.off(name, endWithUs);
    },
  };
}
