import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../../scripts/shared/hooklaw-program.mjs';
import { readJsonLines } from '../../scripts/shared/json-lines.mjs';
import { fixtures, hookWords, plainEnvironment, runProgram, temporaryFolder } from './run-hook.mjs';

function filesIn(folder, extension) {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder, { recursive: true }).filter(name => name.endsWith(extension));
  return names.sort().map(name => path.join(folder, name));
}

function fixtureEvents() {
  const files = filesIn(path.join(fixtures, 'events'), '.json');
  if (files.length === 0) throw new Error('there are no event fixtures');
  return files.map(file => ({ name: path.basename(file), text: fs.readFileSync(file, 'utf8') }));
}

/** The lines of the corpus that are hook events, or hold one under `event`. */
function corpusEvents() {
  return filesIn(path.join(root, 'test', 'corpus'), '.jsonl').flatMap(file =>
    readJsonLines(file)
      .map((line, index) => ({ name: `${path.basename(file)}:${index + 1}`, event: line.event ?? line.input ?? line }))
      .filter(({ event }) => typeof event?.hook_event_name === 'string')
      .map(({ name, event }) => ({ name, text: JSON.stringify(event) })),
  );
}

/** The calls that a law's own tests make. */
function callsOf(lawFile) {
  const law = parse(fs.readFileSync(lawFile, 'utf8'));
  return (law.tests ?? []).map(({ name, event }) => ({
    name,
    text: JSON.stringify({
      session_id: 'example',
      hook_event_name: 'PreToolUse',
      tool_name: event.tool,
      tool_input: event.input,
      tool_use_id: 'toolu_1',
    }),
  }));
}

function eventName(text) {
  try {
    return JSON.parse(text).hook_event_name ?? 'PreToolUse';
  } catch {
    return 'PreToolUse';
  }
}

const damagedEvents = [
  ['nothing', ''],
  ['no object', '[]'],
  ['cut short', '{"hook_event_name":"PreToolUse","tool_name":"Ba'],
  ['the wrong event', '{"hook_event_name":"Stop"}'],
  ['a tool without a name', '{"hook_event_name":"PreToolUse","tool_input":{}}'],
  ['an input that is a text', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"rm"}'],
  ['a key twice', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_name":"Read","tool_input":{}}'],
  [
    'nested deeply',
    `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  ],
].map(([name, text]) => ({ name, text, event: 'PreToolUse' }));

function comparisons() {
  const laws = filesIn(path.join(fixtures, 'laws'), '.yaml');
  const examples = filesIn(path.join(root, 'examples'), '.yaml');
  const events = [...fixtureEvents(), ...corpusEvents(), ...damagedEvents];
  return [
    ...laws.flatMap(law => events.map(event => ({ law, ...event }))),
    ...examples.flatMap(law => [...fixtureEvents(), ...callsOf(law)].map(event => ({ law, ...event }))),
  ];
}

/** The executable must say to every event exactly what the Node build says. */
export function sameAsNodeChecks({ executable, node }) {
  const folders = { executable: temporaryFolder(), node: temporaryFolder() };
  const ask = (program, folder, { law, text, event = eventName(text) }) =>
    runProgram(program, hookWords(event, law, path.join(folder, path.basename(law, '.yaml'))), {
      input: text,
      cwd: folder,
      env: plainEnvironment(folder),
    });
  return comparisons().map(comparison => ({
    name: `says what the Node build says: ${path.relative(root, comparison.law)}, ${comparison.name}`,
    run() {
      const expected = JSON.stringify(ask(node, folders.node, comparison)).replaceAll(folders.node, '$FOLDER');
      const found = JSON.stringify(ask(executable, folders.executable, comparison));
      if (found.replaceAll(folders.executable, '$FOLDER') === expected) return undefined;
      return `\n    node       ${expected}\n    executable ${found}`;
    },
  }));
}
