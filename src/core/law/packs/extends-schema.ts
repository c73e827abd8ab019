import * as z from 'zod';

const nonEmpty = z.string().min(1, 'must not be empty');

const packName = nonEmpty.meta({ description: 'A pack that comes with the program, such as hooklaw:secrets.' });

const softening = z
  .strictObject({
    to: z
      .enum(['ask', 'warn', 'off'])
      .optional()
      .meta({ description: 'What the rule does instead: ask the user, warn the model, or nothing.' }),
    unless: nonEmpty
      .optional()
      .meta({ description: 'A CEL expression; where it is true, the rule has nothing to say.' }),
    because: nonEmpty.meta({ description: 'Why, for whoever reads the law next.' }),
  })
  .refine(({ to, unless }) => (to === undefined) !== (unless === undefined), 'must have either `to` or `unless`')
  .meta({ description: 'How a rule of the pack is weakened here, and why.' });

const softened = z.strictObject({
  pack: packName,
  soften: z
    .record(nonEmpty, softening)
    .optional()
    .meta({ description: "The pack's rules that are weakened, by their id." }),
});

/** The key `extends` of a law. */
export const extendsSchema = z
  .array(z.union([packName, softened], { error: 'must be a pack such as hooklaw:secrets, or { pack: …, soften: … }' }))
  .meta({ description: 'Packs of rules that come with the program.' });

/** The keys of an entry, and of a softening, for naming the nearest one. */
export const extendsKeys = { entry: ['pack', 'soften'], softening: ['to', 'unless', 'because'] } as const;

export type SofteningDocument = z.infer<typeof softening>;
