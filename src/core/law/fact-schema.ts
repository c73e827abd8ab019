import * as z from 'zod';
import { factTypes, tokenAlgorithms } from '../context/fact.ts';
import { parseDuration } from './duration.ts';
import { whyNoKeySet } from './key-set.ts';

const nonEmpty = z.string().min(1, 'must not be empty');

export const duration = z
  .string()
  .refine(text => parseDuration(text) !== undefined, 'is no duration; write for example 500ms, 5s, 15m, 2h or 7d')
  .meta({ description: 'A duration such as 500ms, 5s, 15m, 2h or 7d.' });

/** How far a token's clock and ours may be apart at most, in milliseconds. */
const largestTolerance = 300_000;

const word = z.string().refine(text => !text.includes('\0'), 'must not hold a NUL character');

const oneOrMore = z.union([nonEmpty, z.array(nonEmpty).min(1, 'must not be empty')], {
  error: 'must be a text, or a list of texts',
});

const keySets = oneOrMore
  .superRefine((given, context) => {
    for (const [at, place] of [given].flat().entries()) {
      const message = whyNoKeySet(place);
      if (message === undefined) continue;
      context.addIssue({ code: 'custom', message, path: typeof given === 'string' ? [] : [at] });
    }
  })
  .meta({ description: 'The key sets (JWKS) of the issuer: files, relative to the law file, or https URLs.' });

const token = z
  .strictObject({
    env: nonEmpty.optional().meta({ description: 'The environment variable that holds the token.' }),
    file: nonEmpty.optional().meta({ description: 'The file that holds the token; relative to the law file.' }),
  })
  .meta({ description: 'Where the token is taken from: one of both.' });

const jwt = z
  .strictObject({
    token,
    jwks: keySets,
    issuer: nonEmpty.meta({ description: 'The `iss` that the token must have.' }),
    audience: oneOrMore.meta({ description: 'The `aud` that the token must have, or one of several.' }),
    algorithms: z
      .array(
        z.enum(tokenAlgorithms, {
          error: ({ input }) =>
            `cannot be ${JSON.stringify(input)}; the algorithms are ${tokenAlgorithms.join(', ')} (with \`none\` and HS* everybody who can check a token could make one)`,
        }),
      )
      .min(1, 'must not be empty')
      .optional()
      .meta({ description: 'The algorithms by which the token may be signed; all of these unless said otherwise.' }),
    clock_tolerance: duration
      .refine(text => (parseDuration(text) ?? 0) <= largestTolerance, 'must be 5m at most')
      .optional()
      .meta({ description: 'How far the clocks may be apart, up to 5m; 0s unless said otherwise.' }),
  })
  .meta({ description: 'A signed token (JWT) whose claims are the fact.' });

/** Where a fact comes from; which keys go together is checked in compile-context.ts. */
export const factSource = z
  .strictObject({
    env: nonEmpty.optional().meta({ description: 'The environment variable that holds the fact.' }),
    file: nonEmpty
      .optional()
      .meta({ description: 'The JSON or YAML file that holds the fact; relative to the law file.' }),
    command: z
      .array(word)
      .refine(([program = '']) => program !== '', 'must name a program')
      .optional()
      .meta({ description: 'The program that prints the fact, with its arguments; no shell.' }),
    jwt: jwt.optional(),
    value: z.json().optional().meta({ description: 'The fact itself.' }),
    pointer: z
      .string()
      .regex(/^(?:\/.*)?$/s, 'is no JSON pointer; it starts with /')
      .optional()
      .meta({ description: 'A JSON pointer into the file, the output or the claims.' }),
    format: z
      .enum(['text', 'json'])
      .optional()
      .meta({ description: 'What a command prints: the text of the fact, or JSON in which it stands.' }),
    timeout: duration
      .refine(text => (parseDuration(text) ?? 0) > 0, 'must be longer than nothing')
      .optional()
      .meta({ description: 'How long a command, or fetching keys, may take; 2s unless said otherwise.' }),
    untrusted_ok: z
      .string()
      .regex(/\S/, 'must give a reason')
      .optional()
      .meta({ description: 'Why it is all right that the agent could write this source: a reason, in words.' }),
    type: z.enum(factTypes).optional().meta({
      description:
        'The type that the fact must have; unless said otherwise a text for env and command, anything for the rest.',
    }),
    one_of: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .min(1, 'must not be empty')
      .optional()
      .meta({ description: 'The only values allowed.' }),
    required: z
      .boolean()
      .optional()
      .meta({ description: 'Whether a source without a value is a failure (default) or gives null.' }),
  })
  .meta({ description: 'Where a trusted fact comes from.' });

export type FactDocument = z.infer<typeof factSource>;

/** The keys that a mapping inside a fact may have; the path counts from the fact. */
export function factKeysAt(path: readonly PropertyKey[]): readonly string[] {
  const [first, second, third] = path;
  if (first === undefined) return Object.keys(factSource.shape);
  if (first !== 'jwt' || third !== undefined) return [];
  if (second === undefined) return Object.keys(jwt.shape);
  return second === 'token' ? Object.keys(token.shape) : [];
}
