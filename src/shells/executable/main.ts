import { eventInfo, eventNames, isKnownEvent } from '../../core/event/catalogue.ts';

// The executable's entry: the hot path loads only what judging needs. It promises what bin/hooklaw.js promises: a hook
// that cannot run, or is started by a mistyped command, blocks what waits for its verdict.
const argv = process.argv.slice(2);
const [command, ...words] = argv;

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

const gates = eventNames.filter(name => eventInfo(name).role === 'gate');

const questions = ['--help', '-h', '--version', '-V'];

/** None of the commands, and nobody at the terminal: most likely a mistyped `hook` in the settings. */
function meantAsHook(): boolean {
  return command === undefined || !(commands.includes(command) || questions.includes(command))
    ? !process.stdin.isTTY
    : false;
}

function refuse(detail: string): void {
  const event = gates.find(gate => argv.includes(gate)) ?? argv.find(isKnownEvent);
  if (event !== undefined && eventInfo(event).role !== 'gate') process.exit(0);
  process.stderr.write(
    `BLOCKED: hooklaw could not start (${detail}). Nothing ran. Tell the user to mend or reinstall hooklaw.\n`,
  );
  process.exit(2);
}

if (command === 'hook' && words.join() !== '--help') {
  import('../claude-hook/main.ts')
    .then(({ runHook }) => runHook(words, process.env))
    .catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
} else if (command !== 'hook' && meantAsHook()) {
  refuse(`\`hooklaw ${argv.join(' ')}\` is no command; the hook is started by \`hooklaw hook EVENT\``);
} else {
  void import('../cli/main.ts').then(({ runCommandLine }) => runCommandLine(argv));
}
