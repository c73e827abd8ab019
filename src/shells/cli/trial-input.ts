import fs from 'node:fs';
import path from 'node:path';
import type { ReadableLawInForce } from '../../commands/readable-laws.ts';
import { convertFact } from '../../core/context/convert-fact.ts';
import type { FactDefinition } from '../../core/context/fact.ts';
import type { LawInForce } from '../../core/decision/decide.ts';
import { builtinToolShape } from '../../core/event/builtin-tools.ts';
import { eventInfo, eventNames, isKnownEvent } from '../../core/event/catalogue.ts';
import { defaultEventLimits, EventError, readEvent } from '../../core/event/read-event.ts';
import type { HookEvent } from '../../core/event/tool-event.ts';
import type { JsonValue } from '../../core/json/json-value.ts';
import { matchesToolPattern } from '../../core/law/tool-pattern.ts';
import { nearestName } from '../../core/problem/nearest-name.ts';
import type { ShownPlace } from '../../render/excerpt.ts';
import { type CliIo, CommandError } from './io.ts';

/** Fields that every event of the client has. */
const standIns = { session_id: 'try', transcript_path: '/dev/null' };

/** Where the first law that declares a fact declares it. */
function placeOfFact(name: string, laws: readonly ReadableLawInForce[]): ShownPlace | undefined {
  const law = laws.find(({ compiled }) => Object.hasOwn(compiled.context, name));
  return law && { file: law.inForce.file, source: law.source.text, place: law.source.locateKey(['context'], name) };
}

/** Facts for the trial, each of the type and among the values that the law declares. */
export function readContext(pairs: readonly string[], laws: readonly ReadableLawInForce[]): Record<string, JsonValue> {
  const declared = Object.assign({}, ...laws.map(({ compiled }) => compiled.context)) as Record<string, FactDefinition>;
  const context: Record<string, JsonValue> = {};
  for (const pair of pairs) {
    const [name, value] = readPair(pair, '--context', fact => declared[fact]?.type);
    const definition = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (definition === undefined) {
      const nearest = nearestName(name, Object.keys(declared));
      throw new CommandError(
        `no law here has a fact \`${name}\``,
        nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
        nearest === undefined ? undefined : placeOfFact(nearest, laws),
      );
    }
    const fact = convertFact(definition, value, false);
    if ('failure' in fact) {
      const message = `the fact \`${name}\` cannot be ${JSON.stringify(value)}: ${fact.failure}`;
      throw new CommandError(message, undefined, placeOfFact(name, laws));
    }
    context[name] = value;
  }
  return context;
}

/** A time with its zone, in milliseconds since the epoch. */
export function readTime(text: string): number {
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

/** Makes the event of a call from the words of the command line. */
export function makeEvent(
  tool: string | undefined,
  input: readonly string[],
  on: string,
  laws: readonly LawInForce[],
  cwd: string,
): HookEvent {
  if (!isKnownEvent(on)) {
    const nearest = nearestName(on, eventNames);
    throw new CommandError(
      `there is no event \`${on}\``,
      nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
    );
  }
  const concernsTool = eventInfo(on).tool;
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
  return parseEvent(JSON.stringify({ hook_event_name: on, ...standIns, cwd, permission_mode: 'default', ...call }));
}

/** Reads a whole event from a file; `-` is standard input. */
export function loadEvent(file: string, io: CliIo): HookEvent {
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
