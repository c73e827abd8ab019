import * as z from 'zod';
import { isRooted } from '../analysis/path-text.ts';
import { isWarning } from '../problem/problem.ts';
import { isDeadline, parseDuration } from './duration.ts';
import { duration, factKeysAt, factSource } from './fact-schema.ts';
import { extendsKeys, extendsSchema } from './packs/extends-schema.ts';
import { parseShapeField } from './shape.ts';
import { budgetSchema, givenCallSchema, onceSchema, requiresSchema, stateKeys, stateSchema } from './state-schema.ts';
import { parseTimeOfDay, weekdays } from './window.ts';

/** The newest version of the law format. */
export const lawFormatVersion = 1;

const nonEmpty = z.string().min(1, 'must not be empty');

const deadline = duration
  .refine(text => isDeadline(parseDuration(text)), 'must be between 100ms and 10s, inside the timeout of the client')
  .meta({ description: 'How long the hook may take before it denies; 8s unless said otherwise.' });

const timeOfDay = z
  .string()
  .refine(
    text => parseTimeOfDay(text) !== undefined,
    'is no time of day; write it with two digits each and in quotes, such as "02:00"',
  )
  .meta({ description: 'A time of day, HH:MM, up to 24:00.' });

const shapeNotation: z.ZodType<unknown> = z.lazy(() =>
  z.union(
    [z.string().refine(word => parseShapeField(word) !== undefined, 'is no shape'), z.record(nonEmpty, shapeNotation)],
    {
      error:
        'is no shape; use string, number, integer, boolean, object or any, with [] for a list and ? where it may be missing',
    },
  ),
);

const handoff = z
  .strictObject({
    tool: nonEmpty.meta({ description: 'The tool that takes the matter to a person.' }),
    with: z
      .record(nonEmpty, z.json())
      .optional()
      .meta({ description: 'The input of that call; texts may hold {{ CEL }}.' }),
  })
  .meta({ description: 'The ready-made call by which the model hands over to a person.' });

const window = z
  .strictObject({
    from: timeOfDay.optional(),
    to: timeOfDay.optional(),
    days: z.array(z.enum(weekdays)).min(1, 'must not be empty').optional(),
    zone: nonEmpty.meta({ description: 'An IANA time zone such as Europe/Warsaw.' }),
  })
  .meta({ description: 'A daily time window; it may cross midnight.' });

const warningsOk = z
  .record(z.string().refine(isWarning, 'is no warning that could be all right'), nonEmpty)
  .meta({ description: 'Warnings about this rule that are all right, each by its code, with the reason.' });

const rule = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'must be letters, digits, `.`, `_` and `-`, at most 100')
      .meta({ description: 'The name by which denials and logs cite the rule.' }),
    kind: z.enum(['capability', 'authorization', 'policy', 'observation']),
    on: z.string().optional().meta({ description: 'The event; PreToolUse unless said otherwise.' }),
    tool: z
      .union([nonEmpty, z.array(nonEmpty).min(1, 'must not be empty')], {
        error: 'must be a tool name, a glob such as mcp__support__*, or a list of them',
      })
      .optional(),
    when: nonEmpty.optional().meta({ description: 'A CEL expression; the effect takes place where it is true.' }),
    during: window.optional(),
    requires: requiresSchema.optional(),
    budget: budgetSchema.optional(),
    once: onceSchema.optional(),
    deny: nonEmpty.optional().meta({ description: 'Stops the call; the text tells the model why.' }),
    ask: nonEmpty.optional().meta({ description: 'Has the user asked first; the text tells what for.' }),
    allow: z
      .union([z.literal(true), nonEmpty], { error: 'must be true or a reason' })
      .optional()
      .meta({ description: "Skips the client's permission prompt." }),
    warn: nonEmpty.optional().meta({ description: 'A text that the model reads beside the call.' }),
    rewrite: z
      .record(nonEmpty, z.json())
      .refine(fields => Object.keys(fields).length > 0, 'must name a field')
      .optional()
      .meta({ description: 'Fields put into the input before the tool runs.' }),
    notify: z.unknown().optional().meta({ description: 'Not available in this version.' }),
    block: nonEmpty
      .optional()
      .meta({ description: 'On Stop: the session may not end yet; the text tells what is missing.' }),
    instead: nonEmpty.optional().meta({ description: 'What the model should do instead.' }),
    handoff: handoff.optional(),
    warnings_ok: warningsOk.optional(),
  })
  .meta({ description: 'One rule: conditions, all of which must hold, and exactly one effect.' });

const message = nonEmpty.optional().meta({
  description:
    'What the model has to read, to the letter; the marker at its start and the rule at its end may be left out.',
});

const rooted = z.string().refine(isRooted, 'must be a whole path, such as /srv/app');

const lawTest = z.strictObject({
  name: nonEmpty,
  event: z.strictObject({
    on: z.string().optional(),
    tool: nonEmpty.optional(),
    input: z.record(z.string(), z.json()).optional(),
    fields: z.record(z.string(), z.json()).optional(),
  }),
  given: z
    .strictObject({
      context: z.record(z.string(), z.json()).optional(),
      calls: z.array(givenCallSchema).optional().meta({ description: 'Earlier calls of the session.' }),
      now: z
        .string()
        .refine(
          text => /(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
          'is no time with a zone, such as 2026-03-29T03:30:00+02:00',
        )
        .optional(),
      cwd: rooted
        .optional()
        .meta({ description: 'The folder in which the call would run; the project, if not given.' }),
      project: rooted.optional().meta({ description: "The project's folder; /srv/app, if not given." }),
      home: rooted.optional().meta({ description: "The user's home folder; /home/u, if not given." }),
      platform: z.enum(['posix', 'windows']).optional().meta({ description: 'posix, if not given.' }),
      files: z.record(nonEmpty, z.string()).optional().meta({
        description: 'Files that are there, by their path: the text, or `-> path` for a link.',
      }),
    })
    .optional(),
  expect: z.union(
    [
      z.enum(['allow', 'deny', 'ask', 'block', 'silent']),
      z.strictObject({ deny: nonEmpty, message }),
      z.strictObject({ block: nonEmpty, message }),
      z.strictObject({ ask: nonEmpty, message }),
      z.strictObject({ warn: nonEmpty, message }),
      z.strictObject({ rewrite: z.record(z.string(), z.json()) }),
    ],
    { error: 'must be silent, allow, deny, ask, block, or for example { deny: rule-id }' },
  ),
});

/** The law file's format, strict: whatever it does not name is an error. */
export const lawSchema = z
  .strictObject({
    $schema: z.string().optional().meta({ description: 'For editors; without meaning.' }),
    hooklaw: z.literal(lawFormatVersion).meta({ description: 'The version of the format.' }),
    audit: z
      .enum(['best-effort', 'required'])
      .optional()
      .meta({ description: '`required`: a call that cannot be written to the audit log is denied.' }),
    project_laws: z
      .enum(['allowed', 'forbidden'])
      .optional()
      .meta({ description: '`forbidden`, in a managed law only: the laws of projects are not read.' }),
    deadline: deadline
      .optional()
      .meta({ description: 'How long the hook may take before it denies; 8s unless said otherwise.' }),
    state: stateSchema.optional(),
    context: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is no name for a fact'), factSource).optional(),
    tools: z.record(nonEmpty, z.record(nonEmpty, shapeNotation)).optional().meta({
      description:
        'The input of each tool: string, number, integer, boolean, object, any; [] for lists, ? for optional.',
    }),
    rules: z.array(rule).default([]),
    extends: extendsSchema.optional(),
    tests: z.array(lawTest).optional(),
  })
  .meta({
    title: 'hooklaw law file',
    description: 'Rules that run on every tool call and that the model cannot argue with.',
  });

export type LawDocument = z.infer<typeof lawSchema>;
export type RuleDocument = LawDocument['rules'][number];
export type LawTest = NonNullable<LawDocument['tests']>[number];

/** The keys that a mapping at a path may have, for naming the nearest one. */
export function keysAt(path: readonly PropertyKey[]): readonly string[] {
  const [first, second, third] = path;
  if (path.length === 0) return Object.keys(lawSchema.shape);
  if (first === 'rules') {
    if (third === 'during') return Object.keys(window.shape);
    if (third === 'handoff') return Object.keys(handoff.shape);
    if (third === 'requires' || third === 'budget' || third === 'once') return stateKeys[third];
    if (third === undefined) return Object.keys(rule.shape);
  }
  if (first === 'state') return second === 'postgres' ? stateKeys.postgres : ['postgres'];
  if (first === 'context' && second !== undefined) return factKeysAt(path.slice(2));
  if (first === 'extends') return path.length === 2 ? extendsKeys.entry : extendsKeys.softening;
  if (first === 'tests')
    return third === 'event'
      ? ['on', 'tool', 'input', 'fields']
      : third === 'given'
        ? ['context', 'calls', 'now', 'cwd', 'project', 'home', 'platform', 'files']
        : Object.keys(lawTest.shape);
  return [];
}

/** Keys of a rule that the schema accepts so that a clear message can say that they do nothing yet. */
export const plannedKeys = ['notify'] as const;
