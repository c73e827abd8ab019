/** Writes the world of a scenario below a folder. */
export function prepare(
  scenario: object,
  work: string,
): {
  readonly place: { readonly project: string; readonly home: string; readonly flagFile: string };
  readonly fill: <T>(value: T) => T;
  /** Managed settings by their path in the folder of managed settings. */
  readonly managed: Readonly<Record<string, string>> | undefined;
};
