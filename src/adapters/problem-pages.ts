declare const HOOKLAW_PROBLEM_PAGES: Readonly<Record<string, string>> | undefined;

/** The pages of docs/problems by code, as Markdown, put in by the build; none when the sources run unbuilt. */
export const problemPages: Readonly<Record<string, string>> =
  typeof HOOKLAW_PROBLEM_PAGES === 'object' ? HOOKLAW_PROBLEM_PAGES : {};
