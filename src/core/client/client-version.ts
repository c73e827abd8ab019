/** A version of Claude Code. */
export interface ClientVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** The version that the model was last compared with; see docs/real-client-tests.md. */
export const observedVersion: ClientVersion = { major: 2, minor: 1, patch: 332 };

/** Reads `2.1.332`, also out of a line such as `2.1.332 (Claude Code)`; undefined when there is none. */
export function parseClientVersion(text: string): ClientVersion | undefined {
  const found = /(\d+)\.(\d+)\.(\d+)/.exec(text);
  if (found === null) return undefined;
  const [, major, minor, patch] = found.map(Number);
  return { major: major ?? 0, minor: minor ?? 0, patch: patch ?? 0 };
}

export function formatVersion({ major, minor, patch }: ClientVersion): string {
  return `${major}.${minor}.${patch}`;
}

/** Whether a version is the given one of 2.1 or newer. */
function isAtLeast({ major, minor, patch }: ClientVersion, since: number): boolean {
  if (major !== 2) return major > 2;
  return minor === 1 ? patch >= since : minor > 1;
}

/** In what versions of the client differ, as far as hooks are concerned. */
export interface ClientFeatures {
  /** `onFailure: "block"` is honoured. Source: documented from 2.1.295; 2.1.197 ignores it (observed). */
  readonly onFailure: boolean;
  /** A hyphen in a matcher leaves it a list of exact names; before, it made the matcher a regular expression. Source: 2.1.195. */
  readonly exactHyphen: boolean;
  /** A comma separates names in a matcher. Source: 2.1.191. */
  readonly commaList: boolean;
  /**
   * A faulty entry costs the file only where it stands in an event that can stop a call, and in others itself alone; before, any
   * fault cost all hooks of the file. Observed in 2.1.332 and 2.1.197; a version between the two is taken for one of the stricter kind.
   */
  readonly dropsByEvent: boolean;
  /**
   * The administrator's hooks are run first and alone, and also with `--bare`; any value but `false` of `allowManagedHooksOnly`
   * counts; a project's `env` cannot switch hooks off. Observed in 2.1.332, not in 2.1.197.
   */
  readonly firmPolicy: boolean;
  /** Exit code 2 blocks even beside an answer that fails the schema. Observed in 2.1.332, not in 2.1.197. */
  readonly exit2Prevails: boolean;
  /** Tools such as `TaskOutput` and `BashOutput` are gone; see `goneToolNames`. Source: 2.1.332; 2.1.197 has some of them. */
  readonly fewerTools: boolean;
  /** A denial is told to the model with the name of the hook before it. Observed in 2.1.332, not in 2.1.197. */
  readonly namedDenial: boolean;
}

export function clientFeatures(version: ClientVersion): ClientFeatures {
  return {
    onFailure: isAtLeast(version, 295),
    exactHyphen: isAtLeast(version, 195),
    commaList: isAtLeast(version, 191),
    dropsByEvent: isAtLeast(version, 332),
    firmPolicy: isAtLeast(version, 332),
    exit2Prevails: isAtLeast(version, 332),
    fewerTools: isAtLeast(version, 332),
    namedDenial: isAtLeast(version, 332),
  };
}
