/** Text as a database keeps it: a column gives back neither NUL nor half of a surrogate pair, and a client's names may hold them. */
export function toColumn(text: string): string {
  return text.replace(/[\\\0]|\p{Surrogate}/gu, unit => {
    return unit === '\\' ? '\\\\' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The text that `toColumn` was given. */
export function fromColumn(text: string): string {
  return text.replace(/\\(?:\\|u([0-9a-f]{4}))/g, (_all, unit: string | undefined) =>
    unit === undefined ? '\\' : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
