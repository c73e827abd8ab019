import type { Check } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import type { SelfTestView } from '../../self-test-view.ts';
import { commandHooks, failureEffect, findingOfCommand, type PlacedHook } from '../../settings/placed-hook.ts';

/** A plugin's folder is named only in the plugin's own hooks. */
export const pluginRootKnown: Check = {
  name: 'plugin-root-known',
  codes: ['settings/plugin-root'],
  reads: 'settings',
  run: view => commandHooks(view).flatMap(placed => judge(placed, view)),
};

function judge(placed: PlacedHook, view: SelfTestView): Finding[] {
  const { source } = placed.hook;
  if (source.pluginRoot !== undefined || source.scope === 'plugin') return [];
  // The client gives a skill's hooks the skill's folder by this name; observed in 2.1.332.
  if (source.scope === 'skill' && /SKILL\.md$/.test(source.file)) return [];
  const [whole, name] = /\$\{?(CLAUDE_PLUGIN_(?:ROOT|DATA))\b\}?/.exec(placed.facts.reading.text) ?? [];
  if (whole === undefined) return [];
  const refused = whole.startsWith('${');
  return [
    findingOfCommand('settings/plugin-root', placed, {
      message: refused
        ? `\`${whole}\` stands in a hook that belongs to no plugin, and the client does not run it at all: ${failureEffect(placed, view)}`
        : `\`${whole}\` is empty in a hook that belongs to no plugin, so the path leads nowhere`,
      help: `name the folder itself, or \`"$CLAUDE_PROJECT_DIR"\` for files of the project; \`${name}\` is for \`hooks/hooks.json\` of a plugin`,
    }),
  ];
}
