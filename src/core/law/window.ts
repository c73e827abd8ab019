/** The days of the week as the law names them, in the order of `Intl`'s short English names. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * A daily time window in a zone. `from` is inside, `to` is not. A window whose `to` is before its `from` crosses
 * midnight and belongs to the day on which it starts. Minutes count from local midnight; 1440 is the day's end.
 */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly days: readonly Weekday[];
  readonly zone: string;
}

/** Reads `HH:MM` (or `24:00`) into minutes since midnight; undefined when it is no time of day. */
export function parseTimeOfDay(text: string): number | undefined {
  if (text === '24:00') return 1440;
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
  return match === null ? undefined : Number(match[1]) * 60 + Number(match[2]);
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** The wall clock of a zone at an instant: minutes since midnight, and the day of the week. */
export function wallClock(now: number, zone: string): { minutes: number; day: Weekday } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string): string => parts.find(p => p.type === type)?.value ?? '';
  const day = part('weekday').toLowerCase() as Weekday;
  const minutes = Number(part('hour')) * 60 + Number(part('minute'));
  if (!weekdays.includes(day) || !Number.isInteger(minutes))
    throw new Error(`the wall clock of \`${zone}\` cannot be read`);
  return { minutes, day };
}

function dayBefore(day: Weekday): Weekday {
  return weekdays[(weekdays.indexOf(day) + 6) % 7] ?? day;
}

/** Reads the wall clock of a zone. */
export type ReadClock = (zone: string) => ReturnType<typeof wallClock>;

/** The wall clocks of one instant, each zone looked up once. */
export function createClocks(now: number): ReadClock {
  const known = new Map<string, ReturnType<typeof wallClock>>();
  return zone => {
    const clock = known.get(zone) ?? wallClock(now, zone);
    known.set(zone, clock);
    return clock;
  };
}

/**
 * Whether an instant lies in a window. The zone database decides: on the day of a daylight saving change an hour of the
 * wall clock is missing or comes twice, and both passes through a repeated hour count.
 */
export function isInWindow(window: Window, readClock: ReadClock): boolean {
  const { minutes, day } = readClock(window.zone);
  const today = window.days.includes(day);
  if (window.from < window.to) return today && minutes >= window.from && minutes < window.to;
  const sinceYesterday = window.days.includes(dayBefore(day)) && minutes < window.to;
  return (today && minutes >= window.from) || sinceYesterday;
}
