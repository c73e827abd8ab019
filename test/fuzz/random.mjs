/** A small seeded generator (mulberry32), so that a run can be repeated from its seed. */
export function createRandom(seed) {
  let state = seed >>> 0;
  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = limit => Math.floor(next() * limit);
  return {
    below,
    chance: share => next() < share,
    pick: list => list[below(list.length)],
    bytes: length => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
