/** What the YAML parser says, and what a person most likely did. */
const hints: readonly { readonly says: RegExp; readonly help: string }[] = [
  {
    says: /Nested mappings are not allowed|Implicit keys need to be on a single line|All mapping items must start/,
    help: 'check that the keys of one rule stand exactly below each other; a text that holds `: ` needs quotes',
  },
  { says: /Unresolved tag/, help: 'a text that starts with `!` needs quotes' },
  { says: /Alias cannot be an empty string/, help: 'a text that starts with `*` needs quotes' },
  {
    says: /Unexpected (?:scalar|flow-\w+|token)|at node end|Block collections are not allowed/,
    help: 'put the whole text in double quotes; inside them write a quote as \\"',
  },
  {
    says: /Missing closing .*quote|Unterminated/,
    help: 'close the quote; outside of quotes ` #` starts a comment and cuts the text',
  },
  { says: /Tabs are not allowed/, help: 'indent with spaces' },
];

/** Help for a fault of the YAML parser; undefined where its own words say it all. */
export function helpForYaml(message: string): string | undefined {
  return hints.find(({ says }) => says.test(message))?.help;
}

/** Help for a key that is no text; a mapping as a key is what YAML makes of `{{ … }}` without quotes. */
export function helpForKey(isMapping: boolean): string {
  return isMapping
    ? 'a text with `{{ … }}` needs quotes; a value that is an expression stands without the braces, such as context.limit'
    : 'write the key as one word';
}
