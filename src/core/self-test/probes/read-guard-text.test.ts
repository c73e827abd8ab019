import { describe, expect, it } from 'vitest';
import { readGuardText } from './read-guard-text.ts';

describe('readGuardText', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'a grep in a shell script',
      `if echo "$cmd" | grep -qE 'rm -rf|git push --force'; then`,
      ['rm -rf', 'git push --force'],
    ],
    ['a grep without quotes', 'echo "$cmd" | grep -q terraform', ['terraform']],
    ['a case', 'case "$cmd" in\n  *"npm publish"*) exit 2 ;;\nesac', ['npm publish']],
    ['a case without quotes', 'case "$file" in\n  *.env|*.pem) exit 2 ;;\nesac', ['.env', '.pem']],
    ['a test of bash', '[[ $cmd == *"drop table"* ]]', ['drop table']],
    ['jq', `jq -e '.tool_input.command | test("git\\\\s+reset")'`, ['git reset']],
    ['a Python pattern', String.raw`re.search(r"\bcurl\b.*\|\s*(?:ba)?sh\b", cmd)`, ['curl|sh']],
    ['a Python list', 'BLOCKED = ["sudo", ".ssh/", "id_rsa"]', ['sudo', '.ssh/', 'id_rsa']],
    ['a JavaScript pattern', String.raw`if (/kubectl\s+delete/.test(cmd)) {`, ['kubectl delete']],
    ['a JavaScript list of patterns', String.raw`const denied = [/mkfs\.\w+/, /dd if=/];`, ['mkfs.x', 'dd if=']],
  ])('%s', (_, text, found) => {
    expect(readGuardText(text).texts).toEqual(expect.arrayContaining([...found]));
  });

  it('leaves out messages, plumbing and comments', () => {
    const text = `# no 'make clean' here
echo "Blocked: this is not allowed. Ask first." >&2
jq -n '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}'`;
    expect(readGuardText(text).texts).toEqual([]);
  });

  it.each<readonly [string, readonly string[]]>([
    ['jq -r .tool_input.amount', ['amount']],
    ['jq -r ".tool_input.amount // 0"', ['amount']],
    ['event["tool_input"]["amount"]', ['amount']],
    ["event.get('tool_input', {}).get('amount')", ['amount']],
    ['const { tool_input: input } = event; input.amount', ['amount']],
    ['event.tool_input?.amount', ['amount']],
  ])('fields: %s', (text, fields) => {
    expect(readGuardText(text).fields).toEqual(fields);
  });

  it.each<readonly [string, readonly number[]]>([
    ['[ "$amount" -gt 500 ]', [500]],
    ['if amount >= 1_000:', [1000]],
    ['if (input.amount > 99.5)', [99.5]],
  ])('numbers: %s', (text, numbers) => {
    expect(readGuardText(text).numbers).toEqual(numbers);
  });
});

it('takes no time over words without an end', () => {
  const long = `${'a/b.c-d_e'.repeat(200)}\n`;
  const text = long.repeat(50) + ' '.repeat(1_900) + "'".repeat(999);
  expect(readGuardText(text).texts).toEqual([]);
});
