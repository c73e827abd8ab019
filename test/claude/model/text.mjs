/** Long runs of one character are written `{{x*5000}}` in scenarios and records. */
const run = /\{\{(.)\*(\d+)\}\}/gu;

export function expandRuns(text) {
  return text.replace(run, (_, character, count) => character.repeat(Number(count)));
}

function shortenRuns(text) {
  return text.replace(/([a-z])\1{499,}/gu, (whole, character) => `{{${character}*${whole.length}}}`);
}

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

/** A function that replaces in any value what differs from run to run: paths of this run and ids. */
export function normalizer({ project, home, work }) {
  const tidy = text =>
    shortenRuns(
      text
        .replaceAll(project, '$P')
        .replaceAll(home, '$HOME')
        .replaceAll(work, '$W')
        .replaceAll(project.replaceAll(/[^a-zA-Z0-9]/g, '-'), '$P')
        .replace(uuid, '$ID')
        .replace(/hook-\$ID-[0-9a-f]{32}/g, 'hook-$ID')
        .replace(/\ba[0-9a-f]{16}\b/g, '$AGENT')
        .replace(/duration_ms: \d+/g, 'duration_ms: $MS')
        .replace(/\S*\/python3: can't/g, "python3: can't"),
    );
  const walk = value => {
    if (typeof value === 'string') return tidy(value);
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, walk(each)]));
  };
  return walk;
}
