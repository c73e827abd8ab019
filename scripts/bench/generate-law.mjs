/**
 * Writes laws as they are found in the field, of any size: three rules in five are about Bash, the others about the tools of a
 * support desk, in all the usual kinds of conditions. No rule fires on `npm run build`; the last one about Bash does
 * on `git reset --hard`.
 */

const words = ['billing', 'ledger', 'tenant', 'backup', 'export', 'mailer', 'search', 'invoice', 'worker', 'gateway'];

const wordOf = index => `${words[index % words.length]}-${index}`;

const bashConditions = [
  index => `input.command.contains('rm -rf /srv/${wordOf(index)}')`,
  index => `input.command.startsWith('kubectl delete ${wordOf(index)}')`,
  index => `input.command.matches('^terraform (destroy|apply) ${index % 4 === 0 ? '.*' : ''}${wordOf(index)}')`,
  index => `input.command == 'make deploy-${wordOf(index)}'`,
  index => `input.command.contains('git push') && input.command.contains('${wordOf(index)}')`,
  index => `input.command.endsWith('--env ${wordOf(index)}') && size(input.command) > 20`,
];

const deskConditions = [
  index => `input.amount > ${500 + index}.0`,
  index => `input.order_id.startsWith('${wordOf(index)}')`,
  index => `input.amount >= 100.0 && input.reason.contains('${wordOf(index)}')`,
  index => `input.order_id == 'A-${1000 + index}' || input.amount < 0.0`,
];

const deskTools = ['refund_customer', 'change_order', 'credit_account', 'send_voucher'];

/** A daily hour that is half a day away, so that a rule with it is looked at and does not fire. */
function quietHour(now) {
  const hour = now.getUTCHours();
  const text = offset => `${String((hour + offset) % 24).padStart(2, '0')}:00`;
  return `{ from: "${text(11)}", to: "${text(12)}", zone: UTC }`;
}

function rule({ id, tool, when, during }) {
  return [
    `  - id: ${id}`,
    '    kind: policy',
    `    tool: ${tool}`,
    ...(when === undefined ? [] : [`    when: ${JSON.stringify(when)}`]),
    ...(during === undefined ? [] : [`    during: ${during}`]),
    `    deny: Rule ${id} forbids this.`,
    '    instead: Ask the person you work for.',
  ].join('\n');
}

function bashRule(index, now) {
  const during = index % 10 === 9 ? quietHour(now) : undefined;
  const when = during === undefined ? bashConditions[index % bashConditions.length](index) : undefined;
  return rule({ id: `shell-${index}`, tool: 'Bash', when, during });
}

function deskRule(index) {
  const tool = `mcp__support__${deskTools[index % deskTools.length]}`;
  return rule({ id: `desk-${index}`, tool, when: deskConditions[index % deskConditions.length](index) });
}

/** Gives a law of `count` rules as text. */
export function generateLaw(count, now = new Date()) {
  const rules = Array.from({ length: count - 1 }, (_, index) =>
    index % 5 < 3 ? bashRule(index, now) : deskRule(index),
  );
  const last = rule({ id: 'no-reset', tool: 'Bash', when: "input.command.contains('git reset --hard')" });
  return `hooklaw: 1\nrules:\n${[...rules, last].join('\n')}\n`;
}
