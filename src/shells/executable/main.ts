// The executable's entry: the hot path loads only what judging needs. Its parts are inside the file, so that loading them
// cannot fail for want of one; should it fail all the same, a hook still blocks.
const [command, ...words] = process.argv.slice(2);

if (command === 'hook' && !words.includes('--help')) {
  import('../claude-hook/main.ts').then(({ runHook }) => runHook(words, process.env)).catch(() => process.exit(2));
} else {
  void import('../cli/main.ts').then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
}
