import { describe, expect, it } from 'vitest';
import { createClocks, isInWindow, parseTimeOfDay, type Window, wallClock, weekdays } from './window.ts';

const window = (from: string, to: string, zone: string, days: Window['days'] = weekdays): Window => ({
  from: parseTimeOfDay(from) ?? Number.NaN,
  to: parseTimeOfDay(to) ?? Number.NaN,
  days,
  zone,
});

describe('isInWindow', () => {
  it.each([
    ['the first minute', '02:00', '04:00', 'UTC', '2026-03-10T02:00:00Z', true],
    ['the last minute', '02:00', '04:00', 'UTC', '2026-03-10T03:59:59Z', true],
    ['the end is outside', '02:00', '04:00', 'UTC', '2026-03-10T04:00:00Z', false],
    ['before midnight, window across it', '19:00', '07:00', 'Europe/Berlin', '2026-03-10T22:00:00+01:00', true],
    ['after midnight, window across it', '21:00', '07:00', 'Europe/Berlin', '2026-03-11T00:30:00+01:00', true],
    ['at noon, window across midnight', '21:00', '07:00', 'Europe/Berlin', '2026-03-11T12:00:00+01:00', false],
    ['evening, window from midnight', '00:00', '08:00', 'UTC', '2026-03-10T21:00:00Z', false],
    ['local time, not UTC', '22:00', '07:00', 'Africa/Nairobi', '2026-03-10T19:30:00Z', true],
    ['the hour that spring skips is passed over', '02:00', '04:00', 'Europe/Berlin', '2026-03-29T01:30:00Z', true],
    ['just before the skipped hour', '02:00', '04:00', 'Europe/Berlin', '2026-03-29T00:59:00Z', false],
    ['a window inside the skipped hour never comes', '02:10', '02:50', 'Europe/Berlin', '2026-03-29T01:20:00Z', false],
    ['the repeated hour of autumn, first time', '02:00', '03:00', 'Europe/Berlin', '2026-10-25T00:30:00Z', true],
    ['the repeated hour of autumn, second time', '02:00', '03:00', 'Europe/Berlin', '2026-10-25T01:30:00Z', true],
    ['a zone with a quarter of an hour', '05:45', '05:46', 'Asia/Kathmandu', '2026-03-10T00:00:00Z', true],
    ['to the end of the day', '23:00', '24:00', 'UTC', '2026-03-10T23:59:00Z', true],
  ])('%s', (_what, from, to, zone, now, inside) => {
    expect(isInWindow(window(from, to, zone), createClocks(Date.parse(now)))).toBe(inside);
  });

  it('counts the hours after midnight to the day on which the window began', () => {
    const fridayNight = window('22:00', '06:00', 'Europe/Warsaw', ['fri']);
    expect(isInWindow(fridayNight, createClocks(Date.parse('2026-11-27T23:00:00+01:00')))).toBe(true);
    expect(isInWindow(fridayNight, createClocks(Date.parse('2026-11-28T05:00:00+01:00')))).toBe(true);
    expect(isInWindow(fridayNight, createClocks(Date.parse('2026-11-28T23:00:00+01:00')))).toBe(false);
    expect(isInWindow(fridayNight, createClocks(Date.parse('2026-11-27T05:00:00+01:00')))).toBe(false);
  });

  it('counts midnight as the new day', () => {
    expect(wallClock(Date.parse('2026-11-30T00:00:00Z'), 'UTC')).toEqual({ minutes: 0, day: 'mon' });
  });
});

describe('parseTimeOfDay', () => {
  it.each(['2:00', '24:01', '25:00', '12:60', '12', '', '12:00 '])('refuses `%s`', text => {
    expect(parseTimeOfDay(text)).toBeUndefined();
  });
});
