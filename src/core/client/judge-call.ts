import { builtinToolShape } from '../event/builtin-tools.ts';
import type { JsonObject } from '../json/json-value.ts';
import type { ClientFeatures } from './client-version.ts';
import type { HookVerdict } from './judge-run.ts';

/** What the client does with an event, as far as its hooks decide that. */
export interface CallVerdict {
  /**
   * `run`: nothing stops it (the client's own permissions may still). `ask`: the user is asked; where nobody can answer, it is
   * stopped. `defer`: the session ends before the call.
   */
  readonly action: 'run' | 'block' | 'ask' | 'defer';
  /** What the model reads in place of a result, where it is stopped. */
  readonly modelReads: string | undefined;
  /** The input that is used in place of the model's. */
  readonly updatedInput: JsonObject | undefined;
  /** Whether a hook has allowed the call, so that nobody is asked. */
  readonly allowed: boolean;
  /** The turn ends after the event. */
  readonly stops: boolean;
}

const order = ['block', 'defer', 'ask'] as const;

/** The event that was judged, as the client names its hooks. */
export interface JudgedEvent {
  /** Such as `PreToolUse`. */
  readonly event: string;
  /** The tool, of an event that has one. */
  readonly tool?: string;
}

/**
 * Puts the verdicts of all hooks of one event together: block before defer before ask before allow.
 * @param verdicts in the order in which the hooks ended: of several that block the last one is heard (observed)
 */
export function judgeCall(
  judged: JudgedEvent,
  verdicts: readonly HookVerdict[],
  features: ClientFeatures,
): CallVerdict {
  const stops = verdicts.some(verdict => verdict.stops !== undefined);
  for (const action of order) {
    const last = verdicts.findLast(({ decision }) => decision === action);
    if (last === undefined) continue;
    return { action, modelReads: whatIsRead(judged, last, features), updatedInput: undefined, allowed: false, stops };
  }
  const updatedInput = verdicts.findLast(verdict => verdict.updatedInput !== undefined)?.updatedInput;
  const unfit = updatedInput === undefined ? undefined : whyUnfit(judged, updatedInput, features);
  return {
    action: unfit === undefined ? 'run' : 'block',
    modelReads: unfit,
    updatedInput,
    allowed: verdicts.some(({ decision }) => decision === 'allow'),
    stops,
  };
}

function whatIsRead(judged: JudgedEvent, { decision, cause, message }: HookVerdict, features: ClientFeatures) {
  if (decision !== 'block') return message;
  const name = nameOf(judged);
  if (cause === 'output' && !features.namedDenial) return message ?? `Hook ${name} denied this tool`;
  return `${name} hook error: ${message ?? 'Blocked by hook'}`;
}

function nameOf({ event, tool }: JudgedEvent): string {
  return tool === undefined ? event : `${event}:${tool}`;
}

/** A rewritten input that a tool of the client does not take stops the call. Observed in 2.1.332 and 2.1.197. */
function whyUnfit({ event, tool = '' }: JudgedEvent, input: JsonObject, features: ClientFeatures): string | undefined {
  const shape = builtinToolShape(tool);
  const missing = Object.entries(shape ?? {}).find(([name, field]) => !field.optional && !Object.hasOwn(input, name));
  if (missing === undefined) return undefined;
  const cause = `${tool} failed due to the following issue:\nThe required parameter \`${missing[0]}\` is missing`;
  const blame = "\nThe tool input from the model was valid; the hook's rewrite of it was not.";
  const said = `${event} hook for ${tool} returned updatedInput that failed schema validation: ${cause}`;
  return features.namedDenial ? said + blame : said;
}
