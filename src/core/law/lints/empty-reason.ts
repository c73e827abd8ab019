import type { Finding, LawLint, LintedRule } from '../linted-law.ts';
import { saysNothing } from '../reason-text.ts';

function findRule({ id, path, effect, document }: LintedRule): Finding[] {
  if (effect !== 'deny' && effect !== 'ask' && effect !== 'block') return [];
  const text = document[effect] ?? '';
  if (!saysNothing(text)) return [];
  const reader = effect === 'ask' ? 'the user' : 'the model';
  return [
    {
      path: [...path, effect],
      message: `the rule \`${id}\` gives no reason: all that ${reader} reads is \`${text}\``,
      help: 'say what is refused and why; a model that does not know why tries again in another way',
    },
  ];
}

/** Refusals that give no reason. */
export const emptyReason: LawLint = {
  code: 'law/empty-reason',
  find: ({ rules }) => rules.flatMap(findRule),
};
