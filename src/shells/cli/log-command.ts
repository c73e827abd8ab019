import { type Command, Option } from 'commander';
import { openExistingState } from '../../adapters/open-state.ts';
import { loadReadableLaws } from '../../commands/readable-laws.ts';
import { exitCode } from '../../core/exit-code.ts';
import type { KeptReservation } from '../../core/state/state.ts';
import { findStatePlace } from '../../engine/state-place.ts';
import { StateError, type StateStore } from '../../ports/state-store.ts';
import { createPainter } from '../../render/painter.ts';
import { plural } from '../../render/plural.ts';
import { renderReservations, reservationsToJson } from '../../render/reservations.ts';
import { type CliIo, CommandError } from './io.ts';
import { choosePlace, type PlaceFlags } from './law-files.ts';
import { refuseAgents } from './refuse-agents.ts';

interface ReservationOptions extends PlaceFlags {
  readonly all?: boolean;
  readonly limit: string;
  readonly release?: readonly string[];
  readonly format: 'text' | 'json';
}

/** Adds `log` to the program. */
export function registerLog(program: Command, io: CliIo, finish: (code: number) => void): void {
  const log = program.command('log').description('Look into what hooklaw has kept.');
  log
    .command('reservations')
    .description('Show what calls have reserved from budgets and have not reported yet.')
    .option('--all', 'show those that ran and those that were released, too')
    .option('--limit <count>', 'how many to show, newest first', '100')
    .option('--release <id...>', 'release reservations of calls that did not run')
    .option('--law <file>', 'the law')
    .option('--state-dir <dir>', 'the state folder')
    .option('--project <dir>', 'the project')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action(async (options: ReservationOptions) => finish(await runReservations(options, io)));
}

function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1)
    throw new CommandError(`\`--limit ${text}\` is no count`, 'give 1 or more');
  return limit;
}

async function open(options: ReservationOptions, io: CliIo): Promise<StateStore | undefined> {
  const chosen = choosePlace(options, io);
  const laws = await loadReadableLaws({ ...chosen, env: io.env, platform: process.platform });
  return openExistingState(findStatePlace(laws.map(({ inForce }) => inForce)), chosen.folder);
}

async function runReservations(options: ReservationOptions, io: CliIo): Promise<number> {
  const limit = readLimit(options.limit);
  // Giving money back to a budget is for a person, as approving is.
  if (options.release !== undefined) refuseAgents(io, 'reservations are released');
  try {
    const store = await open(options, io);
    const released: string[] = [];
    const unknown: string[] = [];
    for (const word of options.release ?? []) {
      const id = word.replace(/^#/, '');
      ((await store?.release(id)) === true ? released : unknown).push(id);
    }
    const kept = (await store?.listReservations(options.all === true ? 'all' : 'open', limit)) ?? [];
    await store?.close();
    report(kept, released, unknown, options, io);
    return unknown.length === 0 ? exitCode.fine : exitCode.problems;
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    throw new CommandError(`the state cannot be read: ${error.message}`);
  }
}

function report(
  kept: readonly KeptReservation[],
  released: readonly string[],
  unknown: readonly string[],
  options: ReservationOptions,
  io: CliIo,
): void {
  if (options.format === 'json') {
    const result = { released, unknown, reservations: reservationsToJson(kept) };
    io.stdout(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  if (released.length > 0) io.stdout(`${plural(released.length, 'reservation')} released: ${released.join(', ')}\n`);
  for (const id of unknown) io.stderr(`there is no reservation \`${id}\` that still counts\n`);
  io.stdout(renderReservations(kept, options.all === true, createPainter(io.colour)));
}
