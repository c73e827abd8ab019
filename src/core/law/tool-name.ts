/** Why a name can never match a tool: ways of writing that are common elsewhere and mean nothing here. */
export function whyNoTool(tool: string): string | undefined {
  if (/[|,]/.test(tool)) return `write a list: [${tool.split(/\s*[|,]\s*/).join(', ')}]`;
  if (tool.includes('(')) return 'name the tool alone; what it is called with goes into `when`';
  if (/\.\*|[\^$\\+[\]]/.test(tool))
    return 'this is a glob, not a regular expression: `*` alone stands for any characters';
  if (/\s/.test(tool)) return 'a name has no spaces';
  if (/^mcp__(?:(?!__)[^*?])+$/.test(tool))
    return `\`${tool}\` is a server; \`${tool}__*\` stands for all of its tools`;
  return undefined;
}
