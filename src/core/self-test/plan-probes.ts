import type { ConfiguredHook } from '../client/hook-source.ts';
import { commandText } from '../client/judge-run.ts';
import { eventInfo } from '../event/catalogue.ts';
import { isJsonObject, type JsonObject, ownField, ownString } from '../json/json-value.ts';
import type { Expectation, Probe, ProbeResult } from './probe.ts';
import { derivedInputs } from './probes/derived-inputs.ts';
import { eventBody, isStoppable, toolEventBody } from './probes/event-body.ts';
import { commandForCondition, fires } from './probes/fires.ts';
import { harmlessInputs, shownInput } from './probes/harmless-inputs.ts';
import { oddProbes, placedProbes } from './probes/odd-probes.ts';
import { ordinaryEvents, suspiciousEvents } from './probes/other-events.ts';
import type { ProbeGround, Sample } from './probes/probe-ground.ts';
import { readGuardText } from './probes/read-guard-text.ts';
import { suspiciousInputs } from './probes/suspicious-inputs.ts';
import { toolsOfHook } from './probes/tools-of-hook.ts';
import { textOfHook } from './text-of-hook.ts';

/** At most so many probes of a kind, and of all in the first round but for what was asked for. With the second round there are no more than 40. */
const most = { pass: 8, own: 8, all: 26, afterwards: 14 } as const;

/**
 * The first round of events with which a hook is tried: harmless ones, those that have to be denied, those that its own
 * text looks for, and those that many guards are about. The telling ones come first. None is ever executed.
 */
export function planProbes(hook: ConfiguredHook, ground: ProbeGround): Probe[] {
  const samples = eventInfo(hook.event).tool ? toolSamples(hook, ground) : eventSamples(hook, ground);
  const { pass, own, suspicious } = samples;
  const denied = planDenials(hook, ground);
  const probes = [
    ...pass.slice(0, isStoppable(hook.event) ? most.pass : most.pass / 2),
    ...denied,
    ...own.slice(0, isStoppable(hook.event) ? most.own : most.own / 2),
    ...suspicious,
  ];
  const seen = new Set<string>();
  const kept = probes.filter(({ event }) => {
    const key = JSON.stringify(event);
    return fires(hook, event, ground.features) && !seen.has(key) && seen.add(key) !== undefined;
  });
  return kept.slice(0, (isStoppable(hook.event) ? most.all : most.afterwards) + denied.length);
}

/** The events that have to be denied and for which the client would run this hook. All of them: each was asked for. */
export function planDenials(
  hook: ConfiguredHook,
  ground: Pick<ProbeGround, 'denyEvents' | 'projectDir' | 'features'>,
): Probe[] {
  return denyProbes(hook, ground).filter(({ event }) => fires(hook, event, ground.features));
}

/** The probes of all hooks. Of entries with one command on one event, each event is tried with the first that it fires. */
export function planAllProbes(
  hooks: readonly ConfiguredHook[],
  groundOf: (hook: ConfiguredHook) => ProbeGround,
): ReadonlyMap<ConfiguredHook, readonly Probe[]> {
  const tried = new Set<string>();
  return new Map(
    hooks.map(hook => {
      const identity = JSON.stringify([hook.event, hook.type, commandText(hook.entry), hook.source.pluginRoot ?? '']);
      const probes = planProbes(hook, groundOf(hook)).filter(({ event }) => {
        const key = `${identity} ${JSON.stringify(event)}`;
        return !tried.has(key) && tried.add(key) !== undefined;
      });
      return [hook, probes] as const;
    }),
  );
}

/**
 * The second round, which depends on the first: the event that the hook stopped, or else a harmless one, in forms that it
 * may not expect, from a subfolder, and without the variable that names the project.
 */
export function planFurtherProbes(hook: ConfiguredHook, results: readonly ProbeResult[], ground: ProbeGround): Probe[] {
  const stopped = results.find(
    ({ probe, verdict }) =>
      probe.expectation !== 'pass' && (verdict.decision === 'block' || verdict.decision === 'ask'),
  );
  const base = (stopped ?? results[0])?.probe;
  if (base === undefined) return [];
  const placed = placedProbes(base, ground.subfolder);
  if (!isStoppable(hook.event)) return placed;
  const odd = [...placed, ...oddProbes(base), ...unknownTool(hook, ground)];
  return odd.filter(({ event }) => fires(hook, event, ground.features));
}

function unknownTool(hook: ConfiguredHook, { projectDir }: ProbeGround): Probe[] {
  if (!eventInfo(hook.event).tool) return [];
  const event = toolEventBody(hook.event, projectDir, 'HooklawSelfTestTool', { subject: 'status' });
  return [{ id: 'unknown-tool', label: 'a tool that it does not know', expectation: 'odd', event }];
}

interface Samples {
  readonly pass: readonly Probe[];
  readonly own: readonly Probe[];
  readonly suspicious: readonly Probe[];
}

function toolSamples(hook: ConfiguredHook, ground: ProbeGround): Samples {
  const { projectDir: folder, mcpServers, features, facts } = ground;
  const tools = toolsOfHook(hook, mcpServers, features);
  const text = readGuardText(textOfHook(hook, facts));
  const make = (expectation: Expectation, list: (tool: string) => readonly Sample[]): Probe[][] =>
    tools.map(tool => list(tool).map(sample => toolProbe(hook.event, tool, sample, expectation, folder)));
  const wanted = commandForCondition(hook);
  const conditional =
    wanted === undefined
      ? []
      : [
          toolProbe(
            hook.event,
            'Bash',
            { id: 'condition', shown: wanted, fields: { command: wanted } },
            'suspicious',
            folder,
          ),
        ];
  // A hook that comes after the call works on files, so it is given none that is there.
  const files = isStoppable(hook.event) ? folder : `${folder}/hooklaw-self-test`;
  const harmless = make('pass', tool => harmlessInputs(tool, folder));
  return {
    pass: wanted === undefined ? inTurn(harmless) : [],
    own: [...conditional, ...inTurn(make('suspicious', tool => derivedInputs(tool, text, files)))],
    suspicious: inTurn(make('suspicious', tool => suspiciousInputs(tool, files))),
  };
}

/** One of each list, then the second of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap(list => list[index] ?? [])).flat();
}

function toolProbe(
  event: string,
  tool: string,
  { id, shown, fields }: Sample,
  expectation: Expectation,
  folder: string,
) {
  return {
    id: `${tool}:${id}`,
    label: shown === undefined ? tool : `${tool} \`${shown}\``,
    expectation,
    event: toolEventBody(event, folder, tool, fields),
  } satisfies Probe;
}

function eventSamples(hook: ConfiguredHook, { projectDir, features, facts }: ProbeGround): Samples {
  const make = (expectation: Expectation, samples: readonly Sample[]): Probe[] =>
    samples.map(({ id, shown, fields }) => ({
      id: `${hook.event}:${id}`,
      label: shown === undefined ? hook.event : `${hook.event} \`${shown}\``,
      expectation,
      event: eventBody(hook.event, projectDir, fields),
    }));
  const texts = hook.event === 'UserPromptSubmit' ? readGuardText(textOfHook(hook, facts)).texts : [];
  const own = texts.map((prompt, index) => ({ id: `own-${index + 1}`, shown: prompt, fields: { prompt } }));
  return {
    pass: make('pass', ordinaryEvents(hook.event, hook.matcher, projectDir, features)),
    own: make('suspicious', own),
    suspicious: make('suspicious', suspiciousEvents(hook.event)),
  };
}

function denyProbes(
  hook: ConfiguredHook,
  { denyEvents, projectDir }: Pick<ProbeGround, 'denyEvents' | 'projectDir'>,
): Probe[] {
  return denyEvents.flatMap(({ label, event }, index) => {
    const named = ownString(event, 'hook_event_name') ?? 'PreToolUse';
    if (named !== hook.event) return [];
    const all = whole(hook.event, projectDir, event);
    return [
      { id: `deny-${index + 1}`, label: label ?? labelOfEvent(all), expectation: 'deny', event: all } satisfies Probe,
    ];
  });
}

/** Puts in what every event has, where the given one has not got it. */
function whole(event: string, folder: string, given: JsonObject): JsonObject {
  const tool = ownString(given, 'tool_name');
  const input = ownField(given, 'tool_input');
  const isCall = tool !== undefined && isJsonObject(input);
  const body = isCall ? toolEventBody(event, folder, tool, input) : eventBody(event, folder, {});
  return { ...body, ...given };
}

/** What a person reads of an event that has no name. */
function labelOfEvent(event: JsonObject): string {
  const input = ownField(event, 'tool_input');
  const shown = shownInput(isJsonObject(input) ? input : event);
  const name = ownString(event, 'tool_name') ?? ownString(event, 'hook_event_name') ?? 'the event';
  return shown === undefined ? name : `${name} \`${shown}\``;
}
