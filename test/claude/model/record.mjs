/** Makes the record of a run: one JSON object that is the same each time the scenario is played with the same client. */
import fs from 'node:fs';
import path from 'node:path';
import { readJsonLines } from '../../../scripts/shared/json-lines.mjs';
import { debugOf } from './debug.mjs';
import { contextOf, toolUses } from './model-reads.mjs';
import { normalizer } from './text.mjs';

/**
 * `scenario` with its paths filled in. What is empty is left out, but for `calls` and `hooks`. Whether a call ran is
 * told by what it left behind.
 */
export function recordOf(scenario, place, outcomes) {
  const events = outcomes.flatMap(outcome => outcome.events);
  const requests = outcomes.flatMap(outcome => outcome.requests);
  const files = markers(place.project);
  const last = outcomes.at(-1);
  return normalizer(place)({
    id: scenario.id,
    calls: callsOf(scenario, requests, { files, ledgers: ledgers(place) }),
    ...present('files', files),
    hooks: hooksOf(events),
    ...present('asked', askedOf(events)),
    ...present('context', contextOf(requests)),
    ...present('prompts', scenario.prompts === undefined ? [] : promptsOf(events)),
    ...present('notes', notesOf(place.project)),
    ...present(
      'http',
      outcomes
        .flatMap(({ http }) => http ?? [])
        .map(({ path: asked, headers }) => [asked, headers['x-guard']].filter(Boolean).join(' ')),
    ),
    modelTurns: requests.length,
    final: last.events.findLast(event => event.type === 'result')?.result ?? null,
    exitCode: last.exit ?? last.signal,
    stderr: outcomes.map(({ stderr }) => stderr).join(''),
    ...present('debug', debugOf(place.debugFile)),
  });
}

function present(key, list) {
  return list.length === 0 ? {} : { [key]: list };
}

function markers(project) {
  return fs.existsSync(project)
    ? fs
        .readdirSync(project)
        .filter(name => name.startsWith('marker'))
        .toSorted()
    : [];
}

/** What each MCP server really did, by server. */
function ledgers({ work }) {
  const prefix = 'ledger.jsonl.';
  const names = fs.readdirSync(work).filter(name => name.startsWith(prefix));
  return Object.fromEntries(names.map(name => [name.slice(prefix.length), readJsonLines(path.join(work, name))]));
}

/** What hooks wrote down for the record, line by line. */
function notesOf(project) {
  const file = path.join(project, 'notes.txt');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

/** The calls that the scripted model made, in their order, those of subagents included. */
function callsOf(scenario, requests, world) {
  const turns = [scenario.turns, scenario.resume?.turns ?? [], ...Object.values(scenario.agents ?? {})].flat();
  const made = toolUses(requests);
  return turns.flat().flatMap(call => {
    const index = made.findIndex(({ name, input, taken }) => !taken && name === call.name && same(input, call.input));
    if (index === -1) return [{ name: call.name, input: call.input, ran: ranOf(call, world), modelRead: null }];
    made[index].taken = true;
    return [{ name: call.name, input: call.input, ran: ranOf(call, world), modelRead: made[index].result ?? null }];
  });
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * A call of an MCP server ran when it is in the server's ledger. Any other ran when a file whose name begins with its
 * `leaves` is in the project folder (`marker` when it says nothing); null when it leaves nothing to be seen.
 */
function ranOf({ name, leaves = 'marker' }, { files, ledgers: done }) {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  if (server === undefined) return leaves === null ? null : files.some(file => file.startsWith(leaves));
  const index = (done[server] ?? []).findIndex(entry => entry.tool === tool);
  if (index === -1) return false;
  done[server].splice(index, 1);
  return true;
}

/** The hooks in the order in which they were started, with what they did. */
function hooksOf(events) {
  const of = subtype => events.filter(event => event.type === 'system' && event.subtype === subtype);
  const responses = new Map(of('hook_response').map(event => [event.hook_id, event]));
  return of('hook_started').map(({ hook_id, hook_event, hook_name }) => {
    const { exit_code, outcome, stdout, stderr } = responses.get(hook_id) ?? { outcome: 'no response' };
    return { event: hook_event, name: hook_name, exit: exit_code ?? null, outcome, stdout, stderr };
  });
}

/** The questions whether a call may run. */
function askedOf(events) {
  return events
    .filter(event => event.type === 'control_request' && event.request.subtype === 'can_use_tool')
    .map(({ request }) => ({ tool: request.tool_name, input: request.input, reason: request.decision_reason ?? null }));
}

/** The end of each prompt. */
function promptsOf(events) {
  return events
    .filter(({ type }) => type === 'result')
    .map(({ subtype, is_error, result }) => ({ end: subtype, isError: is_error, text: result ?? null }));
}
