import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../../json/json-value.ts';
import type { Probe } from '../probe.ts';

/** Size of the large probe's padding in characters: more than a pipe holds. */
const padding = 300_000;

/** The same event in forms that a guard may not expect; the telling ones first. */
export function oddProbes({ id, label, event }: Probe): Probe[] {
  const input = ownField(event, 'tool_input');
  const text = JSON.stringify(event);
  const cut: Probe = {
    id: `cut:${id}`,
    label: `${label} (cut off)`,
    expectation: 'odd',
    event,
    stdin: text.slice(0, -Math.min(25, Math.floor(text.length / 4))),
  };
  if (!isJsonObject(input)) return [cut, large(id, label, event, {})];
  const other = (name: string, what: string, value: JsonValue): Probe => ({
    id: `${name}:${id}`,
    label: `${label} (${what})`,
    expectation: 'odd',
    event: { ...event, tool_input: value },
  });
  return [
    cut,
    large(id, label, event, input),
    other(
      'list',
      'lists in place of strings',
      changeStrings(input, value => [value]),
    ),
    other(
      'null',
      'null in place of strings',
      changeStrings(input, () => null),
    ),
    other(
      'number',
      'numbers in place of strings',
      changeStrings(input, () => 7),
    ),
    other('empty', 'an empty input', {}),
  ];
}

function large(id: string, label: string, event: JsonObject, input: JsonObject): Probe {
  const padded = { ...event, tool_input: { ...input, description: 'x'.repeat(padding) } };
  return {
    id: `large:${id}`,
    label: `${label} (300 KB larger)`,
    expectation: 'odd',
    event: isJsonObject(ownField(event, 'tool_input')) ? padded : { ...event, padding: 'x'.repeat(padding) },
  };
}

function changeStrings(input: JsonObject, change: (value: string) => JsonValue): JsonObject {
  const entries = Object.entries(input).map(([key, value]) => [key, typeof value === 'string' ? change(value) : value]);
  return Object.fromEntries(entries) as JsonObject;
}

/** The same event from elsewhere: from a subfolder, and without the variable that names the project. */
export function placedProbes({ id, label, event }: Probe, subfolder: string | undefined): Probe[] {
  const unset: Probe = {
    id: `no-project-dir:${id}`,
    label: `${label} (CLAUDE_PROJECT_DIR unset)`,
    expectation: 'odd',
    event,
    variant: 'no-project-dir',
  };
  if (subfolder === undefined) return [unset];
  const below: Probe = {
    id: `subfolder:${id}`,
    label: `${label} (from a subfolder)`,
    expectation: 'odd',
    event: { ...event, cwd: subfolder },
    variant: 'subfolder',
  };
  return [below, unset];
}
