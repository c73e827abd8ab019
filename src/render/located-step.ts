import type { LocatedStep } from '../core/decision/located-step.ts';
import type { JsonValue } from '../core/json/json-value.ts';
import type { Painter } from './painter.ts';
import { partToJson } from './rule-part.ts';

/** How much of a value is shown in a line, in characters. */
const longestValue = 100;

/** A value in one line, cut where it is long. */
function shortJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** What the condition of a rule read, a line for each path. */
export function renderValues({ values }: LocatedStep, paint: Painter): string[] {
  return values.map(({ path, value }) => `  ${paint.dim('with')} ${path} = ${shortJson(value)}`);
}

/** A step for a program. */
export function stepToJson({ step, parts, values }: LocatedStep): unknown {
  return {
    ...step,
    parts: parts.map(partToJson),
    values: Object.fromEntries(values.map(({ path, value }) => [path, value])),
  };
}
