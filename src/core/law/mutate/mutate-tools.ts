import { isGlob, matchesToolPattern } from '../tool-pattern.ts';

type Tools = string | string[];

/** One small change of the tools that a rule, or a condition of it, names. */
export interface ToolEdit {
  readonly tool: Tools;
  /** The place in the list that was changed; undefined where there is no list. */
  readonly at: number | undefined;
  readonly change: string;
  readonly hint: string;
}

/** Lists without one of their tools; a tool that another pattern covers would not be missed, so it stays. */
function dropOne(tools: readonly string[]): ToolEdit[] {
  return tools.flatMap((tool, at) => {
    const rest = tools.filter((_, index) => index !== at);
    if (rest.length === 0 || rest.some(pattern => matchesToolPattern(pattern, tool))) return [];
    return [{ tool: rest, at, change: `\`${tool}\` was dropped`, hint: `a test with a call of \`${tool}\`` }];
  });
}

/** The glob one word shorter: `mcp__s__refund_*` gives `mcp__s__*`. */
function widen(glob: string): string | undefined {
  const start = /^([^*?]+)\*$/.exec(glob)?.[1];
  if (start === undefined) return undefined;
  return `${/^.*__(?=.)/.exec(start)?.[0] ?? ''}*`;
}

/** The glob as the one name without its stars; one that ends in `__*` covers no such tool. */
function narrow(glob: string): string | undefined {
  const name = glob.replaceAll('*', '');
  return name === '' || name.endsWith('_') || isGlob(name) ? undefined : name;
}

function changeGlob(glob: string): { pattern: string; hint: string }[] {
  const [wider, narrower] = [widen(glob), narrow(glob)];
  return [
    ...(wider === undefined
      ? []
      : [{ pattern: wider, hint: `a test with a tool that \`${wider}\` covers and \`${glob}\` does not` }]),
    ...(narrower === undefined
      ? []
      : [{ pattern: narrower, hint: `a test with a tool that \`${glob}\` covers, other than \`${narrower}\`` }]),
  ];
}

/** The small changes of a list of tools, in its order: one dropped, a glob widened or narrowed. */
export function mutateTools(tool: Tools): ToolEdit[] {
  const list = [tool].flat();
  const globs = list.flatMap((glob, at) => {
    if (!isGlob(glob)) return [];
    return changeGlob(glob).map(({ pattern, hint }) => ({
      tool: typeof tool === 'string' ? pattern : list.with(at, pattern),
      at: typeof tool === 'string' ? undefined : at,
      change: `\`${glob}\` became \`${pattern}\``,
      hint,
    }));
  });
  return [...dropOne(list), ...globs];
}
