/**
 * One process of a race. For each call it opens the store, asks what was spent, reserves one when the limit allows it, and closes the
 * store again, as the hook does. Says in one line of JSON how each call went.
 * usage: node worker.mjs '{"bundle": URL, "store": STORE, "account": ACCOUNT, "limit": 100, "calls": 200, "session": "s-1"}'
 */
import fs from 'node:fs';
import { decide } from './open-store.mjs';

const { bundle, store, account, limit, calls, session } = JSON.parse(process.argv[2]);

async function take(callId) {
  const began = performance.now();
  const outcome = await decide(bundle, store, { account, limit, session, callId }).then(
    allowed => ({ allowed }),
    error => ({ allowed: false, error: `${error.name}: ${error.message}` }),
  );
  return { ...outcome, ms: performance.now() - began };
}

// Written at once and not through a stream, so that a killed process has said whatever it has done.
const say = row => fs.writeSync(1, `${JSON.stringify(row)}\n`);
say({ ready: true });
for (let index = 0; index < calls; index++) say(await take(`${session}-${index}`));
