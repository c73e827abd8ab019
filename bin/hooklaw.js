#!/usr/bin/env node
// The entry file. It holds no logic but one promise: a hook that cannot even load its program blocks (exit 2), since
// Claude Code lets a call run when its hook ends in exit code 1.
import fs from 'node:fs';

const [command, ...words] = process.argv.slice(2);

/** The events on which a tool call waits for the verdict, and all others; a test compares them with the catalogue. */
const gates = ['PreToolUse', 'PermissionRequest', 'PreSkillShellCommand'];
const others = [
  'PreModelSwitch',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreCompact',
  'ConfigChange',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'Elicitation',
  'ElicitationResult',
  'Stop',
  'SubagentStop',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'SessionStart',
  'SessionEnd',
  'StopFailure',
  'SubagentStart',
  'PostCompact',
  'PostModelSwitch',
  'PermissionDenied',
  'Setup',
  'WorktreeCreate',
  'WorktreeRemove',
  'InstructionsLoaded',
  'CwdChanged',
  'FileChanged',
  'DirectoryAdded',
  'MessageDisplay',
];

/** The words that start something else than the hook. */
const commands = [
  'init',
  'uninstall',
  'try',
  'validate',
  'test',
  'self-test',
  'approve',
  'trust',
  'log',
  'serve',
  'explain',
  'packs',
  'completion',
  'schema',
  'help',
];
const questions = ['--help', '-h', '--version', '-V'];

/**
 * Whether this is none of the commands and nobody sits at the terminal: then it is most likely a mistyped `hook` in the
 * settings (`hooks PreToolUse`, `PreToolUse`, "hook PreToolUse" as one word, nothing at all), which must not let a call run.
 */
function meantAsHook() {
  return !commands.includes(command) && !questions.includes(command) && !process.stdin.isTTY;
}

function refuse(error) {
  const detail = String(error?.message ?? error).split('\n')[0];
  const reason = `BLOCKED: hooklaw could not start (${detail}). Nothing ran. Tell the user to mend or reinstall hooklaw.`;
  const argv = process.argv.slice(2);
  const event = argv.find(word => gates.includes(word)) ?? argv.find(word => others.includes(word));
  if (others.includes(event)) process.exit(0);
  const denial =
    event === 'PermissionRequest'
      ? { decision: { behavior: 'deny', message: reason } }
      : { permissionDecision: 'deny', permissionDecisionReason: reason };
  const hookEventName = gates.includes(event) ? event : 'PreToolUse';
  try {
    fs.writeSync(1, JSON.stringify({ hookSpecificOutput: { hookEventName, ...denial } }));
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
} else if (command !== 'hook' && meantAsHook()) {
  refuse(`\`hooklaw ${process.argv.slice(2).join(' ')}\` is no command; the hook is started by \`hooklaw hook EVENT\``);
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
