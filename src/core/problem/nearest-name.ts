/** Edit distance with transpositions (optimal string alignment), given up once it passes `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, at(beforeLast, column - 2) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/**
 * The valid name that a person most likely meant, or undefined when none is close.
 * Case is ignored first; then a third of the name's length (at least one edit) may differ.
 */
export function nearestName(given: string, valid: Iterable<string>): string | undefined {
  const most = Math.max(1, Math.floor(given.length / 3));
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const name of valid) {
    const distance = given.toLowerCase() === name.toLowerCase() ? 0 : editDistance(given, name, most);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}
