import { builtinToolNames } from '../event/builtin-tools.ts';
import type { ProblemCode } from '../problem/catalogue.ts';
import { nearestName } from '../problem/nearest-name.ts';
import { whyNoTool } from './tool-name.ts';
import { isGlob, matchesToolPattern } from './tool-pattern.ts';

interface ToolNameFault {
  readonly code: ProblemCode;
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string;
}

/** What is wrong with the name of a tool: one that no tool can have, or one that looks misspelt. */
export function findToolNameFault(tool: string): ToolNameFault | undefined {
  const impossible = whyNoTool(tool);
  if (impossible !== undefined) {
    return {
      code: 'law/tool-pattern',
      message: `\`${tool}\` can never be the name of a tool`,
      help: impossible,
    };
  }
  if (tool.startsWith('mcp__') || builtinToolNames.some(name => matchesToolPattern(tool, name))) return undefined;
  const nearest = isGlob(tool)
    ? builtinToolNames.find(name => matchesToolPattern(tool.toLowerCase(), name.toLowerCase()))
    : nearestName(tool, builtinToolNames);
  if (nearest === undefined) return undefined;
  return {
    code: 'law/unknown-tool',
    message: `Claude Code has no tool \`${tool}\`, so no call there fits`,
    help: 'names are case-sensitive; leave it if the name is a tool of your own loop',
    suggestion: nearest,
  };
}
