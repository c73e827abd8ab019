import * as z from 'zod';
import { calendarUnits } from '../state/spend-window.ts';
import { parseDuration } from './duration.ts';
import { weekdays } from './window.ts';

const nonEmpty = z.string().min(1, 'must not be empty');

/** The longest duration that a stateful rule can look back, in milliseconds: a hundred years. */
const longestMs = 100 * 366 * 86_400_000;

function isDuration(text: string): boolean {
  const ms = parseDuration(text);
  return ms !== undefined && ms > 0 && ms <= longestMs;
}

const duration = z.string().refine(isDuration, 'is no duration; write for example 30s, 15m, 24h or 7d');

const windowNames = ['session', ...calendarUnits] as const;
const noWindow = 'must be session, day, week, month, or a duration such as 24h, which slides';

const window = z
  .union([z.enum(windowNames), z.string().refine(isDuration, { error: noWindow, params: { words: windowNames } })], {
    error: noWindow,
  })
  .meta({ description: 'session, a calendar day, week or month, or a duration that slides.' });

/** The keys by which a budget and `once` say whose spending counts together, and for how long. */
const windowKeys = {
  window: window.optional(),
  zone: nonEmpty.optional().meta({ description: 'The IANA time zone of a calendar window.' }),
  first_day: z.enum(weekdays).optional().meta({ description: 'The first day of the week; mon unless said otherwise.' }),
  release_after: duration.optional().meta({
    description: 'After how long a call that never reported counts no longer; without it, it counts as spent.',
  }),
};

const times = z.int('must be a whole number').min(1, 'must be at least 1').max(1_000, 'must be at most 1000');

export const requiresSchema = z
  .strictObject({
    tool: z
      .union([nonEmpty, z.array(nonEmpty).min(1, 'must not be empty')], {
        error: 'must be a tool name, a glob such as mcp__support__*, or a list of them',
      })
      .meta({ description: 'The tool that must have succeeded in this session.' }),
    where: nonEmpty.optional().meta({
      description: 'A CEL expression that the earlier call must fit: `call` is its input, `result` what it gave.',
    }),
    within: duration.optional().meta({ description: 'How old that success may be.' }),
    times: times.optional().meta({ description: 'How many such successes there must be; 1 unless said otherwise.' }),
  })
  .meta({ description: 'Holds where no earlier success of that tool fits.' });

const amount = z.union([z.number().min(0, 'must not be negative'), nonEmpty], {
  error: 'must be a number or a CEL expression',
});

export const budgetSchema = z
  .strictObject({
    spend: amount.meta({ description: 'What the call spends: a number, or a CEL expression such as input.amount.' }),
    limit: amount.meta({ description: 'The most that may be spent: a number, or a CEL expression.' }),
    per: z
      .union([nonEmpty, z.array(nonEmpty).min(1, 'must not be empty')], {
        error: 'must be a CEL expression or a list of them',
      })
      .optional()
      .meta({ description: 'Whose spending counts together; without it, everybody’s.' }),
    ...windowKeys,
  })
  .meta({ description: 'Holds where this call would exceed the limit.' });

const onceObject = z.strictObject({
  key: z
    .union([nonEmpty, z.array(nonEmpty).min(1, 'must not be empty')], {
      error: 'must be a CEL expression or a list of them',
    })
    .meta({ description: 'What may be used once.' }),
  scope: z.enum(['all', 'session']).optional().meta({ description: 'Once at all (default), or once in a session.' }),
  ...windowKeys,
});

export const onceSchema = z
  .union([nonEmpty, onceObject], { error: 'must be a CEL expression, or a mapping with `key`' })
  .meta({ description: 'Holds where this key was used before.' });

const postgres = z
  .strictObject({
    url: z
      .string()
      .regex(/^postgres(?:ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .meta({ description: 'Where the server is; without a password.' }),
    password_file: nonEmpty.optional().meta({ description: 'The file that holds the password; relative to the law.' }),
    ca: nonEmpty
      .optional()
      .meta({ description: 'The certificate authority that the server must have; relative to the law.' }),
    namespace: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/, 'must be letters, digits, `.`, `_` and `-`, at most 100')
      .optional()
      .meta({ description: 'Keeps several organisations apart in one database; `default` unless said otherwise.' }),
  })
  .meta({ description: 'A PostgreSQL server that several machines share.' });

export const stateSchema = z
  .strictObject({ postgres })
  .meta({ description: 'Where budgets and earlier calls are kept; only a managed law and the user’s own may say so.' });

export type RequiresDocument = z.infer<typeof requiresSchema>;
export type BudgetDocument = z.infer<typeof budgetSchema>;
export type OnceDocument = z.infer<typeof onceSchema>;
export type StateDocument = z.infer<typeof stateSchema>;

/** The keys of the stateful parts, for naming the nearest one. */
export const stateKeys = {
  requires: Object.keys(requiresSchema.shape),
  budget: Object.keys(budgetSchema.shape),
  once: Object.keys(onceObject.shape),
  postgres: Object.keys(postgres.shape),
} as const;

/** An earlier call, as a law's test gives it. */
export const givenCallSchema = z.strictObject({
  tool: nonEmpty,
  input: z.record(z.string(), z.json()).optional(),
  result: z.json().optional(),
  outcome: z.enum(['succeeded', 'failed', 'denied']).optional(),
  ago: duration.optional().meta({ description: 'How long ago it was; a second unless said otherwise.' }),
});
