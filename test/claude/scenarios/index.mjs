import effects from './effects.mjs';
import failingClosed from './failing-closed.mjs';
import refundStory from './refund-story.mjs';

export const scenarios = [...refundStory, ...effects, ...failingClosed];
