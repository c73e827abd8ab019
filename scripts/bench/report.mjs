const nodeId = 'node -e 0';
const peerPrefix = 'cc-safety-net | ';

const targets = [
  { of: 'executable | no rule | 20 rules', to: nodeId, most: 0.6 },
  { of: 'executable | allowed | 20 rules', to: `${peerPrefix}allowed`, most: 0.35 },
  { of: 'executable | allowed | 1000 rules', to: 'executable | allowed | 20 rules', most: 1.3 },
  { of: 'http hook | allowed | 20 rules', to: 'executable | allowed | 20 rules', most: 0.5 },
  { of: 'executable | stateful | 1000 rows', to: 'executable | stateless', most: 1.35 },
  { of: 'executable | packs | plain command', to: 'executable | packs | no rule', most: 1.5 },
  { of: 'executable | stateful | 1000000 rows', to: 'executable | stateful | 1000 rows', most: 1.2 },
];

/** The peer's row that the same call went to; an empty program has none. */
function peerOf(id) {
  const call = id.split(' | ')[1];
  return call === undefined ? undefined : peerPrefix + call;
}

/** Adds to each row what it is of Node, of the peer and, for many rules, of few. */
export function addRatios(rows) {
  const median = new Map(rows.map(row => [row.id, row.median]));
  const ratio = (row, other) => (median.has(other) ? row.median / median.get(other) : undefined);
  return rows.map(row => ({
    ...row,
    ofNode: ratio(row, nodeId),
    ofPeer: ratio(row, peerOf(row.id)),
    ofFewRules: row.id.endsWith('1000 rules') ? ratio(row, row.id.replace('1000', '20')) : undefined,
  }));
}

export function judgeTargets(rows) {
  const median = new Map(rows.map(row => [row.id, row.median]));
  return targets
    .filter(({ of }) => median.has(of))
    .map(target => {
      const found = median.get(target.of) / median.get(target.to);
      return { ...target, found, met: found <= target.most };
    });
}

const figure = (value, digits) => (value === undefined ? '' : value.toFixed(digits));

export function renderTable(rows) {
  const heads = ['', 'min ms', 'median', 'max', '/ node -e 0', '/ cc-safety-net', '1,000 / 20 rules'];
  const lines = rows.map(row => [
    row.id,
    ...[row.min, row.median, row.max].map(value => figure(value, 1)),
    ...[row.ofNode, row.ofPeer, row.ofFewRules].map(value => figure(value, 2)),
  ]);
  const widths = heads.map((head, column) => Math.max(head.length, ...lines.map(line => line[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  return [heads, ...lines].map(line => line.map(pad).join('  ').trimEnd()).join('\n');
}

export function renderTargets(judged) {
  return judged
    .map(
      ({ of, to, most, found, met }) =>
        `${met ? 'met   ' : 'missed'}  ${of}: ${found.toFixed(2)} of ${to}, at most ${most}`,
    )
    .join('\n');
}
