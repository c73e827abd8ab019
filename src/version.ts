declare const HOOKLAW_VERSION: string | undefined;

/** The program's version, put in by the build; `0.0.0-source` when the sources run unbuilt, as in unit tests. */
export const version: string = typeof HOOKLAW_VERSION === 'string' ? HOOKLAW_VERSION : '0.0.0-source';
