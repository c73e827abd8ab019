import type { ShownPlace } from '../../render/excerpt.ts';

/** What a command line command may touch of the terminal; tests hand in their own. */
export interface CliIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Asks on the terminal and gives the answer; undefined when there is no terminal to ask on. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether an agent is among the processes above. */
  readonly hasAgentAbove?: () => boolean;
  /** Whether text output may be coloured. */
  readonly colour: boolean;
  /** How many columns a line has; undefined where there is no terminal. */
  readonly columns?: number | undefined;
}

/** The command could not do its work: exit 3, the message on stderr. */
export class CommandError extends Error {
  readonly help: string | undefined;
  /** The place in a file that it is about. */
  readonly shown: ShownPlace | undefined;

  constructor(message: string, help?: string, shown?: ShownPlace) {
    super(message);
    this.name = 'CommandError';
    this.help = help;
    this.shown = shown;
  }
}
