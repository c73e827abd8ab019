import http from 'node:http';

const notAsked = 'BLOCKED: The guard did not answer. Nothing ran. Tell the user.';

/** Sends one event. Only a 200 of hooklaw's own is an answer. @throws when there is none */
function send(url, token, event) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}/hook/${event.hook_event_name}`,
      { method: 'POST', headers: { authorization: `Bearer ${token}` }, timeout: 15_000, agent: false },
      response => {
        let body = '';
        response.setEncoding('utf8').on('data', text => {
          body += text;
        });
        response.on('error', reject).on('end', () => {
          const verdict = response.headers['hooklaw-verdict'];
          if (response.statusCode !== 200 || verdict === undefined) reject(new Error('that was not hooklaw'));
          else resolve({ verdict, answer: JSON.parse(body) });
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject).end(JSON.stringify(event));
  });
}

/** One conversation of one desk. `callTool` runs a tool only when a server has said that it may. */
export class GuardedDesk {
  #calls = 0;

  constructor({ url, token, session, tools }) {
    Object.assign(this, { url, token, session, tools });
  }

  /** Calls a tool, and gives its answer or the text of the refusal. */
  async callTool(name, input) {
    this.#calls += 1;
    const call = { session_id: this.session, tool_name: name, tool_input: input, tool_use_id: `call-${this.#calls}` };
    const { url, token } = this;
    let judged;
    try {
      judged = await send(url, token, { hook_event_name: 'PreToolUse', ...call });
    } catch {
      return notAsked;
    }
    const { permissionDecisionReason: reason, updatedInput } = judged.answer.hookSpecificOutput ?? {};
    if (judged.verdict !== 'silent' && judged.verdict !== 'allow') return reason ?? notAsked;
    const ran = { ...call, tool_input: updatedInput ?? input };
    const result = await this.tools[name](ran.tool_input);
    // After the fact nothing can be stopped; a report that does not arrive leaves what was reserved spent.
    await send(url, token, { hook_event_name: 'PostToolUse', ...ran, tool_response: result }).catch(() => undefined);
    return result;
  }
}
