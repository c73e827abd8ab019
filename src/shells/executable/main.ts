import { eventInfo } from '../../core/event/catalogue.ts';

// The executable's entry: the hot path loads only what judging needs. Its parts are inside the file, so that loading them
// cannot fail for want of one; should it fail all the same, a call that waits for the verdict is still blocked.
const [command, ...words] = process.argv.slice(2);

function refuse(): void {
  const event = words.find(word => /^[A-Z][A-Za-z]+$/.test(word)) ?? 'PreToolUse';
  process.exit(eventInfo(event).role === 'gate' ? 2 : 0);
}

if (command === 'hook' && words.join() !== '--help') {
  import('../claude-hook/main.ts').then(({ runHook }) => runHook(words, process.env)).catch(refuse);
} else {
  void import('../cli/main.ts').then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
}
