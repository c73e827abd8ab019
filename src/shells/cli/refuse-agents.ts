import { type CliIo, CommandError } from './io.ts';

/**
 * Refuses what only a person may do. A tool call of Claude Code is told by a variable, and where the command has taken
 * that away, by the processes above.
 * @param what such as `a law is approved`
 * @throws {CommandError}
 */
export function refuseAgents(io: CliIo, what: string): void {
  if (io.env['CLAUDECODE'] === undefined && io.hasAgentAbove?.() !== true) return;
  throw new CommandError(`${what} by a person, not from inside an agent`, 'run this in a terminal of your own');
}
