import { matchedField } from '../../../client/event-subject.ts';
import { readMatcher } from '../../../client/matcher.ts';
import { matchableToolNames, presentToolNames } from '../../../event/tool-names.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { findingAt, type PlacedGroup, placedGroups } from '../../settings/placed-hook.ts';

/** No matcher takes tools that it does not seem to name. */
export const matcherExact: Check = {
  name: 'matcher-exact',
  codes: ['settings/matcher-too-wide'],
  reads: 'settings',
  run: view => placedGroups(view).flatMap(group => judge(group, view)),
};

function judge(group: PlacedGroup, { features, mcpServers }: SelfTestView): Finding[] {
  const text = group.matcher;
  if (text === undefined || matchedField(group.event) !== 'tool_name') return [];
  const matcher = readMatcher(text, features);
  if (matcher.kind !== 'regex') return [];
  const fault =
    emptyChoice(text) ??
    globStar(text, matcher.regex, mcpServers) ??
    serverPrefix(text, matcher.regex, mcpServers) ??
    unanchored(text, matcher.regex, mcpServers);
  if (fault === undefined) return [];
  return [
    findingAt('settings/matcher-too-wide', group.reading, {
      at: [...group.path, 'matcher'],
      message: fault.message,
      help: `write \`${fault.better}\` for what was probably meant`,
      ...(group.hooks[0] === undefined ? {} : { hook: group.hooks[0].hook }),
    }),
  ];
}

interface Width {
  readonly message: string;
  readonly better: string;
}

function emptyChoice(text: string): Width | undefined {
  if (!/(?:^|\(|\|)\|(?!\|)|\|(?:$|\))/.test(text)) return undefined;
  const better = text
    .replace(/\|+$/, '')
    .replace(/^\|+/, '')
    .replace(/\|{2,}/g, '|');
  return {
    message: `the matcher \`${text}\` has an empty choice beside a \`|\`, and with it it matches every tool`,
    better,
  };
}

/** A `*` behind a letter or a `_`, as in a file name: in a regular expression it repeats that one character. */
function globStar(text: string, regex: RegExp, servers: readonly string[]): Width | undefined {
  const [, before = ''] = /(\w)\*/.exec(text) ?? [];
  if (before === '' || /^\^?mcp__?\*$/.test(text)) return undefined;
  const found = taken(regex, servers);
  const [, server = ''] = /mcp__([\w-]+?)_*\*/.exec(text) ?? [];
  const example =
    server === '' ? [] : [`mcp__${server}_admin__…`].filter(name => regex.test(name) && !found.includes(name));
  const names = listed([...found, ...example]);
  return {
    message: `the matcher \`${text}\` is a regular expression, not a glob: \`*\` repeats the \`${before}\` before it, and nothing holds it to the end or the start; it takes ${names}`,
    better: server === '' ? `^${text.replace(/(\w)\*/g, '$1.*')}` : `^mcp__${server}__`,
  };
}

/** `mcp__git.*` where there is a server `github`, too. */
function serverPrefix(text: string, regex: RegExp, servers: readonly string[]): Width | undefined {
  const [, server = ''] = /^\^?mcp__([\w-]+?)(?:_?\.\*|_?\.\+)?\$?$/.exec(text) ?? [];
  const others = servers.filter(
    other => other !== server && other.startsWith(server) && regex.test(`mcp__${other}__x`),
  );
  if (server === '' || /__\.[*+]\$?$/.test(text) || !servers.includes(server) || others.length === 0) return undefined;
  const names = others.map(other => `mcp__${other}__…`);
  return {
    message: `the matcher \`${text}\` takes tools of other servers, too: ${listed(names)}`,
    better: `mcp__${server}__.*`,
  };
}

/** A regular expression that is found in the middle of a name. */
function unanchored(text: string, regex: RegExp, servers: readonly string[]): Width | undefined {
  if (/^\^|^\.[*+]|^\(\?|^\[/.test(text)) return undefined;
  const found = taken(regex, servers);
  const anchored = new RegExp(`^(?:${regex.source})`);
  const byAccident = found.filter(name => !anchored.test(name));
  if (byAccident.length === 0) return undefined;
  const whole = `^(?:${text.replace(/^\((?:\?:)?([^()]*)\)$/, '$1')})$`.replace(/\^\(\?:([^|()]*)\)\$/, '^$1$');
  return {
    message: `the matcher \`${text}\` is a regular expression that is not anchored: it takes ${listed(found)}, of which ${listed(byAccident)} only because the text stands inside the name`,
    better: simpler(text) ?? whole,
  };
}

/** Exact names, where the expression only lists some. */
function simpler(text: string): string | undefined {
  const inner = text.replace(/^\((?:\?:)?(.*)\)$/, '$1').replace(/\$$/, '');
  const names = inner.split('|').map(name => name.replace(/\.\*$|\.$/, ''));
  if (!names.every(name => matchableToolNames.includes(name))) return undefined;
  return names.length === 1 ? `^${names[0]}$` : names.join('|');
}

function taken(regex: RegExp, servers: readonly string[]): readonly string[] {
  const known = [...presentToolNames, ...servers.map(server => `mcp__${server}__…`)];
  return known.filter(name => regex.test(name));
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(name => `\`${name}\``);
  return names.length > 12 ? `${shown.join(', ')} and ${names.length - 12} more` : shown.join(', ');
}
