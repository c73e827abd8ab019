import fs from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import { openStateForTrial } from '../../adapters/open-state.ts';
import { createSelfProtection } from '../../adapters/self-protection.ts';
import { loadReadableLaws } from '../../commands/readable-laws.ts';
import { tryCall } from '../../commands/try-call.ts';
import { convertFact } from '../../core/context/convert-fact.ts';
import type { FactDefinition } from '../../core/context/fact.ts';
import { type LawInForce, unapprovedNote } from '../../core/decision/decide.ts';
import { builtinToolShape } from '../../core/event/builtin-tools.ts';
import { eventInfo, eventNames, isKnownEvent } from '../../core/event/catalogue.ts';
import { defaultEventLimits, EventError, readEvent } from '../../core/event/read-event.ts';
import type { HookEvent } from '../../core/event/tool-event.ts';
import { exitCode } from '../../core/exit-code.ts';
import type { JsonValue } from '../../core/json/json-value.ts';
import { matchesToolPattern } from '../../core/law/tool-pattern.ts';
import { nearestName } from '../../core/problem/nearest-name.ts';
import { createPainter } from '../../render/painter.ts';
import { renderTrial, trialToJson } from '../../render/trial.ts';
import { type CliIo, CommandError } from './io.ts';
import { choosePlace } from './law-files.ts';

interface TryOptions {
  readonly law?: string;
  readonly event?: string;
  readonly on: string;
  readonly context: readonly string[];
  readonly now?: string;
  readonly project?: string;
  readonly stateDir?: string;
  readonly format: 'text' | 'json';
}

/** Fields that every event of the client has. */
const standIns = { session_id: 'try', transcript_path: '/dev/null' };

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
  const readable = await loadReadableLaws(place);
  const laws = readable.map(({ inForce }) => inForce);
  const event =
    options.event === undefined ? makeEvent(tool, input, options, laws, project) : loadEvent(options.event, io);
  const { decision } = await tryCall({
    event,
    laws,
    context: readContext(options.context, laws),
    now: options.now === undefined ? undefined : readTime(options.now),
    sources: { env: io.env, project },
    state: where => openStateForTrial(where, chosen.folder),
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
  if (options.format === 'json') io.stdout(`${JSON.stringify(trialToJson(decision, code), null, 2)}\n`);
  else io.stdout(renderTrial(what, decision, createPainter(io.colour)));
  const note = unapprovedNote(laws);
  if (note !== undefined) io.stderr(`note: ${note}\n`);
  if (laws.length === 0) io.stderr('note: no law was found here, so nothing is enforced; `hooklaw init` writes one\n');
  return code;
}

/** Facts for the trial, each of the type and among the values that the law declares. */
function readContext(pairs: readonly string[], laws: readonly LawInForce[]): Record<string, JsonValue> {
  const declared = Object.assign({}, ...laws.map(({ law }) => law.context)) as Record<string, FactDefinition>;
  const context: Record<string, JsonValue> = {};
  for (const pair of pairs) {
    const [name, value] = readPair(pair, '--context', fact => declared[fact]?.type);
    const definition = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (definition === undefined) {
      const nearest = nearestName(name, Object.keys(declared));
      throw new CommandError(
        `no law here has a fact \`${name}\``,
        nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
      );
    }
    const fact = convertFact(definition, value, false);
    if ('failure' in fact)
      throw new CommandError(`the fact \`${name}\` cannot be ${JSON.stringify(value)}: ${fact.failure}`);
    context[name] = value;
  }
  return context;
}

function readTime(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new CommandError(`\`--now ${text}\` is no time`, 'write it as 2026-03-29T03:30:00+02:00');
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(text)) {
    throw new CommandError(`\`--now ${text}\` names no zone`, 'end it with Z or an offset such as +02:00');
  }
  return time;
}

/** Reads `name=value` or `name:=JSON`. */
function readPair(
  pair: string,
  what: string,
  typeOf: ((name: string) => string | undefined) | undefined,
): [string, JsonValue] {
  const match = /^([^=:]+)(:?=)(.*)$/s.exec(pair);
  const [, name = '', operator, text = ''] = match ?? [];
  if (match === null) throw new CommandError(`\`${pair}\` is not of the form name=value`, `${what} takes name=value`);
  if (operator === '=' && typeOf?.(name) === 'string') return [name, text];
  try {
    return [name, JSON.parse(text) as JsonValue];
  } catch {
    if (operator === ':=') throw new CommandError(`the value of \`${name}\` is not JSON: ${text}`);
    return [name, text];
  }
}

function makeEvent(
  tool: string | undefined,
  input: readonly string[],
  options: TryOptions,
  laws: readonly LawInForce[],
  cwd: string,
): HookEvent {
  if (!isKnownEvent(options.on)) {
    const nearest = nearestName(options.on, eventNames);
    throw new CommandError(
      `there is no event \`${options.on}\``,
      nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
    );
  }
  const concernsTool = eventInfo(options.on).tool;
  if (concernsTool && tool === undefined) {
    throw new CommandError('name the tool of the call', "for example: hooklaw try Bash command='git push --force'");
  }
  const shapes = laws.flatMap(({ law }) =>
    Object.entries(law.shapes).flatMap(([pattern, shape]) => (matchesToolPattern(pattern, tool ?? '') ? [shape] : [])),
  );
  const typeOf = (name: string): string | undefined =>
    [...shapes, builtinToolShape(tool ?? '')].map(shape => shape?.[name]?.shape.type).find(type => type !== undefined);
  const pairs = (concernsTool || tool === undefined ? input : [tool, ...input]).map(pair =>
    readPair(pair, 'the input', typeOf),
  );
  const fields = Object.fromEntries(pairs);
  const call = concernsTool ? { tool_name: tool, tool_input: fields, tool_use_id: 'toolu_try' } : fields;
  return parseEvent(
    JSON.stringify({ hook_event_name: options.on, ...standIns, cwd, permission_mode: 'default', ...call }),
  );
}

function loadEvent(file: string, io: CliIo): HookEvent {
  try {
    return parseEvent(fs.readFileSync(file === '-' ? 0 : path.resolve(io.cwd, file)));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(
      `the event \`${file}\` cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function parseEvent(data: string | Uint8Array): HookEvent {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  try {
    return readEvent(bytes, undefined, defaultEventLimits);
  } catch (error) {
    if (!(error instanceof EventError)) throw error;
    throw new CommandError(error.message, 'the hook would deny this call');
  }
}
