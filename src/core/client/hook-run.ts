/** What a hook did when it was run: the only thing that the client judges it by. */
export type HookRun =
  | {
      readonly kind: 'exited';
      /** 0 to 255; what a shell makes of a signal (128 + number) counts as an exit code. */
      readonly exitCode: number;
      readonly stdout: string;
      readonly stderr: string;
    }
  | { readonly kind: 'signaled'; readonly signal: string; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'timed-out'; readonly seconds: number; readonly stdout: string; readonly stderr: string }
  /** Exec form only: the program is not there or may not be run. A shell reports that itself, with 126 or 127. */
  | { readonly kind: 'not-started'; readonly cause: string }
  /** An HTTP hook that got an answer. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** An HTTP hook without an answer: refused, reset, timed out. */
  | { readonly kind: 'unanswered'; readonly cause: string };
