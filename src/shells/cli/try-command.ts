import { type Command, Option } from 'commander';
import { openStateForTrial } from '../../adapters/open-state.ts';
import { createSelfProtection } from '../../adapters/self-protection.ts';
import { createSurroundings } from '../../adapters/surroundings.ts';
import { loadReadableLaws } from '../../commands/readable-laws.ts';
import { tryCall } from '../../commands/try-call.ts';
import { unapprovedNote } from '../../core/decision/decide.ts';
import { locateSteps } from '../../core/decision/located-step.ts';
import { exitCode } from '../../core/exit-code.ts';
import type { LawError } from '../../core/problem/problem.ts';
import { createPainter } from '../../render/painter.ts';
import { renderTrial, trialToJson } from '../../render/trial.ts';
import type { CliIo } from './io.ts';
import { choosePlace } from './law-files.ts';
import { reportLawError } from './report-law-error.ts';
import { loadEvent, makeEvent, readContext, readTime } from './trial-input.ts';

interface TryOptions {
  readonly law?: string;
  readonly event?: string;
  readonly on: string;
  readonly context: readonly string[];
  readonly now?: string;
  readonly project?: string;
  readonly stateDir?: string;
  readonly trace?: boolean;
  readonly format: 'text' | 'json';
}

const collect = (value: string, earlier: readonly string[]): string[] => [...earlier, value];

/** Adds `try` to the program. */
export function registerTry(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('try')
    .description('Judge one call as the hook would, and show why. The call does not run and nothing is recorded.')
    .argument('[tool]', 'the tool, such as Bash or mcp__support__refund_customer')
    .argument('[input...]', "the tool's input: name=value (a text where the tool takes one, else JSON), name:=JSON")
    .option('--event <file>', 'a whole event as the client sends it; - for standard input')
    .option('--on <event>', 'the event', 'PreToolUse')
    .option('--law <file>', "this law instead of the project's own")
    .option('--context <name=value>', 'a trusted fact for this trial (JSON or text)', collect, [])
    .option('--trace', 'show of every rule the part of the law that it hung on, and the values that it read')
    .option('--now <time>', 'the time of the trial, such as 2026-03-29T03:30:00+02:00')
    .option('--project <dir>', 'the project (default: the nearest folder with .git or .claude)')
    .option('--state-dir <dir>', 'where the approved law is kept (default: the state folder of the project)')
    .addOption(new Option('--format <format>', 'how to report').choices(['text', 'json']).default('text'))
    .action(async (tool: string | undefined, input: readonly string[], options: TryOptions) => {
      finish(await runTry(tool, input, options, io));
    });
}

async function runTry(
  tool: string | undefined,
  input: readonly string[],
  options: TryOptions,
  io: CliIo,
): Promise<number> {
  const chosen = choosePlace(options, io);
  const { project } = chosen;
  const place = { ...chosen, env: io.env, platform: process.platform };
  const broken: LawError[] = [];
  const readable = await loadReadableLaws(place, error => broken.push(error));
  const laws = readable.map(({ inForce }) => inForce);
  const event =
    options.event === undefined ? makeEvent(tool, input, options.on, laws, project) : loadEvent(options.event, io);
  const context = readContext(options.context, readable);
  const { decision } = await tryCall({
    event,
    laws,
    context,
    now: options.now === undefined ? undefined : readTime(options.now),
    sources: { env: io.env, project },
    state: where => openStateForTrial(where, chosen.folder),
    surroundings: createSurroundings(event.cwd, place),
    protection: createSelfProtection({
      ...place,
      stateFolders: [place.folder.root, place.userFolder.root],
      memory: undefined,
      bounded: run => run(),
      onFault: () => undefined,
    }),
  });
  const code = decision.verdict === 'deny' || decision.verdict === 'block' ? exitCode.denied : exitCode.fine;
  const what = event.tool?.name ?? event.name;
  const steps = locateSteps(decision, readable, { input: event.tool?.input ?? {}, context });
  const paint = createPainter(io.colour);
  if (options.format === 'json') io.stdout(`${JSON.stringify(trialToJson(decision, steps, code), null, 2)}\n`);
  else io.stdout(renderTrial({ what, decision, steps, all: options.trace === true }, paint));
  for (const error of broken) reportLawError(error, io);
  const note = unapprovedNote(laws);
  if (note !== undefined) io.stderr(`note: ${note}\n`);
  if (laws.length === 0) io.stderr('note: no law was found here, so nothing is enforced; `hooklaw init` writes one\n');
  return code;
}
