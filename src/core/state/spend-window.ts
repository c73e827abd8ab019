import { type Weekday, weekdays } from '../law/window.ts';
import { coversInstant, firstInstantOf, offsetAt, type ZoneOffsets } from './zone-offsets.ts';

/** The time whose spending counts together. */
export type SpendWindow =
  /** from the beginning */
  | { readonly kind: 'forever' }
  /** one session of the client */
  | { readonly kind: 'session' }
  /** the last so many milliseconds before the call */
  | { readonly kind: 'sliding'; readonly ms: number }
  /** a calendar day, week or month, by the wall clock of a zone */
  | {
      readonly kind: 'calendar';
      readonly unit: CalendarUnit;
      readonly zone: string;
      readonly firstDay: Weekday;
      /** The zone's offsets, as far as they were looked up. */
      readonly offsets?: ZoneOffsets;
    };

type Calendar = Extract<SpendWindow, { kind: 'calendar' }>;

export const calendarUnits = ['day', 'week', 'month'] as const;
export type CalendarUnit = (typeof calendarUnits)[number];

const hour = 3_600_000;

interface LocalDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A date as a number that grows with it: 20260329. */
function numberOf({ year, month, day }: LocalDate): number {
  return year * 10_000 + month * 100 + day;
}

function dateReader(zone: string): (instant: number) => LocalDate {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  return instant => {
    const parts = format.formatToParts(instant);
    const part = (type: string): number => Number(parts.find(p => p.type === type)?.value);
    return { year: part('year'), month: part('month'), day: part('day') };
  };
}

/** The first day of the unit in which a date lies. */
function firstDate({ year, month, day }: LocalDate, unit: CalendarUnit, firstDay: Weekday): LocalDate {
  if (unit === 'month') return { year, month, day: 1 };
  if (unit === 'day') return { year, month, day };
  // Dates alone have no zone: counted as if they were UTC. Day 0 of the epoch was a Thursday.
  const days = Math.floor(Date.UTC(year, month - 1, day) / (24 * hour));
  const since = (days + 3 - weekdays.indexOf(firstDay) + 7) % 7;
  const first = new Date((days - since) * 24 * hour);
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day: first.getUTCDate() };
}

/**
 * The first instant of a calendar window: when the date of its first day begins in the zone. On a day whose midnight
 * does not exist that is the first instant that does; where a day begins twice, the first time.
 */
function calendarStart(now: number, { unit, zone, firstDay, offsets = [] }: Calendar): number {
  if (coversInstant(offsets, now)) {
    const local = new Date(now + offsetAt(offsets, now) * 60_000);
    const today = { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
    const { year, month, day } = firstDate(today, unit, firstDay);
    return Math.min(now, firstInstantOf(offsets, Date.UTC(year, month - 1, day)));
  }
  return searchStart(now, unit, zone, firstDay);
}

/** The same by the zone database alone. */
function searchStart(now: number, unit: CalendarUnit, zone: string, firstDay: Weekday): number {
  const read = dateReader(zone);
  const first = firstDate(read(now), unit, firstDay);
  const wanted = numberOf(first);
  const guess = Date.UTC(first.year, first.month - 1, first.day);
  let before = guess - 30 * hour;
  let after = Math.min(now, guess + 30 * hour);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (numberOf(read(middle)) >= wanted) after = middle;
    else before = middle;
  }
  return after;
}

/**
 * From when on spending counts: entries later than this instant (milliseconds since the epoch). Null: all of them. Entries
 * of the future, which a clock that was set back leaves behind, count in every window.
 */
export function countsAfter(window: SpendWindow, now: number): number | null {
  switch (window.kind) {
    case 'forever':
    case 'session':
      return null;
    case 'sliding':
      return now - window.ms;
    case 'calendar':
      return calendarStart(now, window) - 1;
  }
}

/** The window in words, to stand behind a sum. */
export function describeWindow(window: SpendWindow): string {
  switch (window.kind) {
    case 'forever':
      return 'in all';
    case 'session':
      return 'in this session';
    case 'sliding':
      return `in the last ${describeDuration(window.ms)}`;
    case 'calendar':
      return window.unit === 'day' ? 'today' : `this ${window.unit}`;
  }
}

const units: readonly (readonly [ms: number, name: string])[] = [
  [24 * hour, 'day'],
  [hour, 'hour'],
  [60_000, 'minute'],
  [1_000, 'second'],
  [1, 'millisecond'],
];

/** A duration in the largest unit that gives a whole number. */
export function describeDuration(ms: number): string {
  const [size, name] = units.find(([unit]) => ms % unit === 0) ?? [1, 'millisecond'];
  const count = ms / size;
  return count === 1 ? name : `${count} ${name}s`;
}
