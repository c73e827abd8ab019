import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/shared/hooklaw-program.mjs';
import { expandRuns } from './text.mjs';

const supportServer = path.join(root, 'examples', 'support', 'server.mjs');

/** Where the settings of each scope live; managed ones and those of the flag have places of their own. */
const settingsFiles = {
  user: '$HOME/.claude/settings.json',
  project: '$P/.claude/settings.json',
  local: '$P/.claude/settings.local.json',
  flag: '$W/flag-settings.json',
};

/** Writes the world of a scenario below `work`; gives its paths and a function that fills them into a scenario's text. */
export function prepare(scenario, work) {
  const at = (...parts) => path.join(work, ...parts);
  const place = {
    work,
    project: at('project'),
    home: at('home'),
    ledger: at('ledger.jsonl'),
    mcpFile: at('mcp.json'),
    flagFile: at('flag-settings.json'),
    debugFile: at('debug.txt'),
    specFile: at('spec.json'),
    outcomeFile: at('outcome.json'),
  };
  const fill = text =>
    expandRuns(text.replaceAll('$P', place.project).replaceAll('$HOME/', `${place.home}/`).replaceAll('$W', work));
  fs.mkdirSync(path.join(place.project, '.claude'), { recursive: true });
  fs.mkdirSync(path.join(place.home, '.claude'), { recursive: true });
  for (const [scope, file] of Object.entries(settingsFiles)) {
    if (scenario.settings?.[scope] !== undefined) write(fill(file), fill(textOf(scenario.settings[scope])));
  }
  for (const [name, content] of Object.entries(scenario.files ?? {}))
    writeFile(path.resolve(place.project, fill(name)), content, fill);
  if (scenario.mcp !== undefined)
    write(place.mcpFile, JSON.stringify({ mcpServers: servers(scenario.mcp, place.ledger) }));
  if (scenario.trusted) trust(place);
  return { place, fill: value => JSON.parse(fill(JSON.stringify(value))), managed: managedFiles(scenario, fill) };
}

/** Settings are given as an object, or as the text of the file where the text matters. */
function textOf(settings) {
  return typeof settings === 'string' ? settings : JSON.stringify(settings, null, 1);
}

/** Managed settings by path within their folder: those of scope `managed`, and parts of `managed-settings.d`. */
function managedFiles({ settings }, fill) {
  const parts = Object.entries(settings ?? {}).filter(([scope]) => scope.startsWith('managed'));
  if (parts.length === 0) return undefined;
  const nameOf = scope =>
    scope === 'managed' ? 'managed-settings.json' : scope.replace('managed/', 'managed-settings.d/');
  return Object.fromEntries(parts.map(([scope, content]) => [nameOf(scope), fill(textOf(content))]));
}

/** A file is its text; or [text, mode]; or `{ base64 }`, `{ link }` to a path, `{ folder: true }`. */
function writeFile(file, content, fill) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (typeof content === 'string') return write(file, fill(content));
  if (Array.isArray(content)) return write(file, fill(content[0]), content[1]);
  if (content.base64 !== undefined) return fs.writeFileSync(file, Buffer.from(content.base64, 'base64'));
  if (content.link !== undefined) return fs.symlinkSync(fill(content.link), file);
  return fs.mkdirSync(file, { recursive: true });
}

function write(file, text, mode = 0o644) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  fs.chmodSync(file, mode);
}

function servers(names, ledger) {
  const entry = name => [name, { command: process.execPath, args: [supportServer, `${ledger}.${name}`] }];
  return Object.fromEntries(names.map(entry));
}

/** What the client notes when a person accepts its trust dialog. */
function trust({ home, project }) {
  const trusted = { projects: { [project]: { hasTrustDialogAccepted: true } } };
  write(path.join(home, '.claude', '.claude.json'), JSON.stringify(trusted));
}
