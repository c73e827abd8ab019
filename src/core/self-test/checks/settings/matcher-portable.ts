import { formatVersion } from '../../../client/client-version.ts';
import { matchedField } from '../../../client/event-subject.ts';
import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { findingAt, type PlacedGroup, placedGroups } from '../../settings/placed-hook.ts';

/** Every matcher means the same to all clients. */
export const matcherPortable: Check = {
  name: 'matcher-portable',
  codes: ['settings/matcher-version'],
  reads: 'settings',
  run: view => placedGroups(view).flatMap(group => judge(group, view)),
};

function judge(group: PlacedGroup, view: SelfTestView): Finding[] {
  const text = group.matcher;
  if (text === undefined || matchedField(group.event) === undefined) return [];
  return [...comma(text, group, view), ...hyphen(text, group, view)];
}

/** A file of the project or of a plugin is read by other people's clients, too. */
function isShared({ reading }: PlacedGroup): boolean {
  return reading.source.scope === 'project' || reading.source.scope === 'plugin';
}

function comma(text: string, group: PlacedGroup, { features, installed, version }: SelfTestView): Finding[] {
  if (!/^[\w ,|-]*,[\w ,|-]*$/.test(text)) return [];
  if (installed && features.commaList && !isShared(group)) return [];
  const at = [...group.path, 'matcher'];
  const better = text
    .split(/[,|]/)
    .map(name => name.trim())
    .filter(name => name !== '')
    .join('|');
  const here = installed && !features.commaList ? `, and this one is ${formatVersion(version)}` : '';
  return [
    findingAt('settings/matcher-version', group.reading, {
      at,
      message: `before 2.1.191 the client takes the comma in \`${text}\` for a part of a regular expression that matches nothing${here}`,
      help: `write \`${better}\`, which every client understands`,
      ...(group.hooks[0] === undefined ? {} : { hook: group.hooks[0].hook }),
      fix: {
        path: at,
        change: { kind: 'set', value: better },
        title: `write the matcher \`${text}\` as \`${better}\``,
      },
    }),
  ];
}

/** A server's name with a hyphen and nothing behind: before 2.1.195 a regular expression, which took all its tools. */
function hyphen(text: string, group: PlacedGroup, { features, installed }: SelfTestView): Finding[] {
  if (!/^[\w |-]*-[\w |-]*$/.test(text)) return [];
  const bare = text
    .split('|')
    .map(name => name.trim())
    .filter(name => /^mcp__/.test(name) && !/^mcp__.+?__./.test(name));
  const [first] = bare;
  if (first === undefined || (installed && features.exactHyphen && !isShared(group))) return [];
  return [
    findingAt('settings/matcher-version', group.reading, {
      at: [...group.path, 'matcher'],
      message: `\`${first}\` means different things: before 2.1.195 it takes every tool whose name holds it, since then only a tool of exactly this name, of which there is none`,
      help: `write \`${first.replace(/__$/, '')}__.*\`, which means the same to every client`,
      ...(group.hooks[0] === undefined ? {} : { hook: group.hooks[0].hook }),
    }),
  ];
}
