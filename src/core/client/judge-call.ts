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

/**
 * Puts the verdicts of all hooks of one event together: block before defer before ask before allow.
 * @param name what the client calls the hook, such as `PreToolUse:Bash`
 * @param verdicts in the order of the settings
 */
export function judgeCall(name: string, verdicts: readonly HookVerdict[], features: ClientFeatures): CallVerdict {
  const stops = verdicts.some(verdict => verdict.stops !== undefined);
  for (const action of order) {
    const first = verdicts.find(({ decision }) => decision === action);
    if (first === undefined) continue;
    return { action, modelReads: whatIsRead(name, first, features), updatedInput: undefined, allowed: false, stops };
  }
  return {
    action: 'run',
    modelReads: undefined,
    updatedInput: verdicts.findLast(({ updatedInput }) => updatedInput !== undefined)?.updatedInput,
    allowed: verdicts.some(({ decision }) => decision === 'allow'),
    stops,
  };
}

function whatIsRead(name: string, { decision, cause, message }: HookVerdict, features: ClientFeatures) {
  if (decision !== 'block') return message;
  const bare = cause === 'output' && !features.namedDenial;
  if (bare) return message;
  return `${name} hook error: ${message}`;
}
