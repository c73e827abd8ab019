import fs from 'node:fs';
import path from 'node:path';
import { root } from '../shared/hooklaw-program.mjs';

/** The folder of the project's own labelled calls. */
const corpus = path.join(root, 'test', 'corpus', 'calls');

/** Reads labelled calls; all of the project's own when no file is named. */
export function readRows(files) {
  const named = files ?? fs.readdirSync(corpus).map(name => path.join(corpus, name));
  return (
    named
      .filter(file => file.endsWith('.jsonl'))
      .sort()
      .flatMap(file =>
        fs
          .readFileSync(file, 'utf8')
          .split('\n')
          .filter(line => line !== '')
          .map(line => JSON.parse(line)),
      )
      // Links and scripts that have to lie there are played in the tests; here nothing lies in the project.
      .filter(({ files: laid }) => laid === undefined)
  );
}

/**
 * The event that the client would send for a row. The project and the home of the rows are invented; here they are folders that
 * exist, since a guard may look at them.
 */
export function eventOf({ id, tool, input, cwd = '/srv/app' }, places) {
  const text = JSON.stringify({
    session_id: '5f6e0c3e-2f0a-4f5f-9a53-6f2a7d1f0c11',
    transcript_path: '/home/u/.claude/transcript.jsonl',
    cwd,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: `toolu_${id}`,
  });
  return text.replaceAll(/\/srv\/app(?![\w.-])/g, places.project).replaceAll(/\/home\/u(?![\w.-])/g, places.home);
}
