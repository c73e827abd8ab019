import type { Decision } from '../decision/decision.ts';
import { composeMessage, denialMarker } from '../decision/message.ts';
import type { Refusal } from './refusal.ts';

/** The decision that a refusal makes; no rule stands behind it. */
export function decideRefused({ text, instead }: Refusal): Decision {
  return { verdict: 'deny', message: composeMessage(denialMarker, { text, instead }), warnings: [], trace: [] };
}
