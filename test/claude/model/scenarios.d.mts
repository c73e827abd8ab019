import type { JsonObject } from '../../../src/core/json/json-value.ts';

export interface Scenario {
  readonly id: string;
  readonly topic: string;
  readonly turns: readonly (readonly { readonly name: string; readonly input: JsonObject }[])[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly agents?: Readonly<Record<string, Scenario['turns']>>;
  readonly resume?: { readonly turns: Scenario['turns'] };
  readonly prompts?: readonly string[];
  readonly trusted?: boolean;
  readonly answer?: unknown;
  readonly cwd?: string;
  /** Fields of the record that differ from run to run. */
  readonly unstable?: readonly string[];
}

export function loadScenarios(): Scenario[];
