/** What the model read, from the bodies of the requests that it was sent. */

const reminder = /<system-reminder>\n?([\s\S]*?)\n?<\/system-reminder>/g;

/** How the client begins what it passes on from a hook, such as `PostToolUse:Bash hook additional context: …`. */
const fromHook = /^(\w+(:\S+)? hook |\w+ operation (stopped|blocked)|Operation (stopped|blocked)|Hook |.* by hook\b)/i;

/** How a newer client introduces a hook's words. */
const introduction = /^The text below is the output of a hook [^\n]*\n/;

/** Every call that the model made, with the result that it read; calls that are repeated in later requests count once. */
export function toolUses(requests) {
  const calls = new Map();
  for (const block of blocksOf(requests)) {
    if (block.type === 'tool_use' && !calls.has(block.id))
      calls.set(block.id, { name: block.name, input: block.input });
    if (block.type === 'tool_result' && calls.has(block.tool_use_id)) {
      calls.get(block.tool_use_id).result ??= { isError: block.is_error === true, text: textOf(block.content) };
    }
  }
  return [...calls.values()];
}

function blocksOf(requests) {
  const messages = requests.flatMap(request => request.messages);
  return messages.flatMap(({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content));
}

function textOf(content = '') {
  return typeof content === 'string' ? content : content.map(part => part.text ?? '').join('');
}

/** What hooks told the model beside the results of calls, as the last request of the conversation holds it. */
export function contextOf(requests) {
  const last = requests.at(-1);
  if (last === undefined) return [];
  return last.messages
    .filter(({ role }) => role !== 'assistant')
    .flatMap(({ role, content }) => {
      const texts = blocksOf([{ messages: [{ content }] }]).filter(({ type }) => type === 'text');
      return texts.flatMap(({ text }) => partsOf(text, role)).filter(part => fromHook.test(part));
    });
}

/** Reminders stand alone or several in one text; a system message is one text of many paragraphs. */
function partsOf(text, role) {
  if (role === 'system') return text.split('\n\n').map(part => part.trim());
  const inside = [...text.matchAll(reminder)].map(([, part]) => part);
  return [...inside, text.replaceAll(reminder, '')]
    .map(part => part.trim().replace(introduction, ''))
    .filter(part => part !== '');
}
