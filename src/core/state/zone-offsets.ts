/**
 * The offsets of a time zone from UTC over some years, found when a law is compiled, so that a call need not load the zone
 * database. Each entry holds from its instant on (milliseconds since the epoch; minutes east of UTC), in order.
 */
export type ZoneOffsets = readonly (readonly [from: number, minutes: number])[];

/** The years that are looked up; outside of them the zone database itself is asked. */
const firstInstant = Date.UTC(2024, 0, 1);
const endInstant = Date.UTC(2046, 0, 1);

/** Finer than the shortest time for which a zone has ever kept an offset (a month of fasting, in Morocco). */
const step = 7 * 86_400_000;

const minute = 60_000;

function offsetReader(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return instant => {
    const parts = format.formatToParts(instant);
    const part = (type: string): number => Number(parts.find(p => p.type === type)?.value);
    const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return Math.round((local - Math.floor(instant / minute) * minute) / minute);
  };
}

/** Looks up the offsets of a zone. */
export function findZoneOffsets(zone: string): ZoneOffsets {
  const read = offsetReader(zone);
  let offset = read(firstInstant);
  const offsets: [number, number][] = [[firstInstant, offset]];
  for (let instant = firstInstant; instant < endInstant; instant += step) {
    const next = read(instant + step);
    if (next === offset) continue;
    let before = instant;
    let after = instant + step;
    while (after - before > minute) {
      const middle = before + Math.floor((after - before) / 2 / minute) * minute;
      if (middle === before) break;
      if (read(middle) === offset) before = middle;
      else after = middle;
    }
    offset = next;
    offsets.push([after, next]);
  }
  return offsets;
}

/** Whether the offsets tell of an instant and the days around it. */
export function coversInstant(offsets: ZoneOffsets, instant: number): boolean {
  return offsets.length > 0 && instant > firstInstant + 40 * 86_400_000 && instant < endInstant - 40 * 86_400_000;
}

/** Minutes east of UTC at an instant. */
export function offsetAt(offsets: ZoneOffsets, instant: number): number {
  let minutes = offsets[0]?.[1] ?? 0;
  for (const [from, east] of offsets) {
    if (from > instant) break;
    minutes = east;
  }
  return minutes;
}

/**
 * The first instant whose wall clock shows a time or a later one. Where that time comes twice it is the first time, and
 * where it is skipped the instant of the change.
 * @param local the wall clock's time as if it were UTC, in milliseconds
 */
export function firstInstantOf(offsets: ZoneOffsets, local: number): number {
  for (const [index, [from, minutes]] of offsets.entries()) {
    const end = offsets[index + 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const start = index === 0 ? Number.NEGATIVE_INFINITY : from;
    const instant = Math.max(start, local - minutes * minute);
    if (instant < end) return instant;
  }
  return local;
}
