import type { JsonObject } from '../../../src/core/json/json-value.ts';

export interface ObservedHook {
  readonly event: string;
  readonly name: string;
  readonly exit: number | null;
  readonly outcome: string;
  readonly stdout?: string;
  readonly stderr?: string;
}

export interface ObservedCall {
  readonly name: string;
  readonly input: JsonObject;
  /** Null where nothing shows it. */
  readonly ran: boolean | null;
  readonly modelRead: { readonly isError: boolean; readonly text: string } | null;
}

export interface Observation {
  readonly id: string;
  readonly calls: readonly ObservedCall[];
  readonly hooks: readonly ObservedHook[];
}

export function readObserved(version: string): Map<string, Observation>;
