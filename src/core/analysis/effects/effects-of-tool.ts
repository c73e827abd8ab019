import type { JsonObject } from '../../json/json-value.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Effects } from './effect.ts';

/** Stands in until the real one is there. */
export function effectsOfTool(_tool: string, _input: JsonObject, _surroundings: Surroundings): Effects | undefined {
  return undefined;
}
