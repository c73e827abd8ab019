import type { ClientFeatures } from '../../client/client-version.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { CommandFacts } from '../self-test-view.ts';

/** An event that has to be denied, because the user or a test of the law says so. */
export interface DenyEvent {
  /** For a person, such as the name of the law's test; without one, what the event is about. */
  readonly label?: string;
  /** The fields of the event; those that every event has may be left out. */
  readonly event: JsonObject;
  /** The file that it stands in, if it has one of its own. */
  readonly file?: string;
}

/** What probes are made from, besides the hook itself. */
export interface ProbeGround {
  readonly features: ClientFeatures;
  /** Absolute. */
  readonly projectDir: string;
  /** A folder inside the project that is there; without one nothing is tried from a subfolder. */
  readonly subfolder?: string;
  /** Names of the MCP servers configured here, as they stand in tool names. */
  readonly mcpServers: readonly string[];
  readonly facts?: CommandFacts;
  readonly denyEvents: readonly DenyEvent[];
}

/** One input of a tool, or the fields of another event. */
export interface Sample {
  /** Short and stable; part of the probe's id. */
  readonly id: string;
  /** What a person reads in backticks; undefined when the tool's name says enough. */
  readonly shown?: string;
  readonly fields: JsonObject;
}
