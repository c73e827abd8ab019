/** Former names of the client's tools, which matchers and permission rules still take. Observed in 2.1.332. */
const aliases: Readonly<Record<string, string>> = {
  Task: 'Agent',
  KillShell: 'TaskStop',
  KillBash: 'TaskStop',
  ListPeers: 'ListAgents',
  Brief: 'SendUserMessage',
  ListMcpResources: 'ListMcpResourcesTool',
  ReadMcpResource: 'ReadMcpResourceTool',
  ReadMcpResourceDir: 'ReadMcpResourceDirTool',
  ProposeGoal: 'SetGoal',
};

/** The name that a tool has now. */
export function currentToolName(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/** A tool's name, and the names that it had before. */
export function allToolNames(name: string): readonly string[] {
  const current = currentToolName(name);
  return [current, ...Object.keys(aliases).filter(former => aliases[former] === current)];
}
