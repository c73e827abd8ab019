// The executable's entry: the hot path loads only what judging needs.
const [command, ...words] = process.argv.slice(2);

if (command === 'hook') {
  void import('../claude-hook/main.ts').then(({ runHook }) => runHook(words, process.env));
} else {
  void import('../cli/main.ts').then(({ runCommandLine }) => runCommandLine(process.argv.slice(2)));
}
