/** What a call's effects are seen from. Trusted: nothing in it comes from the model. */
export interface Surroundings {
  /** The folder in which the call would run, rooted. */
  readonly cwd: string;
  readonly home: string;
  /** The project's root. */
  readonly project: string;
  /** Folders for temporary files, rooted. */
  readonly temporary: readonly string[];
  readonly platform: 'posix' | 'windows';
  /** A variable of the environment in which the call would run; undefined where it is not set or not known. */
  readonly env: (name: string) => string | undefined;
  readonly observer: Observer;
}

/**
 * What was seen on the disk before deciding. An observation is made once and kept: asked twice, it answers the same. Never throws.
 */
export interface Observer {
  /** Where a rooted path really lies, links followed as far as it exists; the path itself where that cannot be told. */
  readonly real: (path: string) => string;
  /** The text of a regular file up to a bound; undefined where there is none, or where it is larger or no text. */
  readonly text: (path: string) => string | undefined;
}
