import type { JsonObject } from '../../json/json-value.ts';
import { ownField, ownString } from '../../json/json-value.ts';

/** What can be told of a hook's command without running it. Offsets count in the text of `command`. */
export interface CommandReading {
  /** `exec`: the entry has `args`, so no shell is involved. */
  readonly form: 'shell' | 'exec';
  readonly text: string;
}

/** Reads the command of a hook entry. */
export function readCommand(entry: JsonObject): CommandReading {
  return {
    form: ownField(entry, 'args') === undefined ? 'shell' : 'exec',
    text: ownString(entry, 'command') ?? '',
  };
}
