import { builtinToolNames } from './builtin-tools.ts';

/**
 * Former names that matchers and permission rules still take, each with the tool's present one. Source:
 * `LEGACY_TOOL_NAME_ALIASES` of the Agent SDK 0.3.332.
 */
export const formerToolNames: Readonly<Record<string, string>> = {
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

/** Tools of the client that are not described among its built-in ones. Source: `BUILTIN_TOOL_NAMES` of the Agent SDK 0.3.332. */
const moreToolNames = [
  'Artifact',
  'ClaudeDesign',
  'EndConversation',
  'ListAgents',
  'OfferChromeSetup',
  'Projects',
  'propose_skills',
  'PushNotification',
  'ReadMcpResourceDirTool',
  'ReadNotifications',
  'RemoteTrigger',
  'ReportFindings',
  'SendFeedback',
  'SendUserFile',
  'SendUserMessage',
  'SetGoal',
  'ShareOnboardingGuide',
  'ShowOnboardingRolePicker',
  'SubagentHandback',
  'WaitForMcpServers',
];

/** Every name of a tool of the client that a matcher can mean, former ones included. */
export const matchableToolNames: readonly string[] = [
  ...new Set([...builtinToolNames, ...moreToolNames, ...Object.keys(formerToolNames)]),
].sort();
