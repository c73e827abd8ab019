import type { RuleDocument } from '../schema.ts';
import { parseTimeOfDay } from '../window.ts';
import type { RuleEdit } from './rule-edit.ts';

/** A time of day moved by a minute; undefined beyond the day. */
function moveMinute(time: string, by: 1 | -1): string | undefined {
  const minutes = (parseTimeOfDay(time) ?? Number.NaN) + by;
  if (!(minutes >= 0 && minutes < 1440)) return undefined;
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The small changes of a rule's time window: its bounds moved by a minute, a day taken out. */
export function editWindow(rule: RuleDocument): readonly RuleEdit[] {
  const { during } = rule;
  if (during === undefined) return [];
  const put = (changed: Partial<typeof during>): RuleDocument => ({ ...rule, during: { ...during, ...changed } });
  const bounds = (['from', 'to'] as const).flatMap(key =>
    ([1, -1] as const).flatMap((by): RuleEdit[] => {
      const time = during[key];
      const moved = time === undefined ? undefined : moveMinute(time, by);
      if (time === undefined || moved === undefined) return [];
      const [edge] = [time, moved].sort();
      return [
        {
          rule: put({ [key]: moved }),
          at: ['during', key],
          change: `\`${time}\` became \`${moved}\` in \`${key}\``,
          hint: `a test with \`given: { now: … }\` at ${edge} in ${during.zone}`,
        },
      ];
    }),
  );
  const { days = [] } = during;
  const dropped = days.flatMap((day, at): RuleEdit[] => {
    const rest = days.filter(other => other !== day);
    if (rest.length === 0) return [];
    return [
      {
        rule: put({ days: rest }),
        at: ['during', 'days', at],
        change: `\`${day}\` was dropped in \`days\``,
        hint: `a test with \`given: { now: … }\` on a ${day}`,
      },
    ];
  });
  return [...bounds, ...dropped];
}
