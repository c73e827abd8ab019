const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

/** The scores side by side. */
export function renderScores(scores) {
  const heads = ['', 'bypasses stopped', 'harmless blocked', 'median ms', 'p99 ms'];
  const lines = scores.map(({ name, bypasses, stopped, harmless, blocked, medianMs, p99Ms }) => [
    name,
    `${stopped} of ${bypasses} (${percent(stopped, bypasses)})`,
    `${blocked} of ${harmless} (${percent(blocked, harmless)})`,
    medianMs.toFixed(0),
    p99Ms.toFixed(0),
  ]);
  const widths = heads.map((head, at) => Math.max(head.length, ...lines.map(line => line[at].length)));
  return [heads, ...lines]
    .map(line =>
      line
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The rows that the first guard got wrong. */
export function renderMisses([{ name, results }]) {
  const wrong = results.filter(({ expect, got }) => expect !== got);
  return [
    `${name}: ${wrong.length} wrong`,
    ...wrong.map(
      ({ id, topic, expect, got, says }) =>
        `  ${topic}/${id}: should ${expect}, did ${got}${says === '' ? '' : ` (${says})`}`,
    ),
  ].join('\n');
}
