/** A time as ISO 8601 with the offset of the machine's zone, such as `2026-11-30T12:00:00.123+01:00`. */
export function localTime(now: number): string {
  const date = new Date(now);
  const offset = -date.getTimezoneOffset();
  const pad = (value: number, width = 2): string => String(Math.trunc(Math.abs(value))).padStart(width, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
  return `${day}T${time}${offset < 0 ? '-' : '+'}${pad(offset / 60)}:${pad(offset % 60)}`;
}
