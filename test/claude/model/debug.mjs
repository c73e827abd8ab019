import fs from 'node:fs';

/** Lines of the client's debug log that tell which settings it did not take and which output it could not use. */
const notable =
  /^(Invalid setting|Hook (JSON|output)|.*([Ss]kipping|malformed|unrecognized|ignored|not allowed|validation failed))/;
const dull =
  /^(Hook output does not start|Hook \S+ \(\w+\) |Skipping plugin hooks|Skipping startup|Hooks: Failed to parse initial|\[)|builtin|ENOENT/;

/** What the client noted about settings and hooks, in alphabetical order, since the order of a run is by chance. */
export function debugOf(file) {
  if (!fs.existsSync(file)) return [];
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return notableLines(lines.map(line => line.replace(/^\S+ \[\w+\] /, '')));
}

function notableLines(lines) {
  return lines
    .map(firstParagraph)
    .filter(line => notable.test(line) && !dull.test(line))
    .map(line => line.replace(/async_hook_\d+/, 'async_hook_$PID'))
    .toSorted();
}

/** A message of several lines is written as one JSON string. */
function firstParagraph(line) {
  return line.startsWith('"') ? line.slice(1).replace(/(\\n\\n.*|")$/, '') : line;
}
