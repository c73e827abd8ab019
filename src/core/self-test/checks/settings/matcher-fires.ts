import { matchedField } from '../../../client/event-subject.ts';
import { matches, readMatcher } from '../../../client/matcher.ts';
import { goneToolNames, matchableToolNames } from '../../../event/tool-names.ts';
import { nearestName } from '../../../problem/nearest-name.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { impossiblePart } from '../../settings/impossible-name.ts';
import { findingAt, type PlacedGroup, placedGroups } from '../../settings/placed-hook.ts';

/** Every matcher matches something. */
export const matcherFires: Check = {
  name: 'matcher-fires',
  codes: ['settings/matcher-never', 'settings/matcher-unknown'],
  reads: 'settings',
  run: view =>
    placedGroups(view).flatMap(group => {
      const field = matchedField(group.event);
      if (group.matcher === undefined || field === undefined) return [];
      return field === 'tool_name' ? judgeTools(group, group.matcher, view) : judgeValues(group, group.matcher, view);
    }),
};

/** What is wrong with a matcher, and how it should be written. */
interface MatcherFault {
  readonly message: string;
  readonly help?: string;
  readonly suggestion?: string | undefined;
  /** Nothing of what it names can ever match. */
  readonly certain: boolean;
}

/** The same about one name of a list. */
type NamedFault = MatcherFault & { readonly name?: string };

function judgeTools(group: PlacedGroup, text: string, view: SelfTestView): Finding[] {
  const matcher = readMatcher(text, view.features);
  switch (matcher.kind) {
    case 'everything':
      return [];
    case 'broken':
      return [report(group, text, brokenRegex(text, matcher.cause))];
    case 'regex': {
      if (view.mcpServers.some(server => matches(matcher, `mcp__${server}__x`))) return [];
      if (matchableToolNames.some(name => matches(matcher, name))) return [];
      const gone = goneToolNames.filter(name => matches(matcher, name));
      const fault = gone.length > 0 ? goneFault(gone, view) : regexFault(text, matcher.regex);
      return fault === undefined ? [] : [report(group, text, fault)];
    }
    case 'names': {
      const faults: NamedFault[] = matcher.names.flatMap(name => nameFault(name, matcher.names, view) ?? []);
      const empty = /(?:^|[|,])\s*(?:$|[|,])/.test(text);
      if (empty) faults.push({ message: 'an empty name between or behind `|`, which no tool has', certain: false });
      return faults.map(fault => report(group, text, withWhole(fault, text)));
    }
  }
}

/** The suggestion is the whole matcher with the one name replaced. */
function withWhole(fault: NamedFault, text: string): MatcherFault {
  if (fault.name === undefined || fault.suggestion === undefined) return fault;
  return { ...fault, suggestion: text.replace(fault.name, fault.suggestion) };
}

function report({ path, reading, hooks }: PlacedGroup, text: string, fault: MatcherFault): Finding {
  const at = [...path, 'matcher'];
  const { suggestion, message, help, certain } = fault;
  const change = { kind: 'set', value: suggestion ?? '' } as const;
  return findingAt(certain ? 'settings/matcher-never' : 'settings/matcher-unknown', reading, {
    at,
    message,
    help,
    suggestion,
    ...(hooks[0] === undefined ? {} : { hook: hooks[0].hook }),
    fix:
      suggestion === undefined || !certain
        ? undefined
        : { path: at, change, title: `write the matcher \`${text}\` as \`${suggestion}\`` },
  });
}

function brokenRegex(text: string, cause: string): MatcherFault {
  const rule = permissionSyntax(text);
  if (rule !== undefined) return rule;
  const glob = /^\*|[|(]\*/.test(text) ? text.replace(/(^|[|(])\*/g, '$1.*') : undefined;
  return {
    message: `the matcher \`${text}\` is a regular expression that does not compile (${cause.replace(/^Invalid regular expression: /, '')}), so it matches nothing`,
    help: 'write exact names with `|` between them, or a JavaScript regular expression',
    suggestion: glob,
    certain: true,
  };
}

/** A matcher that is written like a permission rule, such as `Bash(rm *)`. */
function permissionSyntax(text: string): MatcherFault | undefined {
  const [, tool = '', content = ''] = /^(\w+)\(([^)]+)\)(?:$|\s*[|,])/.exec(text) ?? [];
  if (!matchableToolNames.includes(tool) || content === '') return undefined;
  return {
    message: `\`${text}\` is a permission rule, not a matcher: no tool has such a name, so this never fires`,
    help: `write \`"matcher": "${tool}"\`, and \`"if": "${tool}(${content})"\` into the hook`,
    certain: true,
  };
}

function regexFault(text: string, regex: RegExp): MatcherFault | undefined {
  const rule = permissionSyntax(text);
  if (rule !== undefined) return rule;
  const words = text.match(/[A-Za-z]\w*/g) ?? [];
  const known = words.filter(word => matchableToolNames.includes(word));
  if (known.length > 1 && !/[.*+?^$()[\]{}\\]/.test(text)) return separated(text, known);
  const lax = new RegExp(regex.source, 'i');
  const meant = matchableToolNames.filter(name => lax.test(name));
  if (meant.length > 0 && !/mcp/i.test(text)) {
    const names = meant.slice(0, 3).map(name => `\`${name}\``);
    return {
      message: `the matcher \`${text}\` matches no tool: names are case-sensitive`,
      help: `the tools are called ${names.join(', ')}`,
      certain: true,
    };
  }
  const impossible = impossibleName(text);
  if (impossible !== undefined) return impossible;
  if (/mcp_/.test(text)) return undefined;
  return {
    message: `the matcher \`${text}\` matches no tool of the client, and no MCP server that is configured here`,
    help: 'tools of MCP servers are called `mcp__SERVER__TOOL`; their matcher is such as `mcp__SERVER__.*`',
    certain: false,
  };
}

/** A matcher that takes nothing but tools that the client does not have any more. */
function goneFault(gone: readonly string[], { features }: SelfTestView): MatcherFault | undefined {
  if (!features.fewerTools) return undefined;
  const names = gone.map(name => `\`${name}\``).join(', ');
  return {
    message: `the client no longer has ${gone.length === 1 ? `a tool ${names}` : `the tools ${names}`}, so this never fires`,
    help: 'name the tools that do the same today, or take the hook out',
    certain: true,
  };
}

/** A regular expression that asks for a character that the name of no tool has, as in `/Bash/`. */
function impossibleName(text: string): MatcherFault | undefined {
  const char = impossiblePart(text);
  if (char === undefined) return undefined;
  const bare = text.replace(/^[^\w]+|[^\w]+$/g, '');
  const plain = bare.split('|').every(name => matchableToolNames.includes(name));
  return {
    message: `the matcher ${shown(text)} matches no tool: no name has ${char} in it`,
    help:
      char === '`/`'
        ? 'a regular expression stands without `/` around it'
        : 'names are of letters, digits, `_` and `-`, and `|` stands between them',
    suggestion: plain ? bare : undefined,
    certain: true,
  };
}

/** In backticks; what cannot be seen as JSON writes it. */
function shown(text: string): string {
  return `\`${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\uFEFF', '\\ufeff')}\``;
}

function separated(text: string, known: readonly string[]): MatcherFault {
  return {
    message: `the matcher \`${text}\` matches no tool: names are separated by \`|\``,
    suggestion: known.join('|'),
    certain: true,
  };
}

function nameFault(name: string, all: readonly string[], view: SelfTestView): NamedFault | undefined {
  const { mcpServers } = view;
  if (matchableToolNames.includes(name)) return undefined;
  if (goneToolNames.includes(name)) {
    return name === all[0] && all.every(other => goneToolNames.includes(other)) ? goneFault(all, view) : undefined;
  }
  if (name.startsWith('mcp__')) {
    if (/^mcp__.+?__./.test(name)) return undefined;
    const server = name.replace(/__$/, '');
    return {
      name,
      message: `the matcher \`${name}\` matches no tool: it is an exact name, and a server alone has none${name.includes('-') ? ' (clients before 2.1.195 took it for a regular expression, and it matched)' : ''}`,
      suggestion: `${server}__.*`,
      certain: true,
    };
  }
  const inner = name.split(/\s+/).filter(word => matchableToolNames.includes(word));
  if (inner.length > 1) return { ...separated(name, inner), name };
  const sameButCase = matchableToolNames.find(tool => tool.toLowerCase() === name.toLowerCase());
  if (sameButCase !== undefined) {
    if (all.includes(sameButCase)) return undefined;
    return {
      name,
      message: `no tool is called \`${name}\`, so this never fires: names are case-sensitive`,
      suggestion: sameButCase,
      certain: true,
    };
  }
  const server = mcpServers.find(known => known === name || known === name.replace(/[^\w-]/g, '_'));
  if (server !== undefined) {
    return {
      name,
      message: `\`${name}\` is an MCP server, and its tools are called \`mcp__${server}__…\``,
      suggestion: `mcp__${server}__.*`,
      certain: true,
    };
  }
  const near = nearestName(name, matchableToolNames);
  if (near !== undefined && name.length > 3) {
    return { name, message: `no tool of the client is called \`${name}\``, suggestion: near, certain: false };
  }
  return {
    name,
    message: `no tool of the client is called \`${name}\``,
    help: 'tools of MCP servers are called `mcp__SERVER__TOOL`, where the server may be a long identifier; a matcher such as `mcp__.*__TOOL` finds them all',
    certain: false,
  };
}

/** What the values of some events can be. Source: the inputs in `sdk.d.ts` of the Agent SDK 0.3.332. */
const values: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['startup', 'resume', 'clear', 'compact', 'fork'],
  SessionEnd: ['clear', 'resume', 'logout', 'prompt_input_exit', 'other', 'bypass_permissions_disabled'],
  PreCompact: ['manual', 'auto'],
  PostCompact: ['manual', 'auto'],
  ConfigChange: ['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills'],
};

function judgeValues(group: PlacedGroup, text: string, { features }: SelfTestView): Finding[] {
  const known = Object.hasOwn(values, group.event) ? values[group.event] : undefined;
  const matcher = readMatcher(text, features, group.event);
  const subject = `\`${matchedField(group.event)}\` of \`${group.event}\``;
  if (matcher.kind === 'broken') return [report(group, text, brokenRegex(text, matcher.cause))];
  const names = matcher.kind === 'names' ? matcher.names : [];
  return names.flatMap(name => {
    const tool = matchableToolNames.includes(name) && group.event !== 'SubagentStart' && group.event !== 'SubagentStop';
    if (known === undefined ? !tool : known.includes(name)) return [];
    const near = known === undefined ? undefined : nearestName(name, known);
    const message = `the matcher \`${name}\` is compared with the ${subject}, which is never \`${name}\``;
    const help = known === undefined ? undefined : `it is one of ${known.map(value => `\`${value}\``).join(', ')}`;
    return [
      report(group, text, { message, ...(help === undefined ? {} : { help }), suggestion: near, certain: false }),
    ];
  });
}
