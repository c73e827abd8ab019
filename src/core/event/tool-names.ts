import { allToolNames, currentToolName } from '../client/tool-aliases.ts';
import { builtinToolNames } from './builtin-tools.ts';

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
  ...new Set([...builtinToolNames, ...moreToolNames].flatMap(name => [name, ...allToolNames(name)])),
].sort();

/** Every present name of a tool of the client. */
export const presentToolNames: readonly string[] = matchableToolNames.filter(name => currentToolName(name) === name);
