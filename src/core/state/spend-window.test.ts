import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekdays } from '../law/window.ts';
import { type CalendarUnit, calendarUnits, countsAfter, describeWindow, type SpendWindow } from './spend-window.ts';
import { findZoneOffsets } from './zone-offsets.ts';

const start = (now: string, unit: CalendarUnit, zone: string, firstDay: (typeof weekdays)[number] = 'mon'): string => {
  const after = countsAfter({ kind: 'calendar', unit, zone, firstDay }, Date.parse(now));
  return new Date((after ?? Number.NaN) + 1).toISOString();
};

describe('the beginning of a calendar window', () => {
  it.each([
    // Tokyo is nine hours ahead: its Monday begins on Sunday at 15:00 UTC.
    ['2026-11-29T14:59:59.999Z', 'week', 'Asia/Tokyo', 'mon', '2026-11-22T15:00:00.000Z'],
    ['2026-11-29T15:00:00Z', 'week', 'Asia/Tokyo', 'mon', '2026-11-29T15:00:00.000Z'],
    ['2026-11-29T15:00:00Z', 'week', 'Asia/Tokyo', 'sun', '2026-11-28T15:00:00.000Z'],
    ['2026-11-28T15:00:00Z', 'week', 'Asia/Tokyo', 'sun', '2026-11-28T15:00:00.000Z'],
    ['2026-11-30T12:00:00Z', 'week', 'UTC', 'sat', '2026-11-28T00:00:00.000Z'],
    ['2026-12-31T23:30:00Z', 'month', 'UTC', 'mon', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:30:00Z', 'month', 'Europe/Warsaw', 'mon', '2026-12-31T23:00:00.000Z'],
    // The days on which the clock is changed in Warsaw: 23 and 25 hours long.
    ['2026-03-29T12:00:00Z', 'day', 'Europe/Warsaw', 'mon', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29T22:30:00Z', 'day', 'Europe/Warsaw', 'mon', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25T22:30:00Z', 'day', 'Europe/Warsaw', 'mon', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25T23:30:00Z', 'day', 'Europe/Warsaw', 'mon', '2026-10-25T23:00:00.000Z'],
    // In Beirut the clock goes from 00:00 to 01:00: that day has no midnight.
    ['2026-03-29T12:00:00Z', 'day', 'Asia/Beirut', 'mon', '2026-03-28T22:00:00.000Z'],
    // In Havana it goes from 01:00 back to 00:00: that day begins twice, and the first time counts.
    ['2026-11-01T12:00:00Z', 'day', 'America/Havana', 'mon', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01T05:30:00Z', 'day', 'America/Havana', 'mon', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02T00:00:00Z', 'day', 'Pacific/Kiritimati', 'mon', '2026-11-01T10:00:00.000Z'],
    ['2026-11-02T00:00:00Z', 'day', 'Pacific/Pago_Pago', 'mon', '2026-11-01T11:00:00.000Z'],
  ] as const)('at %s, of the %s in %s from %s on, is %s', (now, unit, zone, firstDay, expected) => {
    expect(start(now, unit, zone, firstDay)).toBe(expected);
  });

  it.each([
    'UTC',
    'America/New_York',
    'Europe/Warsaw',
    'Asia/Tokyo',
    'Asia/Beirut',
    'America/Havana',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Santiago',
    'Asia/Kathmandu',
    'Antarctica/Troll',
    'Africa/Cairo',
  ])('is the same by the offsets that are looked up ahead, in %s', zone => {
    const offsets = findZoneOffsets(zone);
    const instant = fc.integer({ min: Date.UTC(2024, 3, 1), max: Date.UTC(2045, 9, 1) });
    const nearChange = fc
      .tuple(
        fc.constantFrom(...offsets.slice(1, -1).map(([from]) => from), Date.UTC(2030, 5, 1)),
        fc.integer({ min: -90_000_000, max: 90_000_000 }),
      )
      .map(([from, shift]) => Math.max(from + shift, Date.UTC(2024, 3, 1)));
    fc.assert(
      fc.property(
        fc.oneof(instant, nearChange),
        fc.constantFrom(...calendarUnits),
        fc.constantFrom(...weekdays),
        (now, unit, firstDay) => {
          const window = { kind: 'calendar', unit, zone, firstDay } as const;
          expect(countsAfter({ ...window, offsets }, now)).toBe(countsAfter(window, now));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is never later than now, lies within the unit, and does not move while the unit lasts', () => {
    const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Africa/Cairo');
    const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });
    const longest = { day: 25, week: 169, month: 745 } as const;
    fc.assert(
      fc.property(
        instant,
        zone,
        fc.constantFrom(...calendarUnits),
        fc.constantFrom(...weekdays),
        (now, z, unit, day) => {
          const window: SpendWindow = { kind: 'calendar', unit, zone: z, firstDay: day };
          const after = countsAfter(window, now) ?? 0;
          expect(after).toBeLessThan(now);
          expect(now - after).toBeLessThanOrEqual(longest[unit] * 3_600_000);
          expect(countsAfter(window, after + 1)).toBe(after);
          expect(countsAfter(window, after)).toBeLessThan(after);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('other windows', () => {
  it('slide with the call, or take everything', () => {
    expect(countsAfter({ kind: 'sliding', ms: 900_000 }, 1_000_000)).toBe(100_000);
    expect(countsAfter({ kind: 'session' }, 5)).toBeNull();
    expect(countsAfter({ kind: 'forever' }, 5)).toBeNull();
  });

  it.each([
    [{ kind: 'sliding', ms: 86_400_000 }, 'in the last day'],
    [{ kind: 'sliding', ms: 5_400_000 }, 'in the last 90 minutes'],
    [{ kind: 'session' }, 'in this session'],
    [{ kind: 'calendar', unit: 'week', zone: 'UTC', firstDay: 'mon' }, 'this week'],
    [{ kind: 'calendar', unit: 'day', zone: 'UTC', firstDay: 'mon' }, 'today'],
  ] as const)('%j is %s', (window, text) => {
    expect(describeWindow(window)).toBe(text);
  });
});
