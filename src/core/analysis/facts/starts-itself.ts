import type { Command } from '../shell/reading.ts';

/** How often a function may be found inside of itself before it counts as one without an end. */
const rounds = 3;

/** Whether a command was reached through a function that calls itself, beside itself or in the background. */
export function startsItself({ via }: Command): boolean {
  const functions = via.map(({ by }) => by).filter(by => by.startsWith('function '));
  return functions.some(name => functions.filter(other => other === name).length >= rounds);
}
