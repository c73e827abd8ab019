/**
 * Speaks with the client over its standard input (`--input-format stream-json`): the next prompt follows the end of the
 * last turn, and a question whether a call may run is answered `allow` or `deny`. Gives a function that takes the events.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** A person is slower than a hook that answers in their place. */
const secondThoughts = 1500;

export function startConversation(input, prompts, answer) {
  const left = [...prompts];
  const send = value => input.writable && input.write(`${JSON.stringify(value)}\n`);
  const next = () => {
    const text = left.shift();
    if (text === undefined) return input.end();
    return send({ type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null });
  };
  input.on('error', () => {});
  next();
  return async event => {
    if (event.type === 'result') next();
    if (event.type === 'control_request' && event.request.subtype === 'can_use_tool') {
      await sleep(secondThoughts);
      send({ type: 'control_response', response: respond(event, answer) });
    }
  };
}

function respond({ request_id, request }, answer) {
  const allowed = { behavior: 'allow', updatedInput: request.input };
  const response = answer === 'allow' ? allowed : { behavior: 'deny', message: 'a person said no' };
  return { subtype: 'success', request_id, response };
}
