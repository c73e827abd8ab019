/** What can be learned from the runs of the client: from what it sent to the model and from the events it printed. */
export function observe(outcomes) {
  const events = outcomes.flatMap(outcome => outcome.events);
  const requests = outcomes.flatMap(outcome => outcome.requests);
  const ends = outcomes.map(({ exit, signal }) => exit ?? signal);
  return {
    exit: ends.find(end => end !== 0) ?? 0,
    stderr: outcomes.map(({ stderr }) => stderr).join(''),
    final: outcomes.at(-1).events.find(event => event.type === 'result')?.result,
    sessionId: events.find(event => event.session_id)?.session_id,
    requests: requests.length,
    toolResults: toolResults(requests),
    modelRead: requests.map(request => JSON.stringify(request.messages)).join('\n'),
    hookTimes: hookTimes(events),
  };
}

/** The tool results as the model read them, in the order of the calls; each request repeats the earlier ones. */
function toolResults(requests) {
  const results = new Map();
  for (const block of requests.flatMap(request => request.messages.flatMap(message => message.content))) {
    if (block.type === 'tool_result' && !results.has(block.tool_use_id)) {
      results.set(block.tool_use_id, { isError: block.is_error === true, text: textOf(block.content) });
    }
  }
  return [...results.values()];
}

function textOf(content) {
  return typeof content === 'string' ? content : content.map(part => part.text ?? '').join('');
}

/** How long each hook kept the client waiting, in milliseconds. */
function hookTimes(events) {
  const started = new Map(events.filter(isHook('hook_started')).map(event => [event.hook_id, event.seenAt]));
  return events
    .filter(isHook('hook_response'))
    .map(event => ({ event: event.hook_event, exit: event.exit_code, ms: event.seenAt - started.get(event.hook_id) }));
}

function isHook(subtype) {
  return event => event.type === 'system' && event.subtype === subtype;
}
