import effects from './effects.mjs';
import failingClosed from './failing-closed.mjs';
import http from './http.mjs';
import planted from './planted.mjs';
import refundStory from './refund-story.mjs';
import selfProtection from './self-protection.mjs';
import session from './session.mjs';
import state from './state.mjs';

export const scenarios = [
  ...refundStory,
  ...effects,
  ...session,
  ...state,
  ...selfProtection,
  ...failingClosed,
  ...http,
  ...planted,
];
