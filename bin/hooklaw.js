#!/usr/bin/env node
// The entry file. It holds no logic but one promise: a hook that cannot even load its program blocks (exit 2), since
// Claude Code lets a call run when its hook ends in exit code 1.
import fs from 'node:fs';

const [command, ...words] = process.argv.slice(2);

/** The events on which a tool call waits for the verdict; a test compares the list with the catalogue. */
const gates = ['PreToolUse', 'PermissionRequest', 'PreSkillShellCommand'];

function refuse(error) {
  const detail = String(error?.message ?? error).split('\n')[0];
  const reason = `BLOCKED: hooklaw could not start (${detail}). Nothing ran. Tell the user to reinstall hooklaw.`;
  const event = words.find(word => /^[A-Z][A-Za-z]+$/.test(word)) ?? 'PreToolUse';
  if (!gates.includes(event)) process.exit(0);
  const denial =
    event === 'PermissionRequest'
      ? { decision: { behavior: 'deny', message: reason } }
      : { permissionDecision: 'deny', permissionDecisionReason: reason };
  try {
    fs.writeSync(1, JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...denial } }));
    fs.writeSync(2, `${reason}\n`);
  } finally {
    process.exit(2);
  }
}

if (command === 'hook' && words.join() !== '--help') {
  process.on('uncaughtException', refuse);
  process.on('unhandledRejection', refuse);
  import('../dist/hook.js')
    .then(({ runHook }) => {
      process.removeListener('uncaughtException', refuse);
      process.removeListener('unhandledRejection', refuse);
      return runHook(words, process.env);
    })
    .catch(refuse);
} else {
  import('../dist/cli.js').then(
    ({ runCommandLine }) => runCommandLine(process.argv.slice(2)),
    error => {
      process.stderr.write(
        `hooklaw: the program is not built or not whole: ${error.message}\n  help: run \`npm run build\`\n`,
      );
      process.exitCode = 3;
    },
  );
}
